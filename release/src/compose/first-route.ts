import { startPaths, type Live, type LiveApp } from '@adcoin/contract'

/** One static page: for one route, or without a route for all other addresses. */
export type FirstRoute = {
  /** `money/index.html`; `index.html` for the rest. */
  readonly file: string
  /** Routes whose fragments are in the page: its own one; in `index.html` those to which `/` leads, home first. */
  readonly shown: readonly string[]
}

/** A page for each route that has a fragment, and one for the rest. @param drawn  routes that have a fragment */
export function listFirstRoutes({ apps }: Live, drawn: ReadonlySet<string>): readonly FirstRoute[] {
  const routes = Object.values(apps).flatMap(app => app.routes.map(({ path }) => path))
  const own = routes.filter(path => drawn.has(path)).sort()
  const { home, landing } = startPaths
  return [
    { file: 'index.html', shown: [home, landing] },
    ...own.map(path => ({ file: `${path.slice(1)}/index.html`, shown: [path] })),
  ]
}

/**
 * What is live as a page carries it: the shell and the apps of its routes, others by their names.
 */
export function pickForPage({ overrides, ...live }: Live, first: FirstRoute): object {
  const carried = listCarriedReleases(live, first)
  const apps = Object.entries(live.apps).map(([name, app]) => {
    const ids = carried.get(name)
    return [name, ids ? ownApp(app, ids) : namedApp(app)]
  })
  return { ...live, ...(overrides ? { overrides } : {}), apps: Object.fromEntries(apps) }
}

/**
 * The releases that a page describes, by app: what a browser starts with and, of the shell and the route's own app,
 * what it falls back to at once.
 */
export function listCarriedReleases({ apps }: Live, { shown }: FirstRoute): ReadonlyMap<string, readonly string[]> {
  const carried = Object.entries(apps).flatMap(
    ([
      name,
      {
        active,
        previous: [previous],
        canary,
        routes,
      },
    ]) => {
      const [own, other] = shown.map(path => routes.some(route => route.path === path))
      if (name !== 'shell' && !own && !other) return []
      const next = previous !== undefined && (name === 'shell' || own) ? [previous] : []
      return [[name, [...new Set([active, ...(canary ? [canary.release] : []), ...next])]] as const]
    },
  )
  return new Map(carried)
}

/**
 * The import map contains the hashes of scripts, a remote's entry the hashes of its texts; its module has the titles.
 */
function ownApp(app: LiveApp, ids: readonly string[]): object {
  const versions = ids.map(id => {
    const { integrity, ...version } = app.versions[id] ?? { integrity: {} }
    const styles = Object.entries(integrity).filter(([file]) => file.endsWith('.css'))
    return [id, { ...version, integrity: Object.fromEntries(styles) }]
  })
  const routes = app.routes.map(({ path, reads }) => ({ path, reads }))
  return { ...app, routes, versions: Object.fromEntries(versions) }
}

function namedApp({ routes, ...app }: LiveApp): object {
  return { ...app, previous: [], versions: {}, routes: routes.map(({ path }) => ({ path })) }
}
