import { doors, registry } from 'virtual-one-build'
import type { ApiCode } from '@adcoin/contract'
import type { Composition, CompositionOptions } from '../../composition/composition.ts'
import type { MountedRemote } from '../../composition/loading/release.ts'
import { routeOf, routesOf, tabsOf } from '../../composition/releases/registry.ts'
import { settled, tracked, type Outcome } from '../../composition/screens/outcome.ts'

/**
 * Stands in the place of the composition where `npm run bench -- load` builds the product as one build
 * (e2e/bench/load/monolith/build.ts): every area is there, so nothing is fetched but the files of a page, nothing is
 * checked, and nothing can fail over. Routes and tabs stand in the page, as in the product; in the plain build they are
 * a module of it. It is here because the shell's types say what it must answer.
 */
export function startComposition({ hostOf, prepareShared = async () => undefined }: CompositionOptions): Composition {
  const routes = routesOf(registry)
  const tabs = tabsOf(registry)
  const remotes = Object.fromEntries(
    Object.entries(doors).map(([app, door]) => [app, { app, release: 'one', version: 'one', door }] as const),
  )
  for (const [app, { door }] of Object.entries(remotes)) door.connect(hostOf(app))
  const ready = new Set<string>()
  const outcomes = new Map<string, Promise<Outcome>>()

  async function load(app: string, pathname: string, language: ApiCode): Promise<MountedRemote> {
    const remote = remotes[app]
    const route = routeOf(routes, pathname)
    if (!remote || !route) throw new Error(`nobody fills ${pathname}`)
    const groups = registry.apps[app]?.routes.find(({ path }) => path === route.path)?.groups ?? []
    const usesData = groups.length > 0
    await Promise.all([remote.door.preload(pathname, language), usesData ? prepareShared() : undefined])
    ready.add(`${route.path} ${language}`)
    return remote
  }
  function outcome(app: string, pathname: string, language: ApiCode): Promise<Outcome> {
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
    isHeld: () => false,
    onChange: () => () => undefined,
    navigated: () => undefined,
    stop: () => undefined,
    reportFailure: (_app, _phase, thrown) => console.error(thrown),
    appOfPath: pathname => routeOf(routes, pathname),
    titleOf: pathname => remotes[routeOf(routes, pathname)?.app ?? '']?.door.title(pathname),
    prefetch: (app, pathname, language) => void load(app, pathname, language).catch(() => undefined),
    load,
    insight: {
      live: () => undefined,
      trials: () => none,
      mounted: () => undefined,
      log: () => none,
      forgive: () => undefined,
    },
    outlet: {
      outcome,
      replace: (remote, pathname, language) => outcome(remote.app, pathname, language),
      retry: outcome,
      card: () => undefined,
      drawing: () => () => undefined,
      committed: () => undefined,
      left: (_app, pathname) =>
        [...outcomes.keys()].forEach(key => key.startsWith(`${pathname} `) && outcomes.delete(key)),
      isRevoked: () => false,
    },
  }
}

/** The same array each time: what reads it draws anew at another one. */
const none: readonly never[] = []
