import { releaseKey, type Release } from '@adcoin/contract'
import type { LiveApp } from '@adcoin/contract/operations'
import { checkCoexistence } from '../gate/coexistence.ts'
import { Refused, refuse, type ReleaseRefusal } from '../refusal.ts'
import type { LiveState } from './live-state.ts'
import { wasLeft, type Author } from './plan.ts'
import { planRollback } from './plan-rollback.ts'

/**
 * Is going back safe? The older release must fit the live shell (its platform), and must read everything
 * that the newer ones have stored in people's browsers meanwhile.
 *
 * @param target  the release to go back to; without it the first of the previous good ones
 */
export function rollbackOutlook(state: LiveState, app: string, author: Author, target?: Release): LiveApp['rollback'] {
  try {
    const plan = planRollback(state, app, target, { action: 'rollback', why: '' }, author)
    const to = plan.next.apps[app]?.active ?? ''
    const release = target ?? state.releases.get(releaseKey(app, to))
    const releases = new Map(state.releases)
    if (release) releases.set(releaseKey(app, to), release)
    const [refusal] = checkCoexistence(plan.next, releases)
    if (refusal) return { to, safe: false, why: `${refusal.place}: ${refusal.says}` }
    const loss = lossOf(state, app, release)
    if (loss) return { to, safe: false, why: loss.says }
    return { to, safe: true, why: 'it fits the live shell and reads what newer releases have stored' }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { to: null, safe: false, why: error.refusals.map(({ says, remedy }) => `${says}. ${remedy}`).join(' ') }
  }
}

/** Why operators accept a loss by going back to this release; undefined where they need not. */
export function lossOf(state: LiveState, app: string, release: Release | undefined): ReleaseRefusal | undefined {
  if (!release) return undefined
  const place = releaseKey(app, release.id)
  if (wasLeft(state, app, release))
    return refuse(
      'left-before',
      place,
      'operators went back from it before',
      'Choose another (see `status`), or say with --even-if-unsafe that it is good after all.',
    )
  const unread = unreadStorage(state, app, release)
  if (unread.length === 0) return undefined
  return refuse(
    'stored-data',
    place,
    `it does not read ${unread.join(', ')}, which newer releases have stored in people's browsers`,
    'Publish a fix instead, or roll back with --even-if-unsafe when losing that data is the smaller harm.',
  )
}

/** `owner.name@version` that the live release, or one between it and the target, keeps and the target does not know. */
function unreadStorage(state: LiveState, app: string, target: Release): readonly string[] {
  const live = state.live?.apps[app]
  const newer = live
    ? [live.active, ...live.previous]
        .map(id => state.releases.get(releaseKey(app, id)))
        .filter(release => release !== undefined && release.created > target.created)
    : []
  return [...new Set(newer.flatMap(release => release?.storage ?? []))]
    .filter(written => !target.storage.includes(written))
    .sort()
}
