import { createBus, type Bus, type BusScope, type Subscriptions } from './bus.ts'
import type { BusProblem } from './delivery.ts'
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
 * The voice of one owner: emits only the owner's events. Payloads are checked against the catalogue, cloned, frozen, at
 * most 16 KiB, and delivered in a microtask. What is refused is reported and traced, and never throws.
 *
 * @param own  the owner's events as this release was built with them: a remote says a new one without waiting for a
 *   shell that knows it.
 *   An app outside the contract's catalogue owns the events that it brings here. Where both know an event, the shell's
 * definition counts.
 */
export const emitterFor: Bus['emitterFor'] = theBus.emitterFor

/** The last hundred events: name, owner, time, outcome; never payloads. */
export function busTrace(): readonly TraceEntry[] {
  return theBus.trace()
}

/**
 * The `emitterFor` of one speaker, `wallet`: it gives no other owner's voice. For the shell, which hands it to each
 * remote in place of the one above; remotes never get this.
 */
export const voiceOf: Bus['voiceOf'] = theBus.voiceOf

/**
 * Forgets every remembered payload, and what remotes said but was not yet delivered. For the shell, when a session
 * ends, before it says so.
 */
export function forgetLast(): void {
  theBus.forgetLast()
}

/** Tells of refused events and of handlers that threw. For the shell's reports. */
export function onBusProblem(listener: (problem: BusProblem) => void): () => void {
  return theBus.onProblem(listener)
}
