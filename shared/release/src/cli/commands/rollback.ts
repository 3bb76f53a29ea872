import { releaseKey } from '@adcoin/contract'
import { readLiveState } from '../../operations/live-state.ts'
import { planRollback } from '../../operations/plan-rollback.ts'
import { findRelease } from '../../releases/releases-there.ts'
import { unreadStorage } from '../../operations/rollback-safety.ts'
import { Refused, refuse } from '../../refusal.ts'
import { change } from '../change.ts'
import type { Answer, CommandInput } from '../command.ts'

/** rollback <app> [--to ID|VERSION] [--even-if-unsafe]: goes back to the previous good release, or to the named one. */
export async function run({ open, words, app }: CommandInput): Promise<Answer> {
  const site = await open()
  const state = await readLiveState(site)
  const to = words.value('to')
  const target = to === undefined ? undefined : await findRelease(site, app, to)
  const plan = planRollback(state, app, target, { action: 'rollback', why: words.value('why') ?? '' }, site)
  const release = target ?? state.releases.get(releaseKey(app, plan.next.apps[app]?.active ?? ''))
  const unread = release ? unreadStorage(state, app, release) : []
  if (unread.length > 0 && !words.flag('even-if-unsafe')) {
    throw new Refused(
      refuse(
        'stored-data',
        releaseKey(app, release?.id ?? ''),
        `it does not read ${unread.join(', ')}, which newer releases have stored in people's browsers`,
        'Publish a fix instead, or roll back with --even-if-unsafe when losing that data is the smaller harm.',
      ),
    )
  }
  return change(site, state, plan, words.flag('dry-run'))
}
