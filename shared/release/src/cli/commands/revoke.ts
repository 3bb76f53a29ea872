import * as v from 'valibot'
import { Version } from '@adcoin/contract'
import { Usage } from '../words.ts'
import { doAct } from '../change.ts'
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
    return doAct(site, { action: 'floor', app, below, why }, words.flag('dry-run'))
  }
  if (!named) throw new Usage('revoke needs the id of the release: revoke <app> <id>')
  return doAct(site, { action: 'revoke', app, release: named, why }, words.flag('dry-run'))
}
