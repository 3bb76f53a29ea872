import { alwaysPaths, publicPaths, shellPaths } from '@adcoin/contract'
import { refuse, type ReleaseRefusal } from '../../refusal.ts'
import type { PageReleases } from '../candidate.ts'

type Owned = { readonly app: string; readonly path: string }

/** Paths that are given to one app, whether it is live or not. rulings.md R1. */
const reserved: readonly Owned[] = [
  ...shellPaths.map(path => ({ app: 'shell', path })),
  ...[...publicPaths, ...alwaysPaths].map(path => ({ app: 'remote-auth', path })),
]

/**
 * Two live remotes must not match the same address, and none may take one that is reserved for the shell or another
 * remote. The patterns are compared: `/:page` matches `/help`, and `/task/new` is an address of `/task/:taskId`.
 */
export function routesCollide({ remotes }: PageReleases): readonly ReleaseRefusal[] {
  const routes = remotes
    .filter(({ isLive }) => isLive)
    .flatMap(({ release }) => (release.manifest?.routes ?? []).map(({ path }) => ({ app: release.app, path, release })))
  return routes.flatMap(({ app, path, release }, index) => {
    const other = [...reserved, ...routes.slice(0, index)].find(
      each => each.app !== app && isSameAddress(each.path, path),
    )
    if (other === undefined) return []
    return [
      refuse(
        'routes-collide',
        `${app}/${release.id}: ${path}`,
        `the address belongs to ${other.app}${other.path === path ? '' : `, by its path ${other.path}`}`,
        'Choose another path in remote.json, or have the other app give it up first.',
      ),
    ]
  })
}

/** Whether one address matches both patterns: a parameter matches any word. */
function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [one, other].map(path => path.split('/').filter(part => part !== ''))
  if (!a || a.length !== b?.length) return false
  return a.every((part, index) => part.startsWith(':') || b[index]?.startsWith(':') || part === b[index])
}
