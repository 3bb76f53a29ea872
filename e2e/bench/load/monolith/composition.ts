import { doors, registry, routeOf, routesOf, settled, tabsOf, tracked, type Door, type Host } from 'virtual-one-build'

type Options = { hostOf: (app: string) => Host; prepareShared?: () => Promise<unknown> }
type Remote = { app: string; release: string; version: string; door: Door }
type Outcome = { state: 'ready'; remote: Remote }

/**
 * Stands in the one build for the composition of the shell: every area is there, so nothing is fetched but the files of
 * a page, nothing is checked, and nothing can fail over. Routes and tabs stand in the page, as in
 * the product; in the plain build they are a module of it.
 */
export function startComposition({ hostOf, prepareShared = async () => undefined }: Options) {
  const routes = routesOf(registry)
  const tabs = tabsOf(registry)
  const remotes = Object.fromEntries(
    Object.entries(doors).map(([app, door]) => [app, { app, release: 'one', version: 'one', door }] as const),
  )
  for (const [app, { door }] of Object.entries(remotes)) door.connect(hostOf(app))
  const ready = new Set<string>()
  const outcomes = new Map<string, Promise<Outcome>>()

  async function load(app: string, pathname: string, language: string): Promise<Remote> {
    const remote = remotes[app]
    const route = routeOf(routes, pathname)
    if (!remote || !route) throw new Error(`nobody fills ${pathname}`)
    const { groups = [] } = registry.apps[app]?.routes.find(({ path }) => path === route.path) ?? {}
    const usesData = groups.length > 0
    await Promise.all([remote.door.preload(pathname, language), usesData ? prepareShared() : undefined])
    ready.add(`${route.path} ${language}`)
    return remote
  }
  function outcome(app: string, pathname: string, language: string): Promise<Outcome> {
    const key = `${pathname} ${language}`
    const remote = remotes[app]
    const isReady = ready.has(`${routeOf(routes, pathname)?.path} ${language}`)
    const known =
      outcomes.get(key) ??
      (remote && isReady
        ? settled<Outcome>({ state: 'ready', remote })
        : tracked(load(app, pathname, language).then(brought => ({ state: 'ready' as const, remote: brought }))))
    outcomes.set(key, known)
    return known
  }

  return {
    ready: async () => undefined,
    generation: () => 1,
    routes: () => routes,
    tabs: () => tabs,
    redraws: () => 0,
    repair: () => false,
    onChange: () => () => undefined,
    navigated: () => undefined,
    stop: () => undefined,
    reportFailure: (_app: string, _phase: string, thrown: unknown) => console.error(thrown),
    appOfPath: (pathname: string) => routeOf(routes, pathname),
    titleOf: (pathname: string) => remotes[routeOf(routes, pathname)?.app ?? '']?.door.title(pathname),
    prefetch: (app: string, pathname: string, language: string) =>
      void load(app, pathname, language).catch(() => undefined),
    load: async (app: string, pathname: string, language: string) => (await outcome(app, pathname, language)).remote,
    outlet: {
      outcome,
      replace: outcome,
      retry: outcome,
      committed: () => undefined,
      left: (_app: string, pathname: string) =>
        [...outcomes.keys()].forEach(key => key.startsWith(`${pathname} `) && outcomes.delete(key)),
      isRevoked: () => false,
    },
  }
}
