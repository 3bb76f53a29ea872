import { events } from '@adcoin/contract'
import { refuse, type ReleaseRefusal } from '../../refusal.ts'
import type { CandidateRule, PageReleases } from '../candidate.ts'
import { callsOf, heldBy, scriptsOf } from '../scripts/read-scripts.ts'
import { literal, nameOf, objectOf, type Node } from '@adcoin/checks/syntax'

/** The contract has the events of the manifest, in that version; a remote emits only its own. */
export const knownEvents: CandidateRule = ({ app, build }) => {
  if (!build.manifest) return []
  const owner = app.replace(/^remote-/, '')
  const versions = new Map<string, number>(Object.entries(events).map(([name, event]) => [name, event.version]))
  const say = (reference: string, says: string, remedy: string) =>
    refuse('events', `${app}: remote.json: ${reference}`, says, remedy)
  const unknown = [...build.manifest.events.out, ...build.manifest.events.in].flatMap(reference => {
    const [name = '', version = ''] = reference.split('@')
    const known = versions.get(name)
    if (known === undefined)
      return [
        say(
          reference,
          'the contract has no such event',
          'Add it to shared/contract/src/events.ts, or correct the name.',
        ),
      ]
    return known === Number(version)
      ? []
      : [say(reference, `the contract has version ${known}`, 'Build against the current contract.')]
  })
  const foreign = build.manifest.events.out.filter(reference => !reference.startsWith(`${owner}.`))
  return [
    ...unknown,
    ...foreign.map(reference =>
      say(reference, `only its owner may say it, and that is not ${owner}`, 'Remove it from "out".'),
    ),
  ]
}

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

/**
 * The live release of its owner must still emit each event that a remote listens to; the shell always emits its own.
 */
export function eventsHaveSpeakers({ remotes }: PageReleases): readonly ReleaseRefusal[] {
  const emitted = new Map(
    remotes
      .filter(({ isLive }) => isLive)
      .map(({ release }) => [release.app.replace(/^remote-/, ''), new Set(release.manifest?.events.out)]),
  )
  return remotes
    .filter(({ isLive }) => isLive)
    .flatMap(({ release }) =>
      (release.manifest?.events.in ?? []).flatMap(reference => {
        const speaker = reference.split('.')[0] ?? ''
        const words = emitted.get(speaker)
        // An owner that is not live yet emits nothing, and breaks nothing: the first remotes are published one after
        // the other.
        if (words === undefined || words.has(reference)) return []
        return [
          refuse(
            'events-have-speakers',
            `${release.app}/${release.id}: ${reference}`,
            `the live release of remote-${speaker} does not emit this event`,
            `Keep the event in remote-${speaker}, or publish a ${release.app} that does not listen to it first.`,
          ),
        ]
      }),
    )
}
