import type { ApiCode } from '@adcoin/contract'
import { Area, prefetch, type OutletArea, type Tab } from './area.ts'
import { startBounds } from './bounds.ts'
import type { FailurePhase } from './fallback.ts'
import { LiveReleases, overrideKey, withStorage, type ApplyOverrides } from './live.ts'
import { createLoad, type AreaPage, type LoadParts, type LoadRelease, type MountedRemote } from './load.ts'
import { createReport } from './report.ts'

/** What the shell gives to remotes. */
export type CompositionParts = Pick<LoadParts, 'createHost' | 'prepareShared'>
export type Composition = ReturnType<typeof startComposition>

/**
 * What the rest of the shell may call. It hides where remotes come from, how they are loaded, which release is mounted
 * and what happens when one fails. Once per page, before anything is rendered:
 *
 *   const composition = startComposition()                      // reads the value that the page carries
 *   await composition.ready()                                   // at once, unless that value is missing or broken
 *   composition.connect({ createHost, prepareShared })
 *   await composition.open(location.pathname, language)         // before the first render
 *   root.render(…<RemoteOutlet composition={composition} app={…} location={deferredLocation} … />…)
 */
export function startComposition() {
  const live = new LiveReleases({
    findOverrides,
    onProblem: what => report.failure({ app: 'shell' }, 'registry', what),
    onReturn: () => areas.retryAll(),
  })
  const report = createReport(live)
  startBounds((app, release, what) => report.failure({ app, release }, 'runtime', what))
  const tab: Tab = { live, report, load: rejectUnconnected, memories: new Map(), mounted: new Map() }
  const areas = createAreas(tab)
  const { ready, routes, tabs, routeAt, isComplete, onChange, changes } = live

  return {
    ...{ ready, routes, tabs, routeAt, isComplete, onChange, changes },
    /** The shell's part; call it before anything is opened. */
    connect(parts: CompositionParts) {
      tab.load = createLoad({ live, report, ...parts })
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
    followNavigation(pathname: string) {
      areas.leaveOthers(pathname)
      live.navigated()
    },
    /** The title in the remote's own texts, if that remote is loaded and its texts are there. */
    titleOf: (pathname: string) => titleOf(tab.mounted.get(routeAt(pathname)?.app ?? ''), pathname),
    /** Asks what is live, then draws anew. Never throws. */
    refresh: () => live.refresh().then(live.redraw),
    /** Reports a failure that a remote reported through its host. */
    reportFailure: (app: string, phase: FailurePhase, thrown: unknown) => report.failure({ app }, phase, thrown),
    /** For `<RemoteOutlet>` only: the area at a path, which it draws from now on. */
    area: (page: AreaPage): OutletArea => areas.at(page).expect(),
    insight: createInsight(tab),
  }
}

/** Why the page is as it is: only `override/` reads it. */
function createInsight({ live, report, mounted }: Tab) {
  return {
    /** What is live for all browsers. */
    live: live.published,
    /** The releases that this browser uses instead. */
    overrides: live.overrides,
    /** The release of an app that came last into this page. */
    mounted: (app: string) => mounted.get(app)?.release,
    /** Loads and failures in this page. The same array until there is another one. */
    log: report.log,
  }
}

/** No title of a remote is longer. */
const longestTitle = 300

const rejectUnconnected: LoadRelease = () => Promise.reject(new Error('the composition is not connected'))

/** The areas of the page, by app and path. */
export function createAreas(tab: Tab) {
  const areas = new Map<string, Area>()
  // The first area of the page was wanted as the page was.
  let since = () => 0

  function leave(key: string): void {
    areas.get(key)?.dispatch({ type: 'left' })
    areas.delete(key)
  }
  return {
    at(page: AreaPage): Area {
      const key = `${page.app} ${page.pathname}`
      const area = areas.get(key) ?? new Area(page, tab, since(), () => leave(key))
      areas.set(key, area)
      since = () => performance.now()
      return area
    },
    /** Gives up what is loading for paths that were left. */
    leaveOthers(pathname: string) {
      for (const [key, area] of areas) if (area.page.pathname !== pathname && !area.isShown()) leave(key)
    },
    /** The network returned: what failed is forgotten, and areas whose card is on screen try again. */
    retryAll() {
      tab.memories.forEach((memory, app) => tab.memories.set(app, { ...memory, tried: [] }))
      for (const area of areas.values()) area.retry()
    },
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
async function findOverrides(): Promise<ApplyOverrides | undefined> {
  if (!withStorage(storage => storage.getItem(overrideKey))) return undefined
  const overrides = await import(/* webpackChunkName: "find-override" */ './overrides.ts')
  return await overrides.findOverrides()
}
