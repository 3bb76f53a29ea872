import { alwaysPaths, publicPaths, shellPaths, type Release } from '@adcoin/contract'
import { createRefusal, type ReleaseRefusal } from '../../refusal.ts'
import type { CandidateRule, PageReleases } from '../candidate.ts'

/**
 * A remote has a manifest with its own name; the shell has none. Preloads and tabs refer to routes of the manifest.
 */
export const checkManifest: CandidateRule = ({ app, build }) => {
  const createManifestRefusal = (place: string, message: string, remedy: string) =>
    createRefusal('manifest', `${app}: ${place}`, message, remedy)
  if (app === 'shell')
    return build.manifest === undefined
      ? []
      : [createManifestRefusal('manifest', 'the shell has no manifest', 'Remove remote.json from the shell.')]
  if (build.manifest === undefined)
    return [createManifestRefusal('remote.json', 'the manifest is missing', 'Write one: routes, tabs, events.')]
  const { manifest } = build
  const routes = new Set(manifest.routes.map(route => route.path))
  const addresses = new Set(manifest.routes.map(route => route.path.toLowerCase()))
  return [
    ...(manifest.name === app
      ? []
      : [createManifestRefusal('remote.json: name', `the manifest is of ${manifest.name}`, `Write "${app}".`)]),
    ...(build.container === undefined
      ? [createManifestRefusal('container', 'it has no container name', 'Build it with defineRemote().')]
      : []),
    ...(addresses.size === manifest.routes.length
      ? []
      : [createManifestRefusal('remote.json: routes', 'a path is listed twice', 'Remove one of them.')]),
    ...[...manifest.tabs.map(tab => tab.path), ...Object.keys(build.preload)]
      .filter(path => !routes.has(path))
      .map(path =>
        createManifestRefusal(
          path,
          'no route of the manifest has this path',
          'Add the route, or remove the tab or chunk list.',
        ),
      ),
    ...(build.tabs.length === manifest.tabs.length
      ? []
      : [createManifestRefusal('tabs', 'the build and the manifest have different tabs', 'Build the app again.')]),
  ]
}

type OwnedAddress = { readonly app: string; readonly path: string }

/** Paths reserved for one app, live or not. rulings.md R1. */
const reserved: readonly OwnedAddress[] = [
  ...shellPaths.map(path => ({ app: 'shell', path })),
  ...[...publicPaths, ...alwaysPaths].map(path => ({ app: 'remote-auth', path })),
]

/**
 * Two live remotes must not match the same address, and none may take one that is reserved for the shell or another
 * remote. The patterns are compared: `/:page` matches `/help`, and `/task/new` is an address of `/task/:taskId`.
 */
export function checkRouteCollisions({ remotes }: PageReleases): readonly ReleaseRefusal[] {
  const routes = remotes
    .filter(({ isLive }) => isLive)
    .flatMap(({ release }) => (release.manifest?.routes ?? []).map(({ path }) => ({ app: release.app, path, release })))
  return routes.flatMap(({ app, path, release }, index) => {
    const other = [...reserved, ...routes.slice(0, index)].find(
      each => each.app !== app && isSameAddress(each.path, path),
    )
    if (other === undefined) return []
    return [
      createRefusal(
        'routes-collide',
        `${app}/${release.id}: ${path}`,
        `the address belongs to ${other.app}${other.path === path ? '' : ` (its path ${other.path})`}`,
        'Choose another path in remote.json, or first remove the path from the other app.',
      ),
    ]
  })
}

/** True if one address matches both patterns: a parameter matches any word, and the router ignores case. */
function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [one, other].map(path =>
    path
      .toLowerCase()
      .split('/')
      .filter(part => part !== ''),
  )
  if (!a || a.length !== b?.length) return false
  return a.every((part, index) => part.startsWith(':') || b[index]?.startsWith(':') || part === b[index])
}

/**
 * A new release keeps every address of the one that it replaces: other areas, saved links and open pages use them.
 */
export function checkKeptRoutes(newer: Release, live: Release | undefined): readonly ReleaseRefusal[] {
  const kept = new Set(newer.manifest?.routes.map(route => route.path))
  return (live?.manifest?.routes ?? [])
    .filter(({ path }) => !kept.has(path))
    .map(({ path }) =>
      createRefusal(
        'routes-kept',
        `${newer.app}/${newer.id}: ${path}`,
        `the live release ${live?.id} has this address, the new one lacks it`,
        'Keep the path; its page may redirect. If no page links to it: --even-if-unsafe.',
      ),
    )
}
