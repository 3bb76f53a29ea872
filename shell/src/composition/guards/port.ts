import type { Reports } from '../reports.ts'

/** Looks for wrong use of the page. Releases are named by their key, `remote-wallet/1.0.0-0a1b2c3d4e5f`. */
export type Guards = {
  /** An area is wanted, by a navigation or ahead of one. */
  opening: (app: string) => void
  /** Code of a release runs for the first time, or has run. */
  evaluated: () => void
  /** A release is on screen. */
  committed: (key: string) => void
  /** The screen of this release was unmounted. Its leftovers are ended a moment later, unless it is back by then. */
  left: (key: string, isBack: () => boolean) => void
  /** Restores what was changed. @returns whether there was something just now, so that a failure is worth another try */
  repair: () => boolean
  stop: () => void
}

export type GuardParts = {
  reports: Reports
  /** A screen that was drawn while the page was changed may show something else: it is drawn again. */
  redraw: () => void
}
