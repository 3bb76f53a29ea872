import { namedReleases as namesOf, releaseKey, type Live, type LiveChange, type Release } from '@adcoin/contract'
import { compose, heavyFiles } from '../compose/compose.ts'
import { liveOf, type LiveChoice } from '../compose/live.ts'
import { prerenderedOf } from '../compose/prerendered.ts'
import type { Releases } from '../releases/releases.ts'
import { addressesKept, checkCoexistence } from '../gate/coexistence.ts'
import { Refused, refuse } from '../refusal.ts'
import { refuseWithoutKeys, signAs } from '../signing/signature.ts'
import { layout, storeBusy } from '../store/store.ts'
import { readLiveState, type LiveRecord, type LiveState } from './live-state.ts'
import { noticeOf, sendNotice } from './notices.ts'
import { changedApps, type Plan } from './plan.ts'
import { checkFiles, readRelease } from '../releases/read-release.ts'
import type { ReleaseContext } from './site.ts'

/**
 * Makes a plan live. Everything is checked, composed and written first; the last step is the one atomic
 * move of the pointer. A crash before it leaves the old number live, after it the new one.
 *
 * @param known   what this process read and trusted a moment ago: the same number is not read and verified twice
 * @param replan  the same intention on a newer state; used where other apps went live meanwhile, and nothing else
 * @throws Refused where the store moved on since the plan was made, or anything that would be live is not good;
 *   nothing is changed then
 */
export async function goLive(
  site: ReleaseContext,
  plan: Plan,
  known?: LiveState,
  replan?: (state: LiveState) => Plan | Promise<Plan>,
): Promise<LiveRecord> {
  await refuseWithoutKeys(site.ring, ['ops'])
  return site.store.exclusively(async () => {
    const state = known && (await isUnchanged(site, known)) ? known : await readLiveState(site)
    const isBeaten = state.number !== plan.from
    if (isBeaten && !(replan && known && areOtherApps(plan, known, state))) throw new Refused(beaten(state, plan))
    const now = isBeaten && replan ? await replan(state) : plan
    const releases = await namedReleases(site, state, now.next)
    const made = await writeLive(site, now, await checkBeforeLive(site, state, now, releases), releases)
    if (!(await site.store.movePointer(now.from, made.live.number))) throw new Refused(beaten(state, plan))
    await site.counter.raise(made.live.number)
    void sendNotice(noticeOf(made, state.live))
    return made
  })
}

function beaten(state: LiveState, { from }: Plan) {
  return refuse(
    'compare-and-swap',
    `generation ${state.number}`,
    `the plan was made for generation ${from}; another command was faster`,
    'Look again with `status`, then repeat.',
  )
}

/**
 * Whether only apps changed meanwhile that the plan leaves alone. Not where it changes the shell or the shell changed:
 * the smoke test was beside other releases.
 */
function areOtherApps({ next }: Plan, { live: before }: LiveState, { live: now }: LiveState): boolean {
  const touched = changedApps(before, next)
  const moved = now ? changedApps(before, now) : Object.keys(before?.apps ?? {})
  return touched.length > 0 && !touched.includes('shell') && ![...touched, 'shell'].some(app => moved.includes(app))
}

/** Numbers and releases never change: while pointer and counter are the same, so is all that they name. */
async function isUnchanged({ store, counter }: ReleaseContext, known: LiveState): Promise<boolean> {
  return (await store.pointer()) === known.number && (await counter.read()) <= known.number
}

/** Operations that add releases. A rollback is never refused for its size, nor for addresses that it takes away. */
const bringing: readonly LiveChange['action'][] = ['publish', 'promote', 'canary']

/**
 * Why the releases of a plan do not fit together, or take addresses from people; empty where they may go live. Every
 * change of what is live passes here.
 *
 * @param releases  those that the plan names
 */
export function refusalsOf({ next, change, acceptsLoss }: Plan, state: LiveState, releases: Releases) {
  const dropped =
    bringing.includes(change.action) && !acceptsLoss
      ? addressesKept(next, state.live, new Map([...state.releases, ...releases]))
      : []
  return [...dropped, ...checkCoexistence(next, releases)]
}

/**
 * Checks before a plan goes live: the releases of every changed app are complete, byte by byte, all
 * releases that one page may combine fit together, and no address is lost unasked. The other apps' files were checked
 * when they went live, and `verify` checks them again; checking all of them each time would make a rollback slower with
 * every team.
 *
 * @returns what goes live without damaged fallbacks: no page could fall back to them, and one lost file of theirs would
 *   block every publish
 * @throws Refused with every reason found
 */
export async function checkBeforeLive(
  site: ReleaseContext,
  state: LiveState,
  plan: Plan,
  releases: Releases,
): Promise<LiveChoice> {
  const { next } = plan
  const changed = changedApps(state.live, next)
  const looked = await Promise.all(
    [...releases.values()]
      .filter(({ app }) => changed.includes(app))
      .map(async release => [releaseKey(release.app, release.id), await checkFiles(site, release)] as const),
  )
  const broken = new Map(looked.filter(([, problems]) => problems.length > 0))
  const apps = Object.entries(next.apps).map(([app, entry]) => [
    app,
    { ...entry, previous: entry.previous.filter(id => !broken.has(releaseKey(app, id))) },
  ])
  const whole: LiveChoice = { ...next, apps: Object.fromEntries(apps) }
  const live = Object.entries(next.apps).flatMap(([app, { active }]) => broken.get(releaseKey(app, active)) ?? [])
  const refusals = [...live, ...refusalsOf({ ...plan, next: whole }, state, releases)]
  if (refusals.length > 0) throw new Refused(...refusals)
  return whole
}

/** The releases that go live, read and trusted; those of the live state are not read twice. */
export async function namedReleases(
  site: ReleaseContext,
  state: LiveState,
  next: LiveChoice,
): Promise<ReadonlyMap<string, Release>> {
  const named = Object.entries(next.apps).flatMap(([app, entry]) => namesOf(entry).map(id => ({ app, id })))
  const read = named.map(
    async ({ app, id }) =>
      [releaseKey(app, id), state.releases.get(releaseKey(app, id)) ?? (await readRelease(site, app, id))] as const,
  )
  return new Map(await Promise.all(read))
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
  const prerendered = await prerenderedOf(store, choice, releases)
  for (let n = choice.number; n < choice.number + mostAttempts; n++) {
    // A number that a command before 2026-11-28 has signed, or one of today has used up.
    if ((await store.has(`generations/${n}.sig`)) || (await store.has(`${layout.live(n)}/files.json`))) continue
    const live = liveOf(numbered(choice, n), releases)
    const change = n === from + 1 ? planned : { after: from, ...planned }
    const files = await compose(live, change, releases, prerendered)
    refuseHeavy(live, change, files)
    files.set('files.sig', await signAs(ring, 'ops', 'live', String(n), files.get('files.json') ?? Buffer.alloc(0)))
    if (await store.addFolder(layout.live(n), files)) return { live, change }
  }
  throw new Refused(storeBusy)
}

/** @throws Refused where a page or live.json outgrows its budget */
function refuseHeavy(live: Live, { action }: LiveChange, files: ReadonlyMap<string, Buffer>): void {
  if (!bringing.includes(action)) return
  const refusals = heavyFiles(live, files).map(({ file, bytes, most }) =>
    refuse('byte-budget', file, `it would have ${bytes} bytes, the budget is ${most}`, remedyOfWeight),
  )
  if (refusals.length > 0) throw new Refused(...refusals)
}

const remedyOfWeight =
  'Prerender less, and say less in the manifest: every page carries both. `status` names what is live.'

/** The same under the number that was free, also where a canary names its own beginning. */
function numbered(planned: LiveChoice, n: number): LiveChoice {
  const apps = Object.entries(planned.apps).map(([app, entry]) => {
    const { canary } = entry
    return [app, canary?.number === planned.number ? { ...entry, canary: { ...canary, number: n } } : entry] as const
  })
  return { ...planned, number: n, apps: Object.fromEntries(apps) }
}
