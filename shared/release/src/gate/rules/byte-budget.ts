import { gzipSync } from 'node:zlib'
import { budgetOf, bytesPerKb } from '@adcoin/preset/budgets'
import { refuse } from '../../refusal.ts'
import type { Candidate, CandidateRule } from '../candidate.ts'

/** What the worst first visit loads: the entry, the heaviest language file and the chunks of the heaviest route. */
function firstVisitBytes({ build, files }: Pick<Candidate, 'build' | 'files'>): number {
  const gzip = (path: string) => gzipSync(files.get(path) ?? Buffer.alloc(0)).length
  const heaviest = (lists: readonly (readonly string[])[]) =>
    Math.max(0, ...lists.map(list => list.reduce((sum, path) => sum + gzip(path), 0)))
  return (
    gzip(build.entry) +
    heaviest(Object.values(build.locales).map(path => [path])) +
    heaviest(Object.values(build.preload))
  )
}

/** Bytes are a promise to people on slow phones: more than the budget is refused, not warned about. */
export const byteBudget: CandidateRule = candidate => {
  const most = budgetOf(candidate.app) * bytesPerKb
  const bytes = firstVisitBytes(candidate)
  if (bytes <= most) return []
  return [
    refuse(
      'byte-budget',
      candidate.app,
      `a first visit loads ${bytes} bytes of script (gzip), the budget is ${most}`,
      'Move code into lazy chunks or remove it; raise the budget only with a decision in shared/docs/decisions.',
    ),
  ]
}
