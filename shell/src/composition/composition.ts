/**
 * The composition as the rest of the shell sees it. It hides where remotes come from, how they are loaded, which
 * version is mounted and what happens when one fails.
 *
 *   const composition = startComposition({ hostOf })                 // reads the registry block of the page
 *   await composition.ready()                                        // at once, unless the block is missing or broken
 *   const found = composition.appOfPath(location.pathname)
 *   // Before the first render:
 *   if (found) await composition.load(found.app, location.pathname, language).catch(() => undefined)
 *   root.render(…<RemoteOutlet composition={composition} app={found.app} location={deferredLocation} … />…)
 */
import type { ApiCode, Registry } from '@adcoin/contract'
import type { Host } from '@adcoin/remote'
import type { MountedRemote } from './loading/release.ts'
import type { AreaRoute, AreaTab } from './releases/registry.ts'
import type { Override } from './releases/override.ts'
import type { FailurePhase, Logged } from './reports.ts'
import type { OutletPort } from './areas/areas.ts'

export type CompositionOptions = {
  /** The shell's API for a remote; only `remote-auth` gets `signIn`. Called once per app and version. */
  hostOf: (app: string) => Host
  /** The shell's own part of the shared modules that arrive later; awaited before a remote gets any of them. */
  prepareShared?: () => Promise<unknown>
}

/** The parts of this page, and the reason for each. */
export type Insight = {
  /** The releases that are live for all browsers. */
  live: () => Registry | undefined
  /** The releases that this browser uses instead. */
  overrides: () => readonly Override[]
  /** The release of an app that came last into this page. */
  mounted: (app: string) => string | undefined
  /** The failures in this page. The same array until there is another one. */
  log: () => readonly Logged[]
  /** Forgets the failures of an app in this page: a person asked to try it again. */
  reset: (app: string) => void
}

export type Composition = {
  /** Resolves when routes and versions are known, or cannot be had for now. */
  ready: () => Promise<void>
  /** Number of the generation whose routes and versions are in use; 0 while none is known. */
  generation: () => number
  /**
   * Every route of every live remote: pattern (`/task/:taskId`). The same
   * array until `onChange`.
   */
  routes: () => readonly AreaRoute[]
  /** Tabs of the live remotes with labels in six languages, left to right. The same array until `onChange`. */
  tabs: () => readonly AreaTab[]
  /** The remote of this path; undefined if there is none, or if it is not known yet. */
  appOfPath: (pathname: string) => AreaRoute | undefined
  /** Whether every route is known. Until then a path without a remote may still have one. */
  isComplete: () => boolean
  /** Reads the registry again, then draws anew. Never throws. */
  refresh: () => Promise<void>
  /** The title in the remote's own texts, where that remote is loaded and its texts are there. */
  titleOf: (pathname: string) => string | undefined
  /** Starts loading in the background (pointer on a link, idle time). Never throws, never reports. */
  prefetch: (app: string, pathname: string, language: ApiCode) => void
  /**
   * The remote for this path, ready to be drawn without suspending: entry, styles, texts and the page's chunk are
   * there. Falls back to previous good releases by itself.
   *
   * @throws where no release of this app works; `<RemoteOutlet>` draws the card for it
   */
  load: (app: string, pathname: string, language: ApiCode) => Promise<MountedRemote>
  /** Called after routes, tabs or live versions changed. */
  onChange: (listener: () => void) => () => void
  /**
   * Grows when the screen must be drawn again: a release was loaded and did not appear. Listeners are called as for any
   * change.
   */
  redraws: () => number
  /** Whether the screen of the last navigation could be drawn for a while, and the page gives it no turn. */
  isHeld: () => boolean
  /**
   * Call at every navigation: gives up loads of areas that were left and asks for a newer generation in the background.
   */
  navigated: (pathname: string) => void
  /** Reports a failure that a remote reported through its host. */
  reportFailure: (app: string, phase: FailurePhase, thrown: unknown) => void
  /** Data for the override badge and the inspector: only `override/` reads it. */
  insight: Insight
  /** For `<RemoteOutlet>` only. */
  outlet: OutletPort
}
