import type { ApiCode } from '@adcoin/contract'
import { Area, type OutletArea } from './area.ts'
import { startBounds } from './bounds.ts'
import type { FailurePhase } from './fallback.ts'
import { LiveReleases, overrideKey, type ApplyOverrides } from './live.ts'
import { createLoad, type AreaPage, type LoadParts, type LoadRelease, type MountedRemote } from './load.ts'
import { createReport } from './report.ts'
import { prefetch, type Tab } from './tab.ts'
import { withStorage } from './with-storage.ts'

/** What the shell gives to remotes. */
export type CompositionParts = Pick<LoadParts, 'createHost' | 'prepareShared'>
export type Composition = ReturnType<typeof startComposition>

/**
 * The API of the composition for the rest of the shell. It hides where remotes are stored, how they load, which release
 * is mounted and what follows a failure. Call it once per page, before the first render:
 *
 *   const composition = startComposition()                      // reads the value that the page carries
 *   await composition.ready()                                   // at once if that value is readable
 *   composition.connect({ createHost, prepareShared })
 *   await composition.open(location.pathname, language)         // before the first render
 *   root.render(…<RemoteOutlet composition={composition} app={…} location={deferredLocation} … />…)
 */
export function startComposition() {
  const live = new LiveReleases({
    findOverrides,
    onProblem: problem => report.failure({ app: 'shell' }, 'registry', problem),
    onReturn: () => areas.retryAll(),
  })
  const report = createReport(live)
  startBounds((app, release, violation) => report.failure({ app, release }, 'runtime', violation))
  const reload = () => location.reload()
  const tab: Tab = { live, report, load: rejectUnconnected, reload, memories: new Map(), mounted: new Map(), kept: [] }
  const areas = createAreas(tab)
  const { ready, routes, tabs, routeAt, isComplete, onChange, changes } = live

  return {
    ...{ ready, routes, tabs, routeAt, isComplete, onChange, changes },
    /** Passes the shell's part; call it before `open` and `prefetch`. */
    connect(parts: CompositionParts) {
      tab.load = createLoad({ live, report, ...parts })
    },
    /**
     * Loads the remote of a path. Resolves when the remote, or the card if no release of it works, can be drawn without
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
    /** Call at every navigation: aborts loads of areas that were left, and polls `/live.json` in the background. */
    followNavigation(pathname: string) {
      areas.leaveOthers(pathname)
      live.navigated()
    },
    /** The title in the remote's own texts, if that remote is loaded and its texts are there. */
    titleOf: (pathname: string) => titleOf(tab.mounted.get(routeAt(pathname)?.app ?? ''), pathname),
    /** Reads `/live.json`, then draws again. Never throws. */
    refresh: () => live.refresh().then(live.redraw),
    /** Reports a failure that a remote reported through its host. */
    reportFailure: (app: string, phase: FailurePhase, thrown: unknown) => report.failure({ app }, phase, thrown),
    /** True if the present screen of a path may stay, hidden, and be shown again. */
    canResume: (pathname: string) => areas.find(pathname)?.canResume() === true,
    /** Call with the paths of all screens, as they change: the area of a hidden one pauses, all others are left. */
    keep: areas.keep,
    /** For `<RemoteOutlet>` only: the area that it draws from now on. */
    area: (page: AreaPage): OutletArea => areas.at(page).expect(),
    insight: createInsight(tab),
  }
}

/** State of the composition for the inspector: only `override/` reads it. */
function createInsight({ live, report, mounted }: Tab) {
  return {
    /** What is live for all browsers. */
    live: live.published,
    /** The releases that this browser uses instead. */
    overrides: live.overrides,
    /** The last loaded release of an app. */
    mounted: (app: string) => mounted.get(app)?.release,
    /** Loads and failures in this page. The same array until there is another one. */
    log: report.log,
  }
}

/** Longer titles of a remote are ignored. */
const longestTitle = 300

const rejectUnconnected: LoadRelease = () => Promise.reject(new Error('the composition is not connected'))

/** The areas of the page, by app and path. */
export function createAreas(tab: Tab) {
  const areas = new Map<string, Area>()
  // The first area was opened with the page itself, at time 0.
  let readOpenedAt = () => 0

  function leave(key: string): void {
    areas.get(key)?.dispatch({ type: 'left' })
    areas.delete(key)
  }
  return {
    at(page: AreaPage): Area {
      const key = `${page.app} ${page.pathname}`
      const known = areas.get(key)
      if (known?.isPaused() && !known.canResume()) leave(key)
      const area = areas.get(key) ?? new Area(page, tab, readOpenedAt(), () => leave(key))
      areas.set(key, area)
      readOpenedAt = () => performance.now()
      return area
    },
    find: (pathname: string): Area | undefined => [...areas.values()].find(area => area.page.pathname === pathname),
    keep(pathnames: readonly string[]) {
      tab.kept = pathnames
      for (const [key, area] of areas) if (area.isPaused() && !pathnames.includes(area.page.pathname)) leave(key)
    },
    /** Aborts the loads for other paths. */
    leaveOthers(pathname: string) {
      for (const [key, area] of areas)
        if (area.page.pathname !== pathname && !area.isShown() && !area.isPaused()) leave(key)
    },
    /** Call when the network returns: clears the failures, and retries areas that show their card. */
    retryAll() {
      tab.memories.forEach((memory, app) => tab.memories.set(app, { ...memory, tried: [] }))
      for (const area of areas.values()) area.retry()
    },
  }
}

/** Calls the remote's code: an error of it is reported as any error of the page. */
function titleOf(remote: MountedRemote | undefined, pathname: string): string | undefined {
  try {
    const title: unknown = remote?.module.title(pathname)
    return typeof title === 'string' && title.length <= longestTitle ? title : undefined
  } catch (thrown) {
    reportError(thrown)
    return undefined
  }
}

/** The overrides of this browser. Their code is a separate file, because few browsers have any. */
async function findOverrides(): Promise<ApplyOverrides | undefined> {
  if (!withStorage(storage => storage.getItem(overrideKey))) return undefined
  const overrides = await import(/* webpackChunkName: "find-override" */ './overrides.ts')
  return await overrides.findOverrides()
}
