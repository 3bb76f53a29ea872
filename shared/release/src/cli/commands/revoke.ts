import * as v from 'valibot'
import { Version } from '@adcoin/contract'
import { readLiveState } from '../../operations/live-state.ts'
import { planFloor, planRevocation } from '../../operations/plan-rollback.ts'
import { findRelease } from '../../releases/releases-there.ts'
import { Usage } from '../words.ts'
import { change } from '../change.ts'
import type { Answer, CommandInput } from '../command.ts'

/**
 * revoke <app> <ID|VERSION>: takes a release out for good; open pages that show it replace it. `--below VERSION`:
 * everything older.
 */
export async function run({ open, words, rest, app }: CommandInput): Promise<Answer> {
  const site = await open()
  const named = rest[0]
  const below = words.value('below')
  if (below !== undefined) {
    if (named || !v.is(Version, below)) throw new Usage('revoke <app> --below VERSION takes three numbers and no id')
    const state = await readLiveState(site)
    return change(
      site,
      state,
      planFloor(state, app, below, { action: 'revoke', why: words.value('why') ?? '' }, site),
      words.flag('dry-run'),
    )
  }
  if (!named) throw new Usage('revoke needs the id of the release: revoke <app> <id>')
  const state = await readLiveState(site)
  const { id } = await findRelease(site, app, named)
  return change(
    site,
    state,
    planRevocation(state, app, id, { action: 'revoke', why: words.value('why') ?? '' }, site),
    words.flag('dry-run'),
  )
}
