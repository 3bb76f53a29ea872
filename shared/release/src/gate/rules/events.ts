import { events } from '@adcoin/contract'
import { refuse, type ReleaseRefusal } from '../../refusal.ts'
import type { CandidateRule, PageReleases } from '../candidate.ts'

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
