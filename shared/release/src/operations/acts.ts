import { releaseKey, type Release } from '@adcoin/contract'
import { Refused, refuse } from '../refusal.ts'
import { findRelease, releasesThere } from '../releases/releases-there.ts'
import { refuseWithoutKeys } from '../signing/signature.ts'
import { checkBeforeLive, namedReleases } from './go-live.ts'
import type { LiveState } from './live-state.ts'
import { planActivation } from './plan-activation.ts'
import { planCanary, planStop } from './plan-canary.ts'
import { planFloor, planRevocation, planRollback, wasLeft } from './plan-rollback.ts'
import type { Plan } from './plan.ts'
import { unreadStorage } from './rollback-safety.ts'
import { seenByBrowser, type Seen } from './seen-by-browser.ts'
import type { Site } from './site.ts'

/**
 * What an operator wants done, in words and ids. The command line and the operations page say it alike, so that neither
 * knows a second way.
 */
export type Act = { readonly app: string; readonly why: string } & (
  | { readonly action: 'promote'; readonly release?: string | undefined }
  | { readonly action: 'rollback'; readonly release?: string | undefined; readonly evenIfUnsafe?: boolean | undefined }
  | { readonly action: 'revoke'; readonly release: string }
  | { readonly action: 'floor'; readonly below: string }
  | {
      readonly action: 'canary'
      readonly release?: string | undefined
      readonly share: number
      readonly manual?: boolean | undefined
    }
  | { readonly action: 'stop' }
)

/**
 * What an act would make live; nothing is written.
 *
 * @throws Refused where there is no such release, it may not come back, or going back would lose what people have
 */
export async function planAct(site: Site, state: LiveState, act: Act): Promise<Plan> {
  const { app, why } = act
  if (act.action === 'promote') {
    const release = await releaseToPromote(site, state, app, act.release)
    return planActivation(state, [release], { action: 'promote', why }, site)
  }
  if (act.action === 'revoke') {
    const { id } = await findRelease(site, app, act.release)
    return planRevocation(state, app, id, { action: 'revoke', why }, site)
  }
  if (act.action === 'canary') {
    const release =
      act.release === undefined ? await newestHeld(site, state, app) : await findRelease(site, app, act.release)
    return planCanary(state, release, { share: act.share, manual: act.manual ?? false }, why, site)
  }
  if (act.action === 'stop') return planStop(state, app, { action: 'stop', why }, site)
  if (act.action === 'floor') return planFloor(state, app, act.below, { action: 'revoke', why }, site)
  const target = act.release === undefined ? undefined : await findRelease(site, app, act.release)
  const plan = planRollback(state, app, target, { action: 'rollback', why }, site)
  const release = target ?? state.releases.get(releaseKey(app, plan.next.apps[app]?.active ?? ''))
  if (!act.evenIfUnsafe) refuseLoss(state, app, release)
  return plan
}

/** The release that an operator names; without a name the newest that was not revoked. @throws Refused for none */
export async function releaseToPromote(site: Site, state: LiveState, app: string, named?: string): Promise<Release> {
  const revoked = state.generation?.revoked ?? []
  const release = named
    ? await findRelease(site, app, named)
    : (await releasesThere(site, app)).find(each => !revoked.includes(releaseKey(app, each.id)))
  if (!release)
    throw new Refused(refuse('release-there', app, 'no release of it is in this store', 'Publish one first.'))
  return release
}

/** The newest release that stands nowhere and may: what a canary is for. @throws Refused for none */
async function newestHeld(site: Site, { generation }: LiveState, app: string): Promise<Release> {
  const live = generation?.apps[app]
  const stand = live ? [live.active, ...live.previous] : []
  const found = (await releasesThere(site, app)).find(
    ({ id }) => !stand.includes(id) && id !== live?.stopped && !generation?.revoked.includes(releaseKey(app, id)),
  )
  if (found) return found
  throw new Refused(
    refuse('release-there', app, 'no release of it waits in this store', `Put one there: \`publish ${app} --hold\`.`),
  )
}

function refuseLoss(state: LiveState, app: string, release: Release | undefined): void {
  if (wasLeft(state, app, release))
    throw new Refused(
      refuse(
        'left-before',
        releaseKey(app, release?.id ?? ''),
        'operators went back from it before',
        'Choose another (see `status`), or say with --even-if-unsafe that it is good after all.',
      ),
    )
  const unread = release ? unreadStorage(state, app, release) : []
  if (unread.length === 0) return
  throw new Refused(
    refuse(
      'stored-data',
      releaseKey(app, release?.id ?? ''),
      `it does not read ${unread.join(', ')}, which newer releases have stored in people's browsers`,
      'Publish a fix instead, or roll back with --even-if-unsafe when losing that data is the smaller harm.',
    ),
  )
}

/** All that going live would check, keys included, without going live. @throws Refused with every reason */
export async function rehearsePlan(site: Site, state: LiveState, plan: Plan): Promise<void> {
  await checkBeforeLive(site, state, plan.next, await namedReleases(site, state, plan.next))
  await refuseWithoutKeys(site.ring, ['ops'])
}

/** How long it took to be live, and what a browser sees of it. */
export type Done = { readonly tookMs: number; readonly seen: Seen }

/** Makes a plan live by `work`, then looks from outside: what went wrong unseen is said at once. */
export async function doneAndSeen(site: Site, plan: Plan, work: () => Promise<unknown>): Promise<Done> {
  const began = performance.now()
  await work()
  const tookMs = Math.round(performance.now() - began)
  return { tookMs, seen: await seenByBrowser(site, plan.next.generation) }
}
