/**
 * The composition as the rest of the shell sees it. It hides where remotes come from, how they are loaded, which
 * release is mounted and what happens when one fails.
 *
 *   const composition = startComposition()                           // reads the value that the page carries
 *   composition.connect({ hostOf, prepareShared })
 *   await composition.ready()                                        // at once, unless that value is missing or broken
 *   await composition.open(location.pathname, language)              // before the first render
 *   root.render(…<RemoteOutlet composition={composition} app={…} location={deferredLocation} … />…)
 */
import type { ApiCode, Live } from '@adcoin/contract'
import type { Host } from '@adcoin/remote'
import { createAreas, type Area, type AreaPage, type Areas } from './area.ts'
import type { FailurePhase } from './fallback.ts'
import { openLive, overrideKey, stored, type AreaRoute, type AreaTab, type Override } from './live.ts'
import { createLoad } from './load.ts'
import { createReport, type Logged } from './report.ts'

export type CompositionParts = {
  /** The shell's API for a remote; only `remote-auth` gets `signIn`. Called once per app and release. */
  hostOf: (app: string) => Host
  /** The shell's own part of the shared modules that arrive later; awaited before a remote gets any of them. */
  prepareShared?: () => Promise<unknown>
}

/** Why the page is as it is: only `override/` reads it. */
export type Insight = {
  /** What is live for all browsers. */
  live: () => Live | undefined
  /** The releases that this browser uses instead. */
  overrides: () => readonly Override[]
  /** The release of an app that came last into this page. */
  mounted: (app: string) => string | undefined
  /** Loads and failures in this page. The same array until there is another one. */
  log: () => readonly Logged[]
  /** Forgets the failures of an app in this page: a person asked to try it again. */
  forget: (app: string) => void
}

export type Composition = {
  /** The shell's part; call it before anything is opened. */
  connect: (parts: CompositionParts) => void
  /** Resolves when routes and releases are known, or cannot be had for now. */
  ready: () => Promise<void>
  /**
   * Loads what is at a path. Resolves when its remote, or the card if no release of it works, can be drawn without
   * suspending; at once if no remote has this path. Never throws.
   */
  open: (pathname: string, language: ApiCode) => Promise<void>
  /** Starts loading in the background (pointer on a link, idle time). Never throws, never reports. */
  prefetch: (pathname: string, language: ApiCode) => void
  /** Call at every navigation: gives up loads of areas that were left, and asks what is live in the background. */
  navigated: (pathname: string) => void
  /** Number of the live releases in use; 0 while none is known. */
  number: () => number
  /** Every route of every live remote: pattern (`/task/:taskId`). The same array until `onChange`. */
  routes: () => readonly AreaRoute[]
  /** Tabs of the live remotes with labels in six languages, left to right. The same array until `onChange`. */
  tabs: () => readonly AreaTab[]
  /** The remote of this path; undefined if there is none, or if it is not known yet. */
  routeAt: (pathname: string) => AreaRoute | undefined
  /** Whether every route is known. Until then a path without a remote may still have one. */
  isComplete: () => boolean
  /** The title in the remote's own texts, if that remote is loaded and its texts are there. */
  titleOf: (pathname: string) => string | undefined
  /** Asks what is live, then draws anew. Never throws. */
  refresh: () => Promise<void>
  /** Called after routes, tabs or releases changed, or if the screen must be drawn again. */
  onChange: (listener: () => void) => () => void
  /** Number of these changes. */
  changes: () => number
  /** Reports a failure that a remote reported through its host. */
  reportFailure: (app: string, phase: FailurePhase, thrown: unknown) => void
  insight: Insight
  /** For `<RemoteOutlet>` only. */
  area: (page: AreaPage) => Area
}

/** Starts the composition of the page: once, before anything is rendered. */
export function startComposition(): Composition {
  const live = openLive(findOverrides)
  const report = createReport(live)
  live.onProblem(what => report.failure({ app: 'shell' }, 'registry', what))
  let areas: Areas
  let isFirst = true

  return {
    ...live,
    connect({ hostOf, prepareShared = async () => undefined }) {
      areas = createAreas({ live, load: createLoad({ live, report, hostOf, prepareShared }), report })
      live.onReturn(areas.retryAll)
    },
    async open(pathname, language) {
      await live.ready()
      const route = live.routeAt(pathname)
      if (route) await areas.open({ app: route.app, pathname, language })
      // The page only names the other remotes.
      if (isFirst) void live.complete()
      isFirst = false
    },
    prefetch(pathname, language) {
      const route = live.routeAt(pathname)
      if (route) void areas.prefetch({ app: route.app, pathname, language })
    },
    navigated(pathname) {
      areas.navigated(pathname)
      live.navigated()
    },
    titleOf(pathname) {
      const app = live.routeAt(pathname)?.app
      return app === undefined ? undefined : areas.mounted(app)?.module.title(pathname)
    },
    refresh: () => live.refresh().then(live.redraw),
    reportFailure: (app, phase, thrown) => report.failure({ app }, phase, thrown),
    insight: {
      live: live.published,
      overrides: live.overrides,
      mounted: app => areas.mounted(app)?.release,
      log: report.log,
      forget: app => areas.forget(app),
    },
    area: page => areas.area(page),
  }
}

/** The releases that this browser chose, by a file of its own: few browsers have one. */
async function findOverrides(): Promise<readonly Override[]> {
  if ((stored(storage => storage.getItem(overrideKey)) ?? null) === null) return []
  const overrides = await import(/* webpackChunkName: "find-override" */ './overrides.ts')
  return await overrides.findOverrides()
}
