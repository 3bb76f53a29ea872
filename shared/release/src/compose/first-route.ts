import { alwaysPaths, publicPaths, startPaths, type Live, type LiveApp } from '@adcoin/contract'

/** One static page: for the visitors of one route, or, without a route, for those of all others. */
export type FirstRoute = {
  /** `money/index.html`; `index.html` for the rest. */
  readonly file: string
  /** Routes whose fragments are in the page, its own first: where it leads, and where the guard may lead instead. */
  readonly shown: readonly string[]
}

/** A page for each route that has a fragment, and one for the rest. @param drawn  routes that have a fragment */
export function firstRoutes({ apps }: Live, drawn: ReadonlySet<string>): readonly FirstRoute[] {
  const routes = Object.values(apps).flatMap(app => app.routes.map(({ path }) => path))
  const own = routes.filter(path => drawn.has(path)).sort()
  const { home, landing } = startPaths
  return [
    { file: 'index.html', shown: [home, landing] },
    ...own.map(path => ({
      file: `${path.slice(1)}/index.html`,
      shown: [path, [...publicPaths, ...alwaysPaths].includes(path) ? home : landing],
    })),
  ]
}

/** What is live as a page carries it: the shell and the apps of its routes completely, others by their names. */
export function inPage({ overrides, ...live }: Live, first: FirstRoute): object {
  const own = ownApps(live, first)
  const apps = Object.entries(live.apps).map(([name, app]) => [name, own.has(name) ? ownApp(app) : namedApp(app)])
  return { ...live, ...(overrides ? { overrides } : {}), apps: Object.fromEntries(apps) }
}

/** The shell and the apps of a page's routes. */
export function ownApps({ apps }: Live, { shown }: FirstRoute): ReadonlySet<string> {
  const owners = Object.keys(apps).filter(name => apps[name]?.routes.some(({ path }) => shown.includes(path)))
  return new Set(['shell', ...owners])
}

/** The releases of an app that a page describes: what a browser starts with, and what it falls back to at once. */
export function carriedReleases({ active, previous: [previous], canary }: LiveApp): readonly string[] {
  return [...new Set([active, ...(canary ? [canary.release] : []), ...(previous === undefined ? [] : [previous])])]
}

/** The import map has the hashes of scripts. */
function ownApp(app: LiveApp): object {
  const versions = carriedReleases(app).map(id => {
    const { integrity, ...version } = app.versions[id] ?? {}
    const others = Object.entries(integrity ?? {}).filter(([file]) => !file.endsWith('.js'))
    return [id, { ...version, integrity: Object.fromEntries(others) }]
  })
  return { ...app, versions: Object.fromEntries(versions) }
}

function namedApp({ routes, ...app }: LiveApp): object {
  return { ...app, previous: [], versions: {}, routes: routes.map(({ path }) => ({ path })) }
}
