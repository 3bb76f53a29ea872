import { live, modules } from 'virtual-one-build'
import type { ApiCode } from '@adcoin/contract'
import type { OutletArea, View } from '../../composition/area.ts'
import type { Composition, CompositionParts } from '../../composition/composition.ts'
import { routeOf, routesOf, tabsOf } from '../../composition/read-live.ts'
import { outletArea } from '../outlet-area.ts'

/**
 * Replaces the composition where `npm run bench -- load` builds the product as one build
 * (e2e/bench/load/monolith/build.ts): every area is included, so only the files of a page are fetched, nothing is
 * checked, and nothing fails over. The page contains routes and tabs, as in the product; in the plain build they are a
 * module. It is here because the shell's types define its API.
 */
export function startComposition(): Composition {
  const [routes, tabs] = [routesOf(live), tabsOf(live)]
  const areas = new Map<string, OutletArea>()
  const routeAt = (pathname: string) => routeOf(routes, pathname)
  const moduleAt = (pathname: string) => modules[routeAt(pathname)?.app ?? '']
  let prepareShared: CompositionParts['prepareShared'] = async () => undefined

  async function load(app: string, pathname: string, language: ApiCode): Promise<View> {
    const module = modules[app]
    if (!module) throw new Error(`nothing fills ${pathname}`)
    const entry = live.apps[app]
    const groups = entry?.versions[entry.active]?.groups[routeAt(pathname)?.path ?? ''] ?? []
    await Promise.all([module.preload(pathname, language), groups.length > 0 ? prepareShared() : undefined])
    return { status: 'ready', remote: { app, release: 'one', module }, drawing: 1 }
  }
  function areaAt(app: string, pathname: string, language: ApiCode): OutletArea {
    const key = `${pathname} ${language}`
    const area = areas.get(key) ?? outletArea(load(app, pathname, language), () => void areas.delete(key))
    areas.set(key, area)
    return area
  }

  return {
    connect(parts) {
      ;({ prepareShared } = parts)
      for (const [app, module] of Object.entries(modules)) module.connect(parts.hostOf(app))
    },
    ready: async () => undefined,
    async open(pathname, language) {
      const route = routeAt(pathname)
      if (route) await areaAt(route.app, pathname, language).arrival
    },
    prefetch(pathname, language) {
      const route = routeAt(pathname)
      if (route) void load(route.app, pathname, language).catch(() => undefined)
    },
    routes: () => routes,
    tabs: () => tabs,
    routeAt,
    changes: () => 0,
    onChange: () => () => undefined,
    navigated: () => undefined,
    isComplete: () => true,
    refresh: async () => undefined,
    reportFailure: (_app, _phase, thrown) => console.error(thrown),
    titleOf: pathname => moduleAt(pathname)?.title(pathname),
    insight: {
      live: () => undefined,
      overrides: () => none,
      mounted: () => undefined,
      log: () => none,
    },
    area: ({ app, pathname, language }) => areaAt(app, pathname, language),
  }
}

/** The same array each time: what reads it draws anew at another one. */
const none: readonly never[] = []
