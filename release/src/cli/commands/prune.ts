import { planPrune, prune } from '../../operations/prune.ts'
import { UsageError, type CommandAnswer, type CommandInput } from '../command-line.ts'

/** prune [--keep N]: removes releases and pages that are no longer needed. */
export async function run({ open, words }: CommandInput): Promise<CommandAnswer> {
  const context = await open()
  const keep = words.value('keep') ?? '50'
  if (!/^[1-9][0-9]{0,5}$/.test(keep)) throw new UsageError('--keep must be a number of generations, at least 1')
  const isDryRun = words.flag('dry-run')
  const plan = isDryRun ? await planPrune(context, Number(keep)) : await prune(context, Number(keep))
  const verb = isDryRun ? 'would be removed' : 'removed'
  return {
    data: { ok: true, dryRun: isDryRun, ...plan },
    lines: [
      `${plan.releases.length} releases and ${plan.live.length} composed pages ${verb}; ${plan.kept.length} releases are kept.`,
      ...plan.releases.map(each => `  ${each}`),
    ],
  }
}
