import type { EventName, EventPayload } from '@adcoin/contract'
import { Subject } from 'rxjs'
import type { createTrace } from './trace.ts'

/** Events of one name within one second; what comes above is cut. */
export const mostPerSecond = 100
/** Events of one emitter within one second, whatever their names: an emitter that invents names floods as well. */
export const mostOfOneEmitter = 300
const mostWindows = 1000

type Pressure = 'fine' | 'firstCut' | 'cut'

/** Counts events per key in windows of one second. The first cut of a window is `firstCut`, which is reported. */
export function createFlood(now: () => number, most: number): { count(key: string): Pressure } {
  const windows = new Map<string, { since: number; seen: number }>()
  return {
    count(key) {
      const time = now()
      const current = windows.get(key)
      const window = current && time - current.since < 1000 ? current : { since: time, seen: 0 }
      if (windows.size > mostWindows) windows.clear()
      windows.set(key, window)
      window.seen += 1
      if (window.seen <= most) return 'fine'
      return window.seen === most + 1 ? 'firstCut' : 'cut'
    },
  }
}

export type Handler<Name extends EventName> = (payload: EventPayload<Name>) => void
/** Wrong use of the bus: a rejected event, or a handler that threw. Never contains a payload. */
export type BusProblem = {
  readonly name: string
  readonly owner: string
  readonly why: string
  readonly error?: unknown
}
/** An event that was accepted. */
type AcceptedEvent = { name: string; owner: string; replay: 'none' | 'last'; payload: unknown }

export type Delivery = {
  /** `label` names the subscriber in reports. */
  on<Name extends EventName>(name: Name, handler: Handler<Name>, label?: string): () => void
  /** Whether an event emitted now would nest handlers too deeply. */
  isTooDeep(): boolean
  /** Delivers in a microtask; never what a remote emitted before the session ended. */
  send(event: AcceptedEvent): void
  /** At the end of a session: nothing replays any more. */
  forgetLast(): void
}

/** Deepest nesting of handlers that emit. Source: faults.md F05. */
export const deepestNesting = 32

/** Keeps the subscribers, and the last payload of each event that replays. */
export function createDelivery(
  trace: ReturnType<typeof createTrace>,
  complain: (problem: BusProblem) => void,
): Delivery {
  const subjects = new Map<string, Subject<unknown>>()
  const last = new Map<string, unknown>()
  /** Grows at each end of a session. */
  let epoch = 0
  let depth = 0

  function getSubject(name: string): Subject<unknown> {
    const subject = subjects.get(name) ?? new Subject<unknown>()
    subjects.set(name, subject)
    return subject
  }

  function deliver({ name, owner, replay, payload }: AcceptedEvent, nesting: number, count: number): void {
    if (count !== epoch && owner !== 'shell') return
    if (isOlder(payload, last.get(name))) return trace.add(name, owner, 'older')
    if (replay === 'last' && count === epoch) last.set(name, payload)
    trace.add(name, owner, 'delivered')
    depth = nesting
    try {
      subjects.get(name)?.next(payload)
    } finally {
      depth = 0
    }
  }

  return {
    on(name, handler, label = '') {
      let hasReceived = false
      const callHandler = (payload: unknown) => {
        hasReceived = true
        try {
          handler(payload as EventPayload<typeof name>)
        } catch (error) {
          complain({ name, owner: label, why: 'a handler threw', error })
        }
      }
      const subscription = getSubject(name).subscribe(callHandler)
      if (last.has(name))
        queueMicrotask(() => !subscription.closed && !hasReceived && last.has(name) && callHandler(last.get(name)))
      return () => subscription.unsubscribe()
    },
    isTooDeep: () => depth + 1 > deepestNesting,
    send(event) {
      const [nesting, said] = [depth + 1, epoch]
      queueMicrotask(() => deliver(event, nesting, said))
    },
    forgetLast() {
      epoch += 1
      last.clear()
    },
  }
}

/** A payload with a version never comes after a newer one. Source: faults.md F15. */
function isOlder(payload: unknown, known: unknown): boolean {
  const [version, before] = [versionOf(payload), versionOf(known)]
  return version !== undefined && before !== undefined && version < before
}

function versionOf(payload: unknown): number | undefined {
  return typeof payload === 'object' && payload !== null && 'version' in payload && typeof payload.version === 'number'
    ? payload.version
    : undefined
}
