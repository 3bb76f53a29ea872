import { events } from '@adcoin/contract'
import { refuse } from '../../refusal.ts'
import type { CandidateRule } from '../candidate.ts'
import { callsOf, heldBy, scriptsOf } from '../scripts/read-scripts.ts'
import { literal, nameOf, objectOf, type Node } from '@adcoin/checks/syntax'

/**
 * The manifest lists the events that a remote's code listens to: else the gate could not reject a release of the
 * emitter that stops emitting one. A listener for an event without emitter fails silently.
 */
export const listenedEvents: CandidateRule = candidate => {
  const { app, build } = candidate
  if (app === 'shell') return []
  const known = new Set(
    [...(build.manifest?.events.in ?? []), ...(build.manifest?.events.out ?? [])].map(each => each.split('@')[0] ?? ''),
  )
  return scriptsOf(candidate).flatMap(script => {
    const isScope = heldBy(script, 'scope')
    return callsOf(script).flatMap(({ callee, given, scope, place }) => {
      if (!isHearing(callee, given[0], name => isScope(name, scope))) return []
      const name = literal(given[0])
      if (name !== undefined && known.has(name)) return []
      return [refuse('listened-events', `${app}: ${place}`, whyNot(name), remedyFor(name))]
    })
  })
}

/** `useEvent(…)`, `bus.on(…)`, `bus.scope(…).stream(…)`, or `on` and `stream` of anything with the name of an event. */
function isHearing(callee: Node, first: unknown, isScope: (name: unknown) => boolean): boolean {
  const name = nameOf(callee) ?? ''
  if (name === 'useEvent') return true
  if (name !== 'on' && name !== 'stream') return false
  const of = objectOf(callee)
  const isBus =
    nameOf(of) === 'bus' || nameOf(of?.['callee']) === 'scope' || (of?.type === 'Identifier' && isScope(of['name']))
  return isBus || /^[a-z]+\.[a-zA-Z]+$/.test(literal(first) ?? '')
}

function whyNot(name: string | undefined): string {
  if (name === undefined) return 'it listens to an event without a literal name'
  return Object.hasOwn(events, name)
    ? `it listens to ${name}, which its manifest does not name`
    : `it listens to ${name}, an event that the contract does not have`
}

function remedyFor(name: string | undefined): string {
  if (name === undefined) return 'Name the event as a literal where you listen.'
  return Object.hasOwn(events, name)
    ? 'Add it to "events": { "in": … } of remote.json, with its version.'
    : `Correct the name; the events are ${Object.keys(events).join(', ')}.`
}
