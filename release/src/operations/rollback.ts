import { releaseKey, type Release } from '@adcoin/contract'
import type { AppStatus } from '@adcoin/contract/operations'
import { checkCoexistence } from '../gate/coexistence.ts'
import { Refused, refuse, type ReleaseRefusal, refused } from '../refusal.ts'
import { findRelease } from '../releases/releases-there.ts'
import type { LiveState } from './live-state.ts'
import { leftOf, liveAppOf, planOf, refuseGone, whyLeft, withApp, withLeft, type Plan } from './plan.ts'
import { releasesLeft } from './promote.ts'
import type { ReleaseContext } from './release-context.ts'

/** Goes back to the previous good release, or to the named one. */
export type Rollback = {
  readonly action: 'rollback'
  readonly app: string
  readonly why: string
  readonly release?: string | undefined
  /** Also where it cannot read what newer releases have stored, or was left before. */
  readonly evenIfUnsafe?: boolean | undefined
}

/** @throws Refused where there is none, or going back to it would lose what people have */
export async function rollback(context: ReleaseContext, state: LiveState, asked: Rollback): Promise<Plan> {
  const { app, why, evenIfUnsafe = false } = asked
  const named = asked.release === undefined ? undefined : await findRelease(context, app, asked.release)
  const target = named ?? previousGood(state, app)
  if (!target) throw await noPrevious(context, state, app)
  const plan = planRollback(context, state, target, why)
  const loss = evenIfUnsafe ? undefined : lossOf(state, target)
  if (loss) throw new Refused(loss)
  return plan
}

/** The first fallback that operators have not left. */
function previousGood(state: LiveState, app: string): Release | undefined {
  return liveAppOf(state, app)
    .previous.map(id => state.releases.get(releaseKey(app, id)))
    .find(release => release !== undefined && whyLeft(state, release) === undefined)
}

/**
 * The release that is left is not kept to fall back to: it was left because it is not good. Only those that are older
 * than the target stay.
 */
function planRollback(context: ReleaseContext, state: LiveState, target: Release, why: string): Plan {
  const { app, id, created } = target
  const { active, previous } = liveAppOf(state, app)
  refuseGone(state, app, id)
  if (id === active) throw refused('already-live', releaseKey(app, id), 'it is live already', 'Nothing to do.')
  const createdOf = (each: string) => state.releases.get(releaseKey(app, each))?.created ?? ''
  const older = previous.filter(each => each !== id && createdOf(each) < created)
  return planOf(
    context,
    state,
    { action: 'rollback', why },
    {
      left: withLeft(leftOf(state), state.releases.get(releaseKey(app, active)), 'failed'),
      apps: withApp(state, app, { active: id, previous: older }),
      named: [target],
    },
  )
}

/** The refusal names the releases that could be rolled back to, and their state. */
async function noPrevious(context: ReleaseContext, state: LiveState, app: string): Promise<Refused> {
  const { active } = liveAppOf(state, app)
  const choices = (await releasesLeft(context, state, app)).filter(({ id }) => id !== active)
  const named = choices.map(each => `${each.id}${whyLeft(state, each) ? ' (operators went back from it)' : ''}`)
  const remedy = `In the store: ${named.join(', ') || 'no other'}. ${otherWays(app)}`
  return refused('no-previous', app, 'there is no previous good release', remedy)
}

function otherWays(app: string): string {
  const without = app === 'shell' ? '' : `; \`promote ${app} --none\` takes it out of the page`
  return `Name one with \`--to VERSION\` (see \`history\`), or publish a new release${without}.`
}

/** Why operators accept a loss by going back to this release; undefined where they need not. */
function lossOf(state: LiveState, release: Release): ReleaseRefusal | undefined {
  const place = releaseKey(release.app, release.id)
  if (whyLeft(state, release))
    return refuse(
      'left-before',
      place,
      'operators went back from it before',
      'Choose another (see `status`), or say with --even-if-unsafe that it is good after all.',
    )
  const unread = unreadStorage(state, release)
  if (unread.length === 0) return undefined
  return refuse(
    'stored-data',
    place,
    `it does not read ${unread.join(', ')}, which newer releases have stored in people's browsers`,
    'Publish a fix instead, or roll back with --even-if-unsafe when losing that data is the smaller harm.',
  )
}

/** `owner.name@version` that the live release, or one between it and the target, keeps and the target does not know. */
function unreadStorage(state: LiveState, { app, created, storage }: Release): readonly string[] {
  const { active, previous } = liveAppOf(state, app)
  const newer = [active, ...previous]
    .map(id => state.releases.get(releaseKey(app, id)))
    .filter(release => release !== undefined && release.created > created)
  const written = newer.flatMap(release => release?.storage ?? [])
  return [...new Set(written)].filter(each => !storage.includes(each)).sort()
}

/**
 * Is going back safe? The older release must fit the live shell, and must read everything that the newer ones have
 * stored in people's browsers meanwhile.
 */
export function rollbackOutlook(context: ReleaseContext, state: LiveState, app: string): AppStatus['rollback'] {
  const target = previousGood(state, app)
  if (!target) return { to: null, safe: false, why: `there is no previous good release. ${otherWays(app)}` }
  try {
    const { next } = planRollback(context, state, target, '')
    const misfit = checkCoexistence(next, state.releases)[0]
    if (misfit) return { to: target.id, safe: false, why: `${misfit.place}: ${misfit.says}` }
    const loss = lossOf(state, target)
    if (loss) return { to: target.id, safe: false, why: loss.says }
    return { to: target.id, safe: true, why: 'it fits the live shell and reads what newer releases have stored' }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { to: null, safe: false, why: error.refusals.map(({ says, remedy }) => `${says}. ${remedy}`).join(' ') }
  }
}
