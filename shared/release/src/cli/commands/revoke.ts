import * as v from 'valibot'
import { Version } from '@adcoin/contract'
import { readLiveState } from '../../operations/live-state.ts'
import { planFloor, planRevocation } from '../../operations/plan.ts'
import { findRelease } from '../../operations/releases-there.ts'
import { Usage } from '../words.ts'
import type { Answer } from '../answer.ts'
import { change } from '../change.ts'
import type { CommandInput } from '../command.ts'

/** revoke <app> <ID|VERSION>: takes a release out for good; open pages that show it replace it. `--below VERSION`: everything older. */
export async function run({ site, words, app }: CommandInput): Promise<Answer> {
  const named = words.words[2]
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
