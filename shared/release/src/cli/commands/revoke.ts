import * as v from 'valibot'
import { Version } from '@adcoin/contract'
import { Usage } from '../words.ts'
import { planAct, type Act } from '../../operations/acts.ts'
import { change } from '../change.ts'
import type { Answer, CommandInput } from '../command.ts'

/**
 * revoke <app> <ID|VERSION>: takes a release out for good; open pages that show it replace it. `--below VERSION`:
 * everything older.
 */
export async function run({ open, words, rest, app }: CommandInput): Promise<Answer> {
  const site = await open()
  const [named, below, why] = [rest[0], words.value('below'), words.value('why') ?? '']
  if (below !== undefined) {
    if (named || !v.is(Version, below)) throw new Usage('revoke <app> --below VERSION takes three numbers and no id')
  } else if (!named) throw new Usage('revoke needs the id of the release: revoke <app> <id>')
  const act: Act =
    below === undefined ? { action: 'revoke', app, release: named ?? '', why } : { action: 'floor', app, below, why }
  return change(site, state => planAct(site, state, act), words.flag('dry-run'))
}
