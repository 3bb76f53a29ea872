import * as v from 'valibot'
import { apiCodes } from './languages.ts'
import { AppName, ManifestRoute, TextKey } from './manifest.ts'
import {
  CanarySalt,
  ContainerName,
  Integrity,
  ReleaseId,
  ReleasePath,
  ReleaseTab,
  SharedGroupName,
  SkippedSteps,
  SourceHash,
  Version,
} from './release.ts'

/** How a browser loads one release; facts of its `release.json`. */
export const LiveVersion = v.object({
  /** Absent for the shell. */
  container: v.optional(ContainerName),
  entry: ReleasePath,
  styles: v.array(ReleasePath),
  locales: v.record(v.picklist(apiCodes), ReleasePath),
  /** Route to its scripts; of the shell: group of shared modules to its scripts. */
  preload: v.optional(v.record(v.string(), v.array(ReleasePath)), {}),
  /** Route to the groups of shared modules that it needs. */
  groups: v.optional(v.record(v.string(), v.array(SharedGroupName)), {}),
  /** sha256 of scripts, styles and texts; a page leaves out the scripts that its import map names. */
  integrity: v.record(ReleasePath, Integrity),
})
export type LiveVersion = v.InferOutput<typeof LiveVersion>

/** A release that a share of browsers tries before it is live. */
export const LiveCanary = v.object({
  release: ReleaseId,
  /** Percent of browsers; the control group has the same size, so it is at most 50. */
  share: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50)),
  salt: CanarySalt,
  since: v.pipe(v.string(), v.isoTimestamp()),
  /** The number with which it began: browsers of older ones knew nothing of it. */
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** A person decides; the judge only reports its verdict. */
  manual: v.optional(v.boolean(), false),
})
export type LiveCanary = v.InferOutput<typeof LiveCanary>

/** What is live of one app, what to fall back to, and how each of these is loaded. */
export const LiveApp = v.object({
  active: ReleaseId,
  /** Best first. */
  previous: v.array(ReleaseId),
  /** An unreadable one means none: the active release is for all browsers. faults.md A15. */
  canary: v.fallback(v.optional(LiveCanary), undefined),
  /** The candidate of a canary that was stopped: open pages leave it at once. */
  stopped: v.optional(ReleaseId),
  /** By id. A page has those of the shell and of its route's apps; `/live.json` has all that are named above. */
  versions: v.record(ReleaseId, LiveVersion),
  /** Of the active release; none for the shell. A page has no titles, and only the reads of its route's apps. */
  routes: v.optional(v.array(v.object({ ...ManifestRoute.entries, title: v.optional(TextKey) })), []),
  tabs: v.optional(v.array(ReleaseTab), []),
})
export type LiveApp = v.InferOutput<typeof LiveApp>
/** What an operator decides of an app; the rest of `LiveApp` follows from the releases. */
export type AppChoice = Pick<LiveApp, 'active' | 'previous' | 'canary' | 'stopped'>

/**
 * `live.json`: what is live. The release command writes it, the gateway serves it at `/live.json`, each page carries it
 * in `<script type="application/json" id="live">`, open tabs poll it.
 */
export const Live = v.object({
  /** Grows by each change. */
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
  created: v.pipe(v.string(), v.isoTimestamp()),
  apps: v.record(AppName, LiveApp),
  /** Releases that may never come back: `<app>/<id>`. */
  revoked: v.optional(v.array(v.string()), []),
  /** Lowest version that may be live or a fallback: like `revoked`, for all older releases at once. */
  floor: v.optional(v.record(AppName, Version), {}),
  /** Whether people may use releases that are not live. */
  overrides: v.optional(v.boolean()),
})
export type Live = v.InferOutput<typeof Live>

/** `change.json`, beside `live.json` in the store: who made it live, and what operators know of the releases. */
export const LiveChange = v.strictObject({
  /** The number that it replaced, where that is not the one before: an attempt has used that one up. */
  after: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  by: v.string(),
  why: v.string(),
  action: v.picklist(['publish', 'promote', 'rollback', 'revoke', 'retire', 'canary', 'stop', 'overrides', 'allow']),
  /**
   * Sources that operators went back from, by hashes of the app's own folder: `npm start` does not publish them again.
   * `failed`: rolled back, or stopped as a canary; `promote` rejects them without `--even-if-unsafe`.
   */
  left: v.optional(
    v.record(AppName, v.array(v.strictObject({ sources: SourceHash, why: v.picklist(['failed', 'withdrawn']) }))),
    {},
  ),
  /** Releases named here of which a step of the publish was skipped: `<app>/<id>` to the reasons. */
  skipped: v.optional(v.record(v.string(), SkippedSteps), {}),
})
export type LiveChange = v.InferOutput<typeof LiveChange>

/** The releases that are named of an app, the live one first. */
export function listNamedReleases({ active, previous, canary }: AppChoice): readonly string[] {
  return [...new Set([active, ...previous, ...(canary ? [canary.release] : [])])]
}

/** The folder of a release's files on this origin, without a slash at the end. */
export function buildReleaseFolder(app: string, id: string): string {
  return `/releases/${app}/${id}`
}
