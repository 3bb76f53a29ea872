import { createRefusal, type ReleaseRefusal } from '../../refusal.ts'
import type { PageReleases } from '../candidate.ts'

/**
 * The live release of its owner must still emit each event that a live remote or canary listens to; the shell always
 * emits its own.
 */
export function checkEventEmitters({ remotes }: PageReleases): readonly ReleaseRefusal[] {
  const emitted = new Map(
    remotes
      .filter(({ isLive }) => isLive)
      .map(({ release }) => [release.app.replace(/^remote-/, ''), new Set(release.manifest?.events.out)]),
  )
  return remotes
    .filter(({ isFallback }) => !isFallback)
    .flatMap(({ release }) =>
      (release.manifest?.events.in ?? []).flatMap(reference => {
        const emitter = reference.split('.')[0] ?? ''
        const words = emitted.get(emitter)
        // An owner that is not live yet is no problem: the first remotes are published one after the other.
        if (words === undefined || words.has(reference)) return []
        return [
          createRefusal(
            'events-have-speakers',
            `${release.app}/${release.id}: ${reference}`,
            `the live release of remote-${emitter} does not emit this event`,
            `Keep the event in remote-${emitter}, or first publish a ${release.app} that does not listen to it.`,
          ),
        ]
      }),
    )
}
