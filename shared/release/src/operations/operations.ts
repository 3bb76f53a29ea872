import { releaseKey, type Release } from '@adcoin/contract'
import type { LiveChoice } from '../compose/live.ts'
import { readComposed } from '../compose/read-composed.ts'
import { Refused, refuse, type ReleaseRefusal, refused } from '../refusal.ts'
import { checkFiles, readRelease } from '../releases/read-release.ts'
import { findRelease, idNamed, refuseUnknownApp, releasesThere } from '../releases/releases-there.ts'
import { refuseWithoutKeys } from '../signing/signature.ts'
import { checkBeforeLive, goLive, namedReleases } from './go-live.ts'
import type { LiveRecord, LiveState } from './live-state.ts'
import { planActivation } from './plan-activation.ts'
import { planCanary, planPause, planStop } from './plan-canary.ts'
import { planMinimumVersion, planRetirement, planRevocation, planRollback } from './plan-rollback.ts'
import { hasFailed, wasLeft, type Plan } from './plan.ts'
import { lossOf } from './rollback-safety.ts'
import type { ReleaseContext } from './site.ts'

/** An operation, in words and ids. Command line and operations page share it, so that there is one way. */
export type Operation = { readonly app: string; readonly why: string } & (
  | {
      readonly action: 'promote'
      readonly release?: string | undefined
      /** An operator chose this very release: a mark that it failed is cleared. */
      readonly isChosen?: boolean
      readonly evenIfUnsafe?: boolean | undefined
    }
  | { readonly action: 'rollback'; readonly release?: string | undefined; readonly evenIfUnsafe?: boolean | undefined }
  | { readonly action: 'revoke'; readonly release: string }
  | { readonly action: 'floor'; readonly below: string }
  | {
      readonly action: 'canary'
      readonly release?: string | undefined
      readonly share: number
      readonly manual?: boolean | undefined
      readonly evenIfUnsafe?: boolean | undefined
    }
  | { readonly action: 'stop' }
  | { readonly action: 'pause' }
  | { readonly action: 'resume' }
  | { readonly action: 'retire' }
)

/**
 * The plan of an operation; nothing is written.
 *
 * @throws Refused where there is no such release, it may not come back, or going back would lose what people have
 */
export async function planOperation(site: ReleaseContext, state: LiveState, operation: Operation): Promise<Plan> {
  const { app, why } = operation
  await refuseUnknownApp(site, app, Object.keys(state.live?.apps ?? {}))
  if (operation.action === 'promote') {
    const release = await releaseToPromote(site, state, app, operation.release)
    const { isChosen, evenIfUnsafe = false } = operation
    if (hasFailed(state, app, release) && !isChosen && !evenIfUnsafe) throw new Refused(failedBefore(app, release))
    return { ...planActivation(state, [release], { action: 'promote', why }, site), acceptsLoss: evenIfUnsafe }
  }
  if (operation.action === 'revoke') {
    // Also one that is no longer trusted can be revoked: it is not read.
    const id = idNamed(app, await site.store.list(`releases/${app}`), operation.release)
    return planRevocation(state, app, id, { action: 'revoke', why }, site)
  }
  if (operation.action === 'canary') {
    const release =
      operation.release === undefined
        ? await newestStaged(site, state, app)
        : await findRelease(site, app, operation.release)
    const { share, manual = false, evenIfUnsafe = false } = operation
    return { ...planCanary(state, release, { share, manual }, why, site), acceptsLoss: evenIfUnsafe }
  }
  if (operation.action === 'pause' || operation.action === 'resume')
    return planPause(state, app, operation.action === 'pause', { action: 'canary', why }, site)
  if (operation.action === 'stop') return planStop(state, app, { action: 'stop', why }, site)
  if (operation.action === 'retire') return planRetirement(state, app, { action: 'retire', why }, site)
  if (operation.action === 'floor')
    return planMinimumVersion(state, app, operation.below, { action: 'revoke', why }, site)
  const target = operation.release === undefined ? undefined : await findRelease(site, app, operation.release)
  const plan = await withChoices(site, state, app, () =>
    planRollback(state, app, target, { action: 'rollback', why }, site),
  )
  const release = target ?? state.releases.get(releaseKey(app, plan.next.apps[app]?.active ?? ''))
  const loss = operation.evenIfUnsafe ? undefined : lossOf(state, app, release)
  if (loss) throw new Refused(loss)
  return plan
}

/** Without a fallback, the refusal names the releases that could be rolled back to, and their state. */
async function withChoices(site: ReleaseContext, state: LiveState, app: string, plan: () => Plan): Promise<Plan> {
  try {
    return plan()
  } catch (error) {
    const [refusal] = error instanceof Refused ? error.refusals : []
    if (refusal?.rule !== 'no-previous') throw error
    const active = state.live?.apps[app]?.active
    const choices = (await releasesLeft(site, state, app)).filter(({ id }) => id !== active)
    const named = choices.map(each => `${each.id}${wasLeft(state, app, each) ? ' (operators went back from it)' : ''}`)
    throw new Refused({ ...refusal, remedy: `In the store: ${named.join(', ') || 'no other'}. ${refusal.remedy}` })
  }
}

/** The named release; without a name the newest that neither failed nor was revoked. @throws Refused for none */
export async function releaseToPromote(
  site: ReleaseContext,
  state: LiveState,
  app: string,
  named?: string,
): Promise<Release> {
  if (named !== undefined) return findRelease(site, app, named)
  const there = await releasesLeft(site, state, app)
  const release = there.find(each => !hasFailed(state, app, each))
  if (release) return release
  if (there[0]) throw new Refused(failedBefore(app, there[0]))
  throw refused('release-there', app, 'no release of it is in this store', 'Publish one first.')
}

/** The newest release that is not live, no fallback, and did not fail. @throws Refused for none */
async function newestStaged(site: ReleaseContext, state: LiveState, app: string): Promise<Release> {
  const live = state.live?.apps[app]
  const stand = live ? [live.active, ...live.previous] : []
  const there = await releasesLeft(site, state, app)
  const found = there.find(each => !stand.includes(each.id) && !hasFailed(state, app, each))
  if (found) return found
  throw refused(
    'release-there',
    app,
    'no release of it waits in this store',
    `Put one there: \`publish ${app} --stage\`.`,
  )
}

/** The releases of an app in the store, newest first, without those that were revoked. */
async function releasesLeft(site: ReleaseContext, { live }: LiveState, app: string): Promise<readonly Release[]> {
  const revoked = live?.revoked ?? []
  return (await releasesThere(site, app)).filter(({ id }) => !revoked.includes(releaseKey(app, id)))
}

function failedBefore(app: string, { id }: Release) {
  return refuse(
    'failed',
    releaseKey(app, id),
    'it failed: it was rolled back, or its canary was stopped',
    `Publish a fix. Where it is good after all: \`promote ${app} ${id} --even-if-unsafe\` clears the mark.`,
  )
}

/** All that going live would check, keys included, without going live. @throws Refused with every reason */
export async function rehearsePlan(site: ReleaseContext, state: LiveState, plan: Plan): Promise<void> {
  await checkBeforeLive(site, state, plan, await namedReleases(site, state, plan.next))
  await refuseWithoutKeys(site.ring, ['ops'])
}

/** What went live, the time that it took, and whether it reads back. */
export type Applied = { readonly made: LiveRecord; readonly tookMs: number; readonly seen: ReadBack }
type ReadBack = { readonly files: number; readonly problems: readonly ReleaseRefusal[] }

/**
 * Makes a plan live, then reads it back, so that a damaged store is reported at once.
 *
 * @param replan  the same intention on a newer state, where other apps went live meanwhile
 */
export async function apply(
  site: ReleaseContext,
  plan: Plan,
  known: LiveState,
  replan?: (state: LiveState) => Plan | Promise<Plan>,
): Promise<Applied> {
  const began = performance.now()
  const made = await goLive(site, plan, known, replan)
  const tookMs = Math.round(performance.now() - began)
  return { made, tookMs, seen: await readBack(site, made.live) }
}

/** The page as operators signed it, and every file of the live releases, also of apps that did not change. */
async function readBack(site: ReleaseContext, { number, apps }: LiveChoice): Promise<ReadBack> {
  let files = 0
  const parts: Promise<readonly ReleaseRefusal[]>[] = [
    readComposed(site.store, site.ring, number).then(() => []),
    ...Object.entries(apps).map(async ([app, { active }]) => {
      const release = await readRelease(site, app, active)
      files += release.files.length
      return checkFiles(site, release)
    }),
  ]
  const found = parts.map(part =>
    part.catch((error: unknown) =>
      error instanceof Refused ? error.refusals : [refuse('seen', 'the page', String(error), 'Look at `verify`.')],
    ),
  )
  return { problems: (await Promise.all(found)).flat(), files }
}
