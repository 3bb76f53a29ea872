import { releaseKey, type Release } from '@adcoin/contract'
import { checkCoexistence } from '../gate/coexistence.ts'
import { Refused } from '../refusal.ts'
import type { LiveState } from './live-state.ts'
import type { Author } from './plan.ts'
import { planRollback, wasLeft } from './plan-rollback.ts'

/** The effect of a rollback, shown before it is confirmed. */
export type RollbackOutlook = { readonly to: string | null; readonly safe: boolean; readonly why: string }

/**
 * Is going back safe? The older release must fit the live shell (contract, shared modules), and must read everything
 * that the newer ones have stored in people's browsers meanwhile.
 *
 * @param target  the release to go back to; without it the first of the previous good ones
 */
export function rollbackOutlook(state: LiveState, app: string, author: Author, target?: Release): RollbackOutlook {
  try {
    const plan = planRollback(state, app, target, { action: 'rollback', why: '' }, author)
    const to = plan.next.apps[app]?.active ?? ''
    const release = target ?? state.releases.get(releaseKey(app, to))
    const releases = new Map(state.releases)
    if (release) releases.set(releaseKey(app, to), release)
    const [refusal] = checkCoexistence(plan.next, releases)
    if (refusal) return { to, safe: false, why: `${refusal.place}: ${refusal.says}` }
    if (wasLeft(state, app, release)) return { to, safe: false, why: 'operators went back from it before' }
    const unread = release ? unreadStorage(state, app, release) : []
    if (unread.length > 0)
      return { to, safe: false, why: `newer releases have stored ${unread.join(', ')}, which ${to} does not read` }
    return { to, safe: true, why: 'it fits the live shell and reads what newer releases have stored' }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { to: null, safe: false, why: error.refusals.map(({ says, remedy }) => `${says}. ${remedy}`).join(' ') }
  }
}

/** `owner.name@version` that the live release, or one between it and the target, keeps and the target does not know. */
export function unreadStorage(state: LiveState, app: string, target: Release): readonly string[] {
  const live = state.generation?.apps[app]
  const newer = live
    ? [live.active, ...live.previous]
        .map(id => state.releases.get(releaseKey(app, id)))
        .filter(release => release !== undefined && release.created > target.created)
    : []
  return [...new Set(newer.flatMap(release => release?.storage ?? []))]
    .filter(written => !target.storage.includes(written))
    .sort()
}
