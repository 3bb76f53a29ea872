import type { EventName, EventPayload } from '@adcoin/contract'
import { Subject } from 'rxjs'
import type { createTrace } from './trace.ts'

/** Events of one name within one second; what comes above is cut. */
export const mostPerSecond = 100
/** Events of one speaker within one second, whatever their names: who makes names up floods as well. */
export const mostOfOneSpeaker = 300
const mostWindows = 1000

type Pressure = 'fine' | 'firstCut' | 'cut'

/** Counts events per key in windows of one second. `firstCut` comes once per window, to be reported. */
export function createFlood(now: () => number, most: number): { count(key: string): Pressure } {
  const windows = new Map<string, { since: number; seen: number }>()
  return {
    count(key) {
      const time = now()
      const known = windows.get(key)
      const window = known && time - known.since < 1000 ? known : { since: time, seen: 0 }
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
type Accepted = { name: string; owner: string; replay: 'none' | 'last'; payload: unknown }

export type Delivery = {
  /** `label` names the subscriber in reports. */
  on<Name extends EventName>(name: Name, handler: Handler<Name>, label?: string): () => void
  /** Whether an event emitted now would nest handlers too deeply. */
  isTooDeep(): boolean
  /** Delivers in a microtask; never what a remote emitted before the session ended. */
  send(event: Accepted): void
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

  function subjectOf(name: string): Subject<unknown> {
    const known = subjects.get(name) ?? new Subject<unknown>()
    subjects.set(name, known)
    return known
  }

  function deliver({ name, owner, replay, payload }: Accepted, nesting: number, count: number): void {
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
      let hasHeard = false
      const guarded = (payload: unknown) => {
        hasHeard = true
        try {
          handler(payload as EventPayload<typeof name>)
        } catch (error) {
          complain({ name, owner: label, why: 'a handler threw', error })
        }
      }
      const subscription = subjectOf(name).subscribe(guarded)
      if (last.has(name))
        queueMicrotask(() => !subscription.closed && !hasHeard && last.has(name) && guarded(last.get(name)))
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
  const [said, before] = [versionOf(payload), versionOf(known)]
  return said !== undefined && before !== undefined && said < before
}

function versionOf(payload: unknown): number | undefined {
  return typeof payload === 'object' && payload !== null && 'version' in payload && typeof payload.version === 'number'
    ? payload.version
    : undefined
}
