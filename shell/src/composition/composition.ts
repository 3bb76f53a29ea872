import type { ApiCode } from '@adcoin/contract'
import type { Host } from '@adcoin/remote'
import { createAreas, type AreaPage } from './area.ts'
import type { FailurePhase } from './fallback.ts'
import { LiveReleases, overrideKey, stored, type Overrides } from './live.ts'
import { createLoad } from './load.ts'
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
  let areas: ReturnType<typeof createAreas>
  let isFirst = true
  const { ready, number, routes, tabs, routeAt, isComplete, onChange, changes } = live

  return {
    ...{ ready, number, routes, tabs, routeAt, isComplete, onChange, changes },
    /** The shell's part; call it before anything is opened. */
    connect({ hostOf, prepareShared = async () => undefined }: CompositionParts) {
      areas = createAreas({ live, load: createLoad({ live, report, hostOf, prepareShared }), report })
      live.connect(what => report.failure({ app: 'shell' }, 'registry', what), areas.retryAll)
    },
    /**
     * Loads what is at a path. Resolves when its remote, or the card if no release of it works, can be drawn without
     * suspending; at once if no remote has this path. Never throws.
     */
    async open(pathname: string, language: ApiCode) {
      await ready()
      if (!routeAt(pathname)) await live.complete()
      const route = routeAt(pathname)
      if (route) await areas.open({ app: route.app, pathname, language })
      // The page only names the other remotes.
      if (isFirst) void live.complete()
      isFirst = false
    },
    /** Starts loading in the background (pointer on a link, idle time). Never throws, never reports. */
    prefetch(pathname: string, language: ApiCode) {
      const route = routeAt(pathname)
      if (route) void areas.prefetch({ app: route.app, pathname, language })
    },
    /** Call at every navigation: gives up loads of areas that were left, and asks what is live in the background. */
    navigated(pathname: string) {
      areas.navigated(pathname)
      live.navigated()
    },
    /** The title in the remote's own texts, if that remote is loaded and its texts are there. */
    titleOf(pathname: string): string | undefined {
      try {
        const title: unknown = areas.mounted(routeAt(pathname)?.app ?? '')?.module.title(pathname)
        return typeof title === 'string' ? title : undefined
      } catch (thrown) {
        reportError(thrown)
        return undefined
      }
    },
    /** Asks what is live, then draws anew. Never throws. */
    refresh: () => live.refresh().then(live.redraw),
    /** Reports a failure that a remote reported through its host. */
    reportFailure: (app: string, phase: FailurePhase, thrown: unknown) => report.failure({ app }, phase, thrown),
    /** For `<RemoteOutlet>` only. */
    area: (page: AreaPage) => areas.area(page),
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
      forget: (app: string) => areas.forget(app),
    },
  }
}

/** The releases that this browser chose, by a file of its own: few browsers have one. */
async function findOverrides(): Promise<Overrides | undefined> {
  if (!stored(storage => storage.getItem(overrideKey))) return undefined
  const overrides = await import(/* webpackChunkName: "find-override" */ './overrides.ts')
  return await overrides.findOverrides()
}
