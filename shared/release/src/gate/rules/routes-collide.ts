import { refuse, type Refusal } from '../../refusal.ts'
import type { Standing } from '../candidate.ts'
import { ownerOfPath } from '../kept-paths.ts'

/**
 * Two live remotes must not answer the same address, and none may take one that the shell keeps or gives to another.
 */
export function routesCollide({ remotes }: Standing): readonly Refusal[] {
  const taken = new Map<string, string>()
  return remotes
    .filter(({ isLive }) => isLive)
    .flatMap(({ release }) =>
      (release.card?.routes ?? []).flatMap(({ path }) => {
        // A parameter matches any word, so `/task/:id` and `/task/:taskId` are one address.
        const shape = path.replaceAll(/:[^/]+/g, ':')
        const other = taken.get(shape) ?? ownerOfPath(path)
        if (!taken.has(shape)) taken.set(shape, release.app)
        if (other === undefined || other === release.app) return []
        return [
          refuse(
            'routes-collide',
            `${release.app}/${release.id}: ${path}`,
            `the address belongs to ${other}`,
            'Choose another path in remote.json, or have the other app give it up first.',
          ),
        ]
      }),
    )
}
