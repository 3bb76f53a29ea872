import type { EventName } from '@adcoin/contract'
import { useEffect, useRef } from 'react'
import { Observable } from 'rxjs'
import { createBus, type Bus, type BusScope, type Subscriptions } from './bus.ts'
import type { BusProblem, Handler } from './delivery.ts'
import type { TraceEntry } from './trace.ts'

const theBus = createBus()

/**
 * The one bus of the page, to listen to. `scope(label, signal)` gathers the subscriptions of a mounted remote, which
 * end with the signal.
 */
export const bus: Subscriptions & { scope(label: string, signal?: AbortSignal): BusScope } = {
  on: theBus.on,
  stream: theBus.stream,
  scope: theBus.scope,
}

/**
 * The emitter of one owner: emits only the owner's events. Payloads are checked against the catalogue, cloned, frozen,
 * at most 16 KiB, and delivered in a microtask. Rejected events are reported and traced, and never throw.
 *
 * @param own  the owner's events at the time of this release's build: a remote can emit a new one before the shell
 *   knows it. An app outside the contract's catalogue owns the events that it defines here. If both know an event, the
 *   shell's definition counts.
 */
export const emitterFor: Bus['emitterFor'] = theBus.emitterFor

/** The last hundred events: name, owner, time, outcome; never payloads. */
export function busTrace(): readonly TraceEntry[] {
  return theBus.trace()
}

/**
 * `emitterFor` bound to one owner (`wallet`): it returns no other owner's emitter. The shell passes it to each remote
 * in place of the one above; remotes never get this.
 */
export const voiceOf: Bus['emitterOf'] = theBus.emitterOf

/**
 * Clears every stored payload, and undelivered events of remotes. The shell calls it when a session ends, before it
 * emits that.
 */
export function forgetLast(): void {
  theBus.forgetLast()
}

/** Reports rejected events and handlers that threw. For the shell's reports. */
export function onBusProblem(listener: (problem: BusProblem) => void): () => void {
  return theBus.onProblem(listener)
}

/** Hears an event while the component is mounted; always calls the handler of the latest render. */
export function useEvent<Name extends EventName>(name: Name, handler: Handler<Name>): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => bus.on(name, payload => latest.current(payload)), [name])
}

/**
 * Emits all values of the streams; completes with the last one, fails with the first error. rxjs's own `merge` adds
 * 1.6 KB (gzip) to the first visit for promises and iterables, which the bus does not have.
 */
export function merge<Value>(...streams: readonly Observable<Value>[]): Observable<Value> {
  return new Observable(subscriber => {
    let running = streams.length
    if (running === 0) subscriber.complete()
    for (const stream of streams)
      subscriber.add(
        stream.subscribe({
          next: value => subscriber.next(value),
          error: (thrown: unknown) => subscriber.error(thrown),
          complete: () => --running === 0 && subscriber.complete(),
        }),
      )
  })
}
