import type { ApiCode } from '@adcoin/contract'
import type { Host } from '@adcoin/remote'
import { Area, prefetch, type AreaPage, type OutletArea, type Tab } from './area.ts'
import { startBounds } from './bounds.ts'
import { noMemory, type FailurePhase } from './fallback.ts'
import { LiveReleases, overrideKey, stored, type Overrides } from './live.ts'
import { createLoad, type LoadRelease, type MountedRemote } from './load.ts'
import { createReport } from './report.ts'

export type CompositionParts = {
  /** The shell's API for a remote; only `remote-auth` gets `signIn`. Called once per app and release. */
  hostOf: (app: string) => Host
  /** The shell's own part of the shared modules that arrive later; awaited before a remote gets any of them. */
  prepareShared?: () => Promise<unknown>
}
export type Composition = ReturnType<typeof startComposition>

/**
 * What the rest of the shell may call. It hides where remotes come from, how they are loaded, which release is mounted
 * and what happens when one fails. Once per page, before anything is rendered:
 *
 *   const composition = startComposition()                      // reads the value that the page carries
 *   await composition.ready()                                   // at once, unless that value is missing or broken
 *   composition.connect({ hostOf, prepareShared })
 *   await composition.open(location.pathname, language)         // before the first render
 *   root.render(…<RemoteOutlet composition={composition} app={…} location={deferredLocation} … />…)
 */
export function startComposition() {
  const live = new LiveReleases(findOverrides)
  const report = createReport(live)
  startBounds(report.violation)
  const tab: Tab = { live, report, load: notConnected, memories: new Map(), mounted: new Map() }
  const areas = createAreas(tab)
  live.connect(what => report.failure({ app: 'shell' }, 'registry', what), areas.retryAll)
  const { ready, number, routes, tabs, routeAt, isComplete, onChange, changes } = live

  return {
    ...{ ready, number, routes, tabs, routeAt, isComplete, onChange, changes },
    /** The shell's part; call it before anything is opened. */
    connect({ hostOf, prepareShared = async () => undefined }: CompositionParts) {
      tab.load = createLoad({ live, report, hostOf, prepareShared })
    },
    /**
     * Loads what is at a path. Resolves when its remote, or the card if no release of it works, can be drawn without
     * suspending; at once if no remote has this path. Never throws.
     */
    async open(pathname: string, language: ApiCode) {
      await ready()
      if (!routeAt(pathname)) await live.complete()
      const route = routeAt(pathname)
      if (route) await areas.at({ app: route.app, pathname, language }).arrival
      // The page only names the other remotes.
      void live.complete()
    },
    /** Starts loading in the background (pointer on a link, idle time). Never throws, never reports. */
    prefetch(pathname: string, language: ApiCode) {
      const route = routeAt(pathname)
      if (route) void prefetch({ app: route.app, pathname, language }, tab)
    },
    /** Call at every navigation: gives up loads of areas that were left, and asks what is live in the background. */
    navigated(pathname: string) {
      areas.leaveOthers(pathname)
      live.navigated()
    },
    /** The title in the remote's own texts, if that remote is loaded and its texts are there. */
    titleOf: (pathname: string) => titleOf(areas.mounted(routeAt(pathname)?.app ?? ''), pathname),
    /** Asks what is live, then draws anew. Never throws. */
    refresh: () => live.refresh().then(live.redraw),
    /** Reports a failure that a remote reported through its host. */
    reportFailure: (app: string, phase: FailurePhase, thrown: unknown) => report.failure({ app }, phase, thrown),
    /** For `<RemoteOutlet>` only: the area at a path, which it draws from now on. */
    area: (page: AreaPage): OutletArea => areas.at(page).expect(),
    /** Why the page is as it is: only `override/` reads it. */
    insight: {
      /** What is live for all browsers. */
      live: live.published,
      /** The releases that this browser uses instead. */
      overrides: live.overrides,
      /** The release of an app that came last into this page. */
      mounted: (app: string) => areas.mounted(app)?.release,
      /** Loads and failures in this page. The same array until there is another one. */
      log: report.log,
      /** Forgets the failures of an app in this page: a person asked to try it again. */
      forget: areas.forget,
    },
  }
}

/** No title of a remote is longer. */
const longestTitle = 300

const notConnected: LoadRelease = () => Promise.reject(new Error('the composition is not connected'))

/** The areas of the page, by app and path. */
export function createAreas(tab: Tab) {
  const areas = new Map<string, Area>()

  function leave(key: string): void {
    areas.get(key)?.dispatch({ type: 'left' })
    areas.delete(key)
  }
  function forget(app: string): void {
    tab.memories.set(app, { ...(tab.memories.get(app) ?? noMemory), tried: [] })
  }
  return {
    at(page: AreaPage): Area {
      const key = `${page.app} ${page.pathname}`
      const known = areas.get(key)
      if (known) return known
      // The first area of the page was wanted as the page was.
      const area = new Area(page, tab, tab.memories.size === 0 ? 0 : performance.now(), () => leave(key))
      areas.set(key, area)
      area.dispatch({ type: 'opened' })
      return area
    },
    /** Gives up what is loading for paths that were left. */
    leaveOthers(pathname: string) {
      for (const [key, area] of areas) if (area.page.pathname !== pathname && !area.isShown()) leave(key)
    },
    /** The network returned: what failed is forgotten, and areas whose card is on screen try again. */
    retryAll() {
      tab.memories.forEach((_, app) => forget(app))
      for (const area of areas.values()) area.retry()
    },
    forget,
    mounted: (app: string) => [...tab.mounted.values()].findLast(remote => remote.app === app),
  }
}

/** By the remote's own code: what it throws is reported as any error of the page. */
function titleOf(remote: MountedRemote | undefined, pathname: string): string | undefined {
  try {
    const title: unknown = remote?.module.title(pathname)
    return typeof title === 'string' && title.length <= longestTitle ? title : undefined
  } catch (thrown) {
    reportError(thrown)
    return undefined
  }
}

/** The releases that this browser chose, by a file of its own: few browsers have one. */
async function findOverrides(): Promise<Overrides | undefined> {
  if (!stored(storage => storage.getItem(overrideKey))) return undefined
  const overrides = await import(/* webpackChunkName: "find-override" */ './overrides.ts')
  return await overrides.findOverrides()
}
