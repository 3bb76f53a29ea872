import { modules, registry } from 'virtual-one-build'
import type { ApiCode } from '@adcoin/contract'
import type { Composition, CompositionOptions } from '../../composition/composition.ts'
import type { MountedRemote } from '../../composition/loading/release.ts'
import { routeOf, routesOf, tabsOf } from '../../composition/releases/registry.ts'
import type { OutletArea } from '../../composition/areas/areas.ts'
import { outletArea } from '../outlet-area.ts'

/**
 * Replaces the composition where `npm run bench -- load` builds the product as one build
 * (e2e/bench/load/monolith/build.ts): every area is included, so only the files of a page are fetched, nothing is
 * checked, and nothing fails over. The page contains routes and tabs, as in the product; in the plain build they are a
 * module. It is here because the shell's types define its API.
 */
export function startComposition({ hostOf, prepareShared = async () => undefined }: CompositionOptions): Composition {
  const routes = routesOf(registry)
  const tabs = tabsOf(registry)
  const remotes = Object.fromEntries(
    Object.entries(modules).map(([app, module]) => [app, { app, release: 'one', version: 'one', module }] as const),
  )
  for (const [app, { module }] of Object.entries(remotes)) module.connect(hostOf(app))
  const areas = new Map<string, OutletArea>()

  async function load(app: string, pathname: string, language: ApiCode): Promise<MountedRemote> {
    const remote = remotes[app]
    const route = routeOf(routes, pathname)
    if (!remote || !route) throw new Error(`nothing fills ${pathname}`)
    const groups = registry.apps[app]?.routes.find(({ path }) => path === route.path)?.groups ?? []
    const usesData = groups.length > 0
    await Promise.all([remote.module.preload(pathname, language), usesData ? prepareShared() : undefined])
    return remote
  }
  function areaAt(app: string, pathname: string, language: ApiCode): OutletArea {
    const key = `${pathname} ${language}`
    const bring = () => load(app, pathname, language).then(remote => ({ status: 'ready' as const, remote }))
    const area = areas.get(key) ?? outletArea(bring(), () => void areas.delete(key))
    areas.set(key, area)
    return area
  }

  return {
    ready: async () => undefined,
    generation: () => 1,
    routes: () => routes,
    tabs: () => tabs,
    redraws: () => 0,
    isHeld: () => false,
    onChange: () => () => undefined,
    navigated: () => undefined,
    isComplete: () => true,
    refresh: async () => undefined,
    reportFailure: (_app, _phase, thrown) => console.error(thrown),
    appOfPath: pathname => routeOf(routes, pathname),
    titleOf: pathname => remotes[routeOf(routes, pathname)?.app ?? '']?.module.title(pathname),
    prefetch: (app, pathname, language) => void load(app, pathname, language).catch(() => undefined),
    async load(app, pathname, language) {
      await areaAt(app, pathname, language).arrival
      return load(app, pathname, language)
    },
    insight: {
      live: () => undefined,
      overrides: () => none,
      mounted: () => undefined,
      log: () => none,
      reset: () => undefined,
    },
    outlet: { area: ({ app, pathname, language }) => areaAt(app, pathname, language) },
  }
}

/** The same array each time: what reads it draws anew at another one. */
const none: readonly never[] = []
