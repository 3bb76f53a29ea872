import { events, type EventName, type RemoteManifest } from '@adcoin/contract'

/**
 * Problems with the events of a manifest: the contract has each in that version, and a remote emits only its own.
 *
 * @returns a sentence for each that does not fit; empty if all do
 */
export function findEventProblems({ name, events: { in: heard, out } }: RemoteManifest): readonly string[] {
  const owner = name.replace(/^remote-/, '')
  const known = new Set((Object.keys(events) as EventName[]).map(event => `${event}@${events[event].version}`))
  return [
    ...[...out, ...heard]
      .filter(reference => !known.has(reference))
      .map(reference => `remote.json: the contract has no event ${reference}; see shared/contract/src/events.ts`),
    ...out
      .filter(reference => !reference.startsWith(`${owner}.`))
      .map(reference => `remote.json: ${owner} says ${reference}, which only its owner may say; remove it from "out"`),
  ]
}
