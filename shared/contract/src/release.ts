import * as v from 'valibot'
import { AppName, ManifestTab, RemoteManifest } from './manifest.ts'
import { apiCodes } from './languages.ts'

export const Sha256 = v.pipe(v.string(), v.regex(/^sha256-[A-Za-z0-9+/]{43}=$/))
export const Sha384 = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/))
/**
 * Hash that the browser compares a file with: `sha256` of every release, because a hash does not compress and each page
 * contains it.
 */
export const Integrity = v.union([Sha256, Sha384])
export const Version = v.pipe(v.string(), v.regex(/^[0-9]{1,6}\.[0-9]{1,6}\.[0-9]{1,6}$/))
/**
 * `<version>-<hash>`: the name of a release's folder, hash = 8 to 16 hex digits over its sources, its shared packages
 * and its third-party packages.
 */
export const ReleaseId = v.pipe(v.string(), v.regex(/^[0-9]{1,6}\.[0-9]{1,6}\.[0-9]{1,6}-[0-9a-f]{8,16}$/))
/** Hash over the sources of one folder. */
export const SourceHash = v.pipe(v.string(), v.regex(/^[0-9a-f]{12}$/))
/** A file inside a release folder, without a way out of it. */
export const ReleasePath = v.pipe(v.string(), v.regex(/^(?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9_.@/-]{0,200}$/))

/** `sha384` for the tools that look at the store; `sha256` for browsers. */
export const ReleaseFile = v.strictObject({
  path: ReleasePath,
  bytes: v.number(),
  sha384: Sha384,
  sha256: Sha256,
})

const labels = v.strictObject(
  Object.fromEntries(apiCodes.map(code => [code, v.string()])) as Record<
    (typeof apiCodes)[number],
    v.StringSchema<undefined>
  >,
)
/** A tab with its label in six languages, as a release carries it. */
export const ReleaseTab = v.strictObject({ ...ManifestTab.entries, labels })
export type ReleaseTab = v.InferOutput<typeof ReleaseTab>

/** A file of the shell with shared modules that arrive later. */
export const SharedGroupName = v.pipe(v.string(), v.regex(/^[a-z]{2,20}$/))

/** `owner.name@version` of something that is kept in the browser: `wallet.sell@1`. */
export const StorageRef = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*\.[a-zA-Z]+@[0-9]+$/))

/** Facts that only an app's sources show, as its build saw them. Releases before 2026-11-28 have more fields. */
export const SourceChecks = v.object({
  /** Hash of the lint rules that `npm run check` holds the sources against; absent in releases before 2026-11-28. */
  rules: v.optional(v.string()),
  /** The content of `locales/same-as-english.json`. */
  sameAsEnglish: v.record(v.string(), v.unknown()),
})
export type SourceChecks = v.InferOutput<typeof SourceChecks>

/** Steps of a publish that were skipped, each with the reason; absent where they were taken. */
export const SkippedSteps = v.strictObject({
  /** The smoke test in a browser. */
  untried: v.optional(v.string()),
  /** Types, lint and tests of the sources. */
  unchecked: v.optional(v.string()),
})
export type SkippedSteps = v.InferOutput<typeof SkippedSteps>

/** The skipped steps of a release, without keys that have no reason. */
export function pickSkippedSteps({ untried, unchecked }: SkippedSteps): SkippedSteps {
  return { ...(untried === undefined ? {} : { untried }), ...(unchecked === undefined ? {} : { unchecked }) }
}

/** The Module Federation name and uniqueName of one release of a remote. */
export const ContainerName = v.pipe(v.string(), v.regex(/^[a-z0-9_]+$/))

const GitHash = v.pipe(v.string(), v.regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/))
/** The commit that a release was built of, and its builder: `local`, or the address of a job. */
export const Provenance = v.strictObject({
  commit: GitHash,
  tree: GitHash,
  /** Whether files differed from the commit, or were not in it. */
  isChanged: v.boolean(),
  builder: v.pipe(v.string(), v.maxLength(300)),
  node: v.pipe(v.string(), v.maxLength(40)),
})
export type Provenance = v.InferOutput<typeof Provenance>

/** `release.json` in every release folder. Written once, never changed. */
export const Release = v.strictObject({
  schema: v.literal(1),
  app: AppName,
  id: ReleaseId,
  version: Version,
  created: v.pipe(v.string(), v.isoTimestamp()),
  /** Hash of the app's own folder alone, without what it shares: a rollback is remembered by it. */
  ownSources: SourceHash,
  ...SkippedSteps.entries,
  /** Absent where it was built outside a git repository, or before releases had it. */
  provenance: v.optional(Provenance),
  /** The Module Federation name and uniqueName of this very release; absent for the shell. */
  container: v.optional(ContainerName),
  /** The script that starts it: remoteEntry.js, or the shell's entry. */
  entry: ReleasePath,
  styles: v.array(ReleasePath),
  /** Locale file per language, loaded by the remote itself; listed so that boot can preload it. */
  locales: v.record(v.picklist(apiCodes), ReleasePath),
  /** Script chunks needed by each route, so that boot can preload them: route path to files. */
  preload: v.optional(v.record(v.string(), v.array(ReleasePath)), {}),
  /**
   * Groups of the shell's shared modules that each route needs beyond the core: route path to `data`, `forms`. The
   * shell lists their files under `preload`.
   */
  groups: v.optional(v.record(v.string(), v.array(SharedGroupName)), {}),
  /** Prerendered fragments: `<path>|<api_code>` to an html file. */
  fragments: v.optional(v.record(v.string(), ReleasePath), {}),
  /** A manifest of an older build may have fields that today's lack. */
  manifest: v.optional(v.object(RemoteManifest.entries)),
  tabs: v.optional(v.array(ReleaseTab), []),
  /**
   * Of the shell the version of the platform that it brings: shared packages, libraries, tab icons. Of a remote the
   * lowest that has all that it takes of these.
   */
  platform: Version,
  /**
   * Its storage in people's browsers, as `owner.name@version`: read and written by each release that names it. Going
   * back to a release that does not name what a newer one has written loses it.
   */
  storage: v.optional(v.array(StorageRef), []),
  sources: v.optional(SourceChecks),
  files: v.array(ReleaseFile),
})
export type Release = v.InferOutput<typeof Release>

/**
 * `<app>/dist/build.json`, the build's own description: a release without the fields that publish adds. Its manifest
 * has no unknown fields.
 */
export const BuildJson = v.strictObject({
  ...v.omit(Release, ['created', 'files', 'untried', 'unchecked', 'provenance']).entries,
  manifest: v.optional(RemoteManifest),
})
export type BuildJson = v.InferOutput<typeof BuildJson>

/** What releases before 2026-11-28 list of shared packages, contract and icons, in place of `platform`. */
const formerFields = ['door', 'moduleVersion', 'shared', 'sharedNames', 'contract', 'uses', 'icons']

/**
 * A stored release, which is never rewritten, with today's fields; not yet checked. Every former shell counts as the
 * first platform, and no former remote needs more. Before 2026-11-26 the manifest was a `card`.
 */
export function toCurrentRelease(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null) return stored
  const fields = Object.entries(stored).filter(([name]) => !formerFields.includes(name))
  return {
    ...('shared' in stored ? { platform: '1.0.0' } : {}),
    ...Object.fromEntries(fields.map(([name, value]) => [name === 'card' ? 'manifest' : name, value])),
  }
}

/**
 * One release of one app, as reports, revocations and the tab's memory name it: `remote-wallet/1.0.0-0a1b2c3d`.
 */
export function buildReleaseKey(app: string, id: string): string {
  return `${app}/${id}`
}

/** Salt of the assignment of browsers, so that no canary gets the same browsers as another. */
export const CanarySalt = v.pipe(v.string(), v.regex(/^[0-9a-z]{8}$/))

/** `/published.json`: which releases of which app can be tried, newest first; those that were revoked are left out. */
export const PublishedList = v.record(AppName, v.array(v.object({ id: ReleaseId, created: v.string() })))
export type PublishedList = v.InferOutput<typeof PublishedList>
