import {
  events,
  type EventCatalogue,
  type EventName,
  type EventOwner,
  type EventPayload,
  type EventsOf,
} from '@adcoin/contract'
import { config, Observable } from 'rxjs'
import type * as v from 'valibot'
import {
  createDelivery,
  deepestNesting,
  type BusProblem,
  type Delivery,
  type Handler,
  createFlood,
  mostOfOneEmitter,
  mostPerSecond,
} from './delivery.ts'
import { sealPayload } from './payload.ts'
import { createTrace, type TraceEntry } from './trace.ts'

type Definition = { readonly version: number; readonly replay: 'none' | 'last'; readonly payload: v.GenericSchema }
/** Events that a release knows beyond the shell's own catalogue, so that a new one needs no shell release. */
export type Definitions = Readonly<Record<string, Definition>>

export type Subscriptions = {
  /**
   * Hears an event from now on; of one that replays, the last payload first.
   *
   * @returns a function that ends the subscription
   */
  on<Name extends EventName>(name: Name, handler: Handler<Name>): () => void
  /**
   * The same as an rxjs Observable, for operators. It never completes by itself and gives no way to the subject behind
   * it.
   */
  stream<Name extends EventName>(name: Name): Observable<EventPayload<Name>>
}
export type BusScope = Subscriptions & {
  /** Ends every subscription of the scope, and those still to come. */ end(): void
}
/** `Own`, with `never` for every event of another owner. */
type OwnedBy<Owner extends string, Own> = {
  readonly [Name in keyof Own]: Name extends `${Owner}.${string}` ? Own[Name] : never
}
/** @returns whether the event was accepted; a refused one is reported and traced */
export type OwnEmitter<Own extends Definitions> = <Name extends keyof Own & string>(
  name: Name,
  payload: v.InferInput<Own[Name]['payload']>,
) => boolean
/** The same for an owner in the catalogue. */
export type Emitter<Owner extends EventOwner> = <Name extends EventsOf<Owner>>(
  name: Name,
  payload: EventPayload<Name>,
) => boolean

/** The emitting app, the owner of the name, and the events that it knows. */
type EmitterIdentity = { emitter: string; owner: string; definitions: Definitions }

/** Events that a remote may bring beyond the catalogue. */
const mostOwnEvents = 100

export type Bus = Subscriptions & {
  scope(label: string, signal?: AbortSignal): BusScope
  emitterFor<Owner extends EventOwner>(owner: Owner): Emitter<Owner>
  emitterFor<Owner extends string, const Own extends Definitions>(
    owner: Owner,
    own: Own & OwnedBy<Owner, Own>,
  ): OwnEmitter<Own>
  /**
   * The `emitterFor` of one app: it returns the app's own emitter. An emitter for another owner does nothing,
   * and is reported when it is taken and with every event.
   */
  emitterOf(emitter: string): Bus['emitterFor']
  trace(): readonly TraceEntry[]
  forgetLast(): void
  onProblem(listener: (problem: BusProblem) => void): () => void
}

/** A bus over a catalogue of events. */
export function createBus(catalogue: EventCatalogue = events, now: () => number = () => performance.now()): Bus {
  const listeners = new Set<(problem: BusProblem) => void>()
  const [floodOfEvent, floodOfEmitter] = [createFlood(now, mostPerSecond), createFlood(now, mostOfOneEmitter)]
  const trace = createTrace()
  const delivery = createDelivery(trace, complain)

  function complain(problem: BusProblem): void {
    for (const listener of listeners) attempt(() => listener(problem))
    console.warn(`bus: ${problem.name} from ${problem.owner}: ${problem.why}`)
  }

  function emit({ emitter, owner, definitions }: EmitterIdentity, name: string, payload: unknown): boolean {
    const refuse = (why: string) => {
      trace.add(name, emitter, 'refused')
      complain({ name: String(name).slice(0, 80), owner: emitter, why })
      return false
    }
    const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined
    // A flood of one event leaves the emitter's other events alone; a flood of unknown names does not.
    const ofEvent = definition ? floodOfEvent.count(name) : 'fine'
    const pressure = ofEvent === 'fine' ? floodOfEmitter.count(emitter) : ofEvent
    if (pressure === 'cut') return false
    if (pressure === 'firstCut') return refuse('too many in one second: the rest is cut')
    if (emitter !== owner) return refuse(`${emitter} may not emit ${owner}.*`)
    if (!definition) return refuse('there is no such event in the catalogue')
    if (!name.startsWith(`${owner}.`)) return refuse(`only ${name.split('.')[0]} may emit this`)
    if (delivery.isTooDeep()) return refuse(`handlers emit from handlers more than ${deepestNesting} deep`)
    const seal = sealPayload(definition.payload, payload)
    if (!seal.ok) return refuse(seal.why)
    delivery.send({ name, owner, replay: definition.replay, payload: seal.payload })
    return true
  }

  function createEmitter(emitter: string, owner: string, own: Definitions) {
    const known = Object.entries(own).slice(0, mostOwnEvents)
    const identity = { emitter, owner, definitions: { ...Object.fromEntries(known), ...catalogue } }
    return (name: string, payload: unknown) => emit(identity, name, payload)
  }

  return {
    on: delivery.on,
    stream: name => toObservable(delivery.on, name),
    scope: (label, signal) => createScope(delivery.on, label, signal),
    emitterFor: (owner: string, own: Definitions = {}) => createEmitter(owner, owner, own),
    emitterOf:
      emitter =>
      (owner: string, own: Definitions = {}) => {
        const why = `asked for the emitter of ${owner}, which only ${owner} has`
        if (owner !== emitter && floodOfEmitter.count(emitter) === 'fine')
          complain({ name: `${owner}.*`, owner: emitter, why })
        return createEmitter(emitter, owner, own)
      },
    trace: trace.read,
    forgetLast: delivery.forgetLast,
    onProblem(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Subscriptions that end together: with `end`, or with the signal. */
function createScope(on: Delivery['on'], label: string, signal: AbortSignal | undefined): BusScope {
  const ends = new Set<() => void>()
  let isOver = false
  const end = () => {
    isOver = true
    for (const each of ends) each()
    ends.clear()
  }
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end, { once: true })
  const onInScope: Subscriptions['on'] = (name, handler) => {
    if (isOver) return () => {}
    const stop = on(name, handler, label)
    ends.add(stop)
    return () => (ends.delete(stop), stop())
  }
  return { on: onInScope, stream: name => toObservable(onInScope, name), end }
}

function toObservable<Name extends EventName>(on: Subscriptions['on'], name: Name): Observable<EventPayload<Name>> {
  return new Observable(subscriber => on(name, payload => subscriber.next(payload)))
}

function attempt(action: () => void): void {
  try {
    action()
  } catch {
    // A broken problem listener cannot be reported to any other listener.
  }
}

// A throwing operator in a subscriber's own pipe ends that pipe; it is the subscriber's bug, not a page error. Source:
// faults.md F03.
config.onUnhandledError = error => console.warn('bus: a stream ended with an error', error)
