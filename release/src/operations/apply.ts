import { listNamedReleases, buildReleaseKey, type Live, type LiveChange } from '@adcoin/contract'
import { compose, findHeavyFiles } from '../compose/compose.ts'
import { buildLive, type LiveChoice } from '../compose/live.ts'
import { readPrerendered } from '../compose/prerendered.ts'
import { readComposed } from '../compose/read-composed.ts'
import { Refused, createRefusal, type ReleaseRefusal } from '../refusal.ts'
import { checkFiles, readRelease } from '../releases/read-release.ts'
import type { Releases } from '../releases/releases.ts'
import { formatTeamKeys, withTeamKeys } from '../signing/team-keys.ts'
import { refuseWithoutKeys, signAs } from '../signing/signature.ts'
import { layout, storeBusy } from '../store/store.ts'
import { findChangeRefusals } from './check-change.ts'
import { readLiveState, type LiveRecord, type LiveState } from './live-state.ts'
import { buildNotice, sendNotice } from './notices.ts'
import { listChangedApps, type Plan } from './plan.ts'
import type { ReleaseContext } from './release-context.ts'

/** What went live, the time that it took, and how it reads back: a damaged store is reported at once. */
export type Applied = LiveRecord & { readonly tookMs: number; readonly seen: ReadBack }
type ReadBack = { readonly files: number; readonly problems: readonly ReleaseRefusal[] }

/**
 * Makes a plan live: the one door to what people are served. Everything is checked, composed and written first; the
 * last step is the one atomic move of the pointer. A crash before it leaves the old number live, after it the new one.
 *
 * @param knownState   what this process read and trusted a moment ago: the same number is not read and verified twice
 * @param replan  the same intention on a newer state; used where other apps went live meanwhile, and nothing else
 * @throws Refused if the store moved on since the plan was made, or anything that would be live is not good;
 *   nothing is changed then
 */
export async function apply(
  context: ReleaseContext,
  plan: Plan,
  knownState?: LiveState,
  replan?: (state: LiveState) => Plan | Promise<Plan>,
): Promise<Applied> {
  const began = performance.now()
  await refuseWithoutKeys(context.ring, ['ops'])
  const made = await context.store.exclusively(async () => {
    const state = knownState && (await isUnchanged(context, knownState)) ? knownState : await readLiveState(context)
    const isBeaten = state.number !== plan.from
    if (isBeaten && !(replan && knownState && areOtherApps(plan, knownState, state)))
      throw new Refused(createConflict(state, plan))
    const now = isBeaten && replan ? await replan(state) : plan
    const trusted = withKeysOf(context, state, now)
    const releases = await readReleases(trusted, state, now.next)
    const written = await writeLive(trusted, now, await checkPlan(trusted, state, now, releases), releases)
    if (!(await context.store.movePointer(now.from, written.live.number)))
      throw new Refused(createConflict(state, plan))
    await context.counter.raise(written.live.number)
    void sendNotice(buildNotice(written, state.live))
    return written
  })
  return { ...made, tookMs: Math.round(performance.now() - began), seen: await readBack(context, made.live.number) }
}

/** All that `apply` would check, keys included, without going live. @throws Refused with every reason */
export async function rehearse(context: ReleaseContext, state: LiveState, plan: Plan): Promise<void> {
  await checkPlan(context, state, plan, await readReleases(withKeysOf(context, state, plan), state, plan.next))
  await refuseWithoutKeys(context.ring, ['ops'])
}

/** A machine with an older `keys.json` neither trusts what is revoked nor takes a key away from gateways. */
function withKeysOf(context: ReleaseContext, { teamKeys }: LiveState, { accepts }: Plan): ReleaseContext {
  const others = teamKeys.filter(({ id }) => id !== accepts.restored)
  return { ...context, ring: withTeamKeys(context.ring, others) }
}

function createConflict(state: LiveState, { from }: Plan): ReleaseRefusal {
  return createRefusal(
    'compare-and-swap',
    `generation ${state.number}`,
    `the plan was for generation ${from}; another operation went live first`,
    'Read `status`, then repeat the command.',
  )
}

/**
 * Whether only apps changed meanwhile that the plan leaves alone. Not where it changes the shell or the shell changed:
 * the smoke test was beside other releases.
 */
function areOtherApps({ next }: Plan, { live: before }: LiveState, { live: now }: LiveState): boolean {
  const touched = listChangedApps(before?.apps, next.apps)
  const moved = listChangedApps(before?.apps, now?.apps)
  return touched.length > 0 && !touched.includes('shell') && ![...touched, 'shell'].some(app => moved.includes(app))
}

/** Numbers and releases never change: while pointer and counter are the same, so is all that they name. */
async function isUnchanged({ store, counter }: ReleaseContext, knownState: LiveState): Promise<boolean> {
  return (await store.pointer()) === knownState.number && (await counter.read()) <= knownState.number
}

/** The trusted releases of the plan. Releases of the live state are not read twice. */
async function readReleases(context: ReleaseContext, { releases }: LiveState, { apps }: LiveChoice): Promise<Releases> {
  const named = Object.entries(apps).flatMap(([app, entry]) => listNamedReleases(entry).map(id => ({ app, id })))
  const read = named.map(async ({ app, id }) => {
    const key = buildReleaseKey(app, id)
    return [key, releases.get(key) ?? (await readRelease(context, app, id))] as const
  })
  return new Map(await Promise.all(read))
}

/** Changes that add releases: a rollback is never refused for its size. */
const bringing: readonly LiveChange['action'][] = ['publish', 'promote', 'canary']

/**
 * Checks before a plan goes live: the releases of every changed app are complete, byte by byte, all releases that one
 * page may combine fit together, and every rule of a change is met. The other apps' files were checked when they went
 * live, and `verify` checks them again; checking all of them each time would make a rollback slower with every team.
 *
 * @returns what goes live without damaged fallbacks: no page could fall back to them, and one lost file of theirs would
 *   block every publish
 * @throws Refused with every reason found
 */
async function checkPlan(
  context: ReleaseContext,
  state: LiveState,
  plan: Plan,
  releases: Releases,
): Promise<LiveChoice> {
  const { next } = plan
  const changed = listChangedApps(state.live?.apps, next.apps)
  const looked = [...releases.values()]
    .filter(({ app }) => changed.includes(app))
    .map(async release => [buildReleaseKey(release.app, release.id), await checkFiles(context, release)] as const)
  const broken = new Map((await Promise.all(looked)).filter(([, problems]) => problems.length > 0))
  const apps = Object.entries(next.apps).map(([app, entry]) => {
    const previous = entry.previous.filter(id => !broken.has(buildReleaseKey(app, id)))
    return [app, { ...entry, previous }] as const
  })
  const whole: LiveChoice = { ...next, apps: Object.fromEntries(apps) }
  const live = Object.entries(next.apps).flatMap(([app, { active }]) => broken.get(buildReleaseKey(app, active)) ?? [])
  const refusals = [...live, ...findChangeRefusals({ ...plan, next: whole }, state, releases)]
  if (refusals.length > 0) throw new Refused(...refusals)
  return whole
}

/** So many attempts may have died since the live number. */
const mostAttempts = 100

/**
 * Writes what goes live under a number of its own: one folder, which appears at once and claims the number. Nothing is
 * written over and nothing removed: a number whose attempt died is left, and the next one is taken.
 */
async function writeLive(
  { store, ring }: ReleaseContext,
  { from, change: planned }: Plan,
  choice: LiveChoice,
  releases: Releases,
): Promise<LiveRecord> {
  const prerendered = await readPrerendered(store, choice, releases)
  for (let n = choice.number; n < choice.number + mostAttempts; n++) {
    // A number that a command before 2026-11-28 has signed, or one of today has used up.
    if ((await store.has(`generations/${n}.sig`)) || (await store.has(`${layout.live(n)}/files.json`))) continue
    const live = buildLive(withNumber(choice, n), releases)
    const change = n === from + 1 ? planned : { after: from, ...planned }
    const files = await compose(live, change, releases, prerendered, formatTeamKeys(ring))
    refuseHeavy(live, change, files)
    files.set('files.sig', await signAs(ring, 'ops', 'live', String(n), files.get('files.json') ?? Buffer.alloc(0)))
    if (await store.addFolder(layout.live(n), files)) return { live, change }
  }
  throw new Refused(storeBusy)
}

/** @throws Refused if a page or live.json outgrows its budget */
function refuseHeavy(live: Live, { action }: LiveChange, files: ReadonlyMap<string, Buffer>): void {
  if (!bringing.includes(action)) return
  const refusals = findHeavyFiles(live, files).map(({ file, bytes, most }) =>
    createRefusal('byte-budget', file, `it would have ${bytes} bytes, the budget is ${most}`, remedyOfWeight),
  )
  if (refusals.length > 0) throw new Refused(...refusals)
}

const remedyOfWeight =
  'Prerender less and shorten the manifest: every page contains both. `status` lists the live releases.'

/** The same under the number that was free, also where a canary names its own beginning. */
function withNumber(planned: LiveChoice, n: number): LiveChoice {
  const apps = Object.entries(planned.apps).map(([app, entry]) => {
    const { canary } = entry
    return [app, canary?.number === planned.number ? { ...entry, canary: { ...canary, number: n } } : entry] as const
  })
  return { ...planned, number: n, apps: Object.fromEntries(apps) }
}

/** What the pointer shows now, as a gateway would read it. */
async function readBack({ store, ring }: ReleaseContext, number: number): Promise<ReadBack> {
  try {
    const shown = await store.pointer()
    // A faster command may have made a newer one live already.
    if (shown < number) throw new Error(`the pointer shows ${shown}`)
    const files = await readComposed(store, ring, shown)
    return { files: files.size, problems: [] }
  } catch (error) {
    if (error instanceof Refused) return { files: 0, problems: error.refusals }
    return { files: 0, problems: [createRefusal('seen', layout.live(number), String(error), 'Run `verify`.')] }
  }
}
