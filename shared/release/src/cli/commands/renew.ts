import { planRenewal } from '../../operations/expiry.ts'
import { change } from '../change.ts'
import type { Answer, CommandInput } from '../command.ts'

/** renew [--accept-set-back]: the same releases as a new generation, signed today. */
export async function run({ open, words }: CommandInput): Promise<Answer> {
  const opened = await open()
  const { site, planFor } = await planRenewal(opened, words.value('why') ?? 'renewed', words.flag('accept-set-back'))
  return change(site, planFor, words.flag('dry-run'))
}
