import { buildReleaseKey, type Release } from '@adcoin/contract'
import { checkBuild } from '../gate/check-build.ts'
import { createRefused } from '../refusal.ts'
import { addRelease, packRelease, type PackedRelease, type PublishFacts } from '../releases/add-release.ts'
import { readBuiltApp, type BuiltApp } from '../releases/built-app.ts'
import { checkSources, wasChecked } from '../releases/check-sources.ts'
import { computeNextVersion } from '../releases/next-version.ts'
import { readRelease } from '../releases/read-release.ts'
import type { KeyRole } from '../signing/key-ring.ts'
import { refuseWithoutKeys } from '../signing/signature.ts'
import { layout } from '../store/store.ts'
import { apply, type Applied } from './apply.ts'
import { refuseChange } from './check-change.ts'
import { refuseUnknownCalls } from './check-calls.ts'
import { compareWithLive, refuseOlderCommit } from './compare-with-live.ts'
import { collectPublishFacts, findBuildFolder, type WantedBuild } from './find-build.ts'
import { findLiveRelease, readLiveState, type LiveState } from './live-state.ts'
import { type Plan, type Reason } from './plan.ts'
import { planActivation } from './promote.ts'
import type { FindService } from './read-health.ts'
import { canMakeKeys, type ReleaseContext } from './release-context.ts'
import { runSmokeTest } from './run-smoke-test.ts'

/** Options of a publish. */
export type Publish = WantedBuild & {
  readonly why: string
  /** Only into the store. */
  readonly isStaged: boolean
  /** Succeed without publishing if the sources were published before. */
  readonly ifNew: boolean
  /** Also where a newer version is live. */
  readonly downgrade: boolean
  readonly evenIfUnsafe: boolean
  readonly isDryRun: boolean
  /** The running service, which must have the calls of the release. */
  readonly findService: FindService
}

/** The result of a publish. `next`: the version it should have, if it has the same one as the live release. */
export type Published = {
  readonly release: Release
  readonly state: LiveState
  /** What a person should know of it, beside the live release. */
  readonly notes: readonly string[]
} & (
  | { readonly outcome: 'unchanged'; readonly reason: string }
  | { readonly outcome: 'staged' }
  | { readonly outcome: 'planned' | 'live'; readonly plan: Plan; readonly applied?: Applied; readonly next?: string }
)

/**
 * Builds if the sources changed, runs the gate and the smoke test, makes the release live.
 *
 * @param open  opens the store, for an existing build; `isSigning`: makes keys in a local one, after every check
 * @throws Refused with every reason
 */
export async function publish(
  open: (isSigning?: boolean) => Promise<ReleaseContext>,
  root: string,
  options: Publish,
): Promise<Published> {
  const { app, why, isStaged, isDryRun, evenIfUnsafe } = options
  const folder = await findBuildFolder(open, root, options)
  const built = await readBuiltApp(app, folder)
  const context = await open()
  const state = await readLiveState(context)
  const isChecked = await wasChecked(folder)
  const packed = pack(context, built, await collectPublishFacts(root, options, isChecked))
  const { release } = packed

  const before = await findReasonToSkip(context, state, release, isStaged || options.ifNew)
  if (before !== undefined) return { outcome: 'unchanged', reason: before, release, state, notes: [] }
  const live = findLiveRelease(state, app)
  if (!options.downgrade) await refuseOlderCommit(root, live, release)
  const accepts = { loss: evenIfUnsafe, older: options.downgrade }
  const reason = { action: 'publish', why, accepts } as const
  const plan = isStaged ? undefined : planPublish(context, state, [release], reason)
  if (!isChecked && release.unchecked === undefined) await checkSources(root, app, folder)
  const calls = options.skipSmokeTest ? [] : await runSmokeTest(context, state, packed)
  const unasked = evenIfUnsafe
    ? []
    : await refuseUnknownCalls(options.findService, buildReleaseKey(app, release.id), calls)
  if (isDryRun) await refuseWithoutKeys(context.ring, listSigningRoles(context, release.app, isStaged))
  const notes = [...unasked, ...(await compareWithLive(context.store, root, live, packed))]
  if (!plan) {
    if (!isDryRun) await addRelease(await open(true), packed)
    return { outcome: 'staged', release, state, notes }
  }
  const next = live?.version === release.version ? { next: computeNextVersion(live, release) } : {}
  if (isDryRun) return { outcome: 'planned', plan, release, state, notes, ...next }
  return {
    outcome: 'live',
    plan,
    applied: await publishLive(await open(true), state, [packed], reason),
    release,
    state,
    notes,
    ...next,
  }
}

/**
 * Passes a build through the gate and describes it as a release; nothing is written.
 *
 * @throws Refused with every reason
 */
export function pack(context: ReleaseContext, built: BuiltApp, facts?: PublishFacts): PackedRelease {
  const { build, files } = checkBuild(built)
  return { ...packRelease(build, files, context.now(), facts), maps: built.maps ?? new Map() }
}

/**
 * Puts packed releases into the store, after every check and with every key at hand, and makes them live. A
 * release that cannot go live afterwards stays in the store: `promote` makes it live, `prune` removes it.
 *
 * @throws Refused with every reason
 */
export async function publishLive(
  context: ReleaseContext,
  state: LiveState,
  packed: readonly PackedRelease[],
  reason: Reason,
): Promise<Applied> {
  const releases = packed.map(({ release }) => release)
  planPublish(context, state, releases, reason)
  await refuseWithoutKeys(context.ring, [...releases.map(({ app }) => app), 'ops'])
  const added = await Promise.all(packed.map(each => addRelease(context, each)))
  const planFor = (now: LiveState) => planPublish(context, now, added, reason)
  return apply(context, planFor(state), state, planFor)
}

/** The plan, checked against everything that is live; nothing is written. @throws Refused with every reason */
function planPublish(context: ReleaseContext, state: LiveState, releases: readonly Release[], reason: Reason): Plan {
  return refuseChange(planActivation(context, state, releases, reason), state)
}

/**
 * Why nothing must be published; undefined if the release is new.
 *
 * @param mayBeThere  whether an already published release is accepted
 * @throws Refused if it was published before and that is not accepted
 */
async function findReasonToSkip(
  context: ReleaseContext,
  state: LiveState,
  release: Release,
  mayBeThere: boolean,
): Promise<string | undefined> {
  const { app, id } = release
  if ((await context.store.read(`${layout.release(app, id)}/release.json`)) === undefined) return undefined
  refuseOtherBytes(release, await readRelease(context, app, id))
  if (state.live?.apps[app]?.active === id) return 'is live already'
  if (mayBeThere) return 'was published before'
  throw createRefused(
    'published-before',
    buildReleaseKey(app, id),
    'the same sources were published before, and are not live now',
    `To make that release live: promote ${app} ${id}. Otherwise change the app first.`,
  )
}

/**
 * A release's name identifies its sources, and a published name never changes its content.
 *
 * @throws Refused for a build with that name and other files
 */
export function refuseOtherBytes({ app, id, files }: Release, stored: Release): void {
  const published = new Map(stored.files.map(({ path, sha384 }) => [path, sha384]))
  const other = files.find(({ path, sha384 }) => published.get(path) !== sha384)?.path
  if (other === undefined && files.length === published.size) return
  throw createRefused(
    'other-bytes',
    `${buildReleaseKey(app, id)}: ${other ?? [...published.keys()].find(path => !files.some(each => each.path === path)) ?? ''}`,
    'a release with this name is published, and this build has other bytes',
    'Build the app again from its sources (without --no-build and --dist); changed sources get another name.',
  )
}

/** The keys that it takes. In a local store missing ones are made when they are needed. */
function listSigningRoles({ ring }: ReleaseContext, app: Release['app'], isStaged: boolean): readonly KeyRole[] {
  const roles: readonly KeyRole[] = isStaged ? [app] : [app, 'ops']
  return roles.filter(
    role => !canMakeKeys() || ring.keys.some(entry => entry.role === role && entry.state === 'active'),
  )
}
