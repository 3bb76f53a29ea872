import { live, modules } from 'virtual-one-build'
import type { ApiCode } from '@adcoin/contract'
import type { OutletArea, View } from '../../composition/area.ts'
import type { Composition, CompositionParts } from '../../composition/composition.ts'
import { findRoute, listRoutes, listTabs } from '../../composition/read-live.ts'
import { createOutletArea } from '../create-outlet-area.ts'

/**
 * Replaces the composition where `npm run bench -- load` builds the product as one build
 * (e2e/bench/load/monolith/build.ts): every area is included, so only the files of a page are fetched, nothing is
 * checked, and nothing fails over. The page contains routes and tabs, as in the product; in the plain build they are a
 * module. It is here because the shell's types define its API.
 */
export function startComposition(): Composition {
  const [routes, tabs] = [listRoutes(live), listTabs(live)]
  const areas = new Map<string, OutletArea>()
  const routeAt = (pathname: string) => findRoute(routes, pathname)
  const findModule = (pathname: string) => modules[routeAt(pathname)?.app ?? '']
  let prepareShared: CompositionParts['prepareShared'] = async () => undefined

  async function load(app: string, pathname: string, language: ApiCode): Promise<View> {
    const module = modules[app]
    if (!module) throw new Error(`nothing fills ${pathname}`)
    const entry = live.apps[app]
    const groups = entry?.versions[entry.active]?.groups[routeAt(pathname)?.path ?? ''] ?? []
    await Promise.all([module.preload(pathname, language), groups.length > 0 ? prepareShared() : undefined])
    return { status: 'ready', remote: { app, release: 'one', module }, drawing: 1 }
  }
  function getArea(app: string, pathname: string, language: ApiCode): OutletArea {
    const key = `${pathname} ${language}`
    const area = areas.get(key) ?? createOutletArea(load(app, pathname, language), () => void areas.delete(key))
    areas.set(key, area)
    return area
  }

  return {
    connect(parts) {
      ;({ prepareShared } = parts)
      for (const [app, module] of Object.entries(modules)) module.connect(parts.createHost(app))
    },
    ready: async () => undefined,
    async open(pathname, language) {
      const route = routeAt(pathname)
      if (route) await getArea(route.app, pathname, language).arrival
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
    followNavigation: () => undefined,
    canResume: () => false,
    keep: () => undefined,
    isComplete: () => true,
    refresh: async () => undefined,
    reportFailure: (_app, _phase, thrown) => console.error(thrown),
    titleOf: pathname => findModule(pathname)?.title(pathname),
    insight: {
      live: () => undefined,
      overrides: () => none,
      mounted: () => undefined,
      log: () => none,
    },
    area: ({ app, pathname, language }) => getArea(app, pathname, language),
  }
}

/** The same array each time: a new one would draw its readers again. */
const none: readonly never[] = []
