import { gzipSync } from 'node:zlib'
import type { Candidate, CandidateRule } from '../candidate.ts'

/** KB (1024 bytes) of JavaScript, gzip, that a first visit to an area may load of this app. Source: dependencies.md. */
const budgets: Readonly<Record<string, number>> = {
  shell: 195,
  'remote-auth': 52,
  'remote-tasks': 40,
  'remote-wallet': 45,
  'remote-team': 38,
}
/** For a remote that nobody has measured yet. */
const ordinaryBudget = 45

/** What the worst first visit loads: the entry, the heaviest language file and the chunks of the heaviest route. */
export function firstVisitBytes({ build, files }: Pick<Candidate, 'build' | 'files'>): number {
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
  const most = (budgets[candidate.app] ?? ordinaryBudget) * 1024
  const bytes = firstVisitBytes(candidate)
  if (bytes <= most) return []
  return [
    {
      rule: 'byte-budget',
      place: candidate.app,
      says: `a first visit loads ${bytes} bytes of script (gzip), the budget is ${most}`,
      remedy:
        'Move code into lazy chunks or remove it; raise the budget only with a decision in shared/docs/decisions.',
    },
  ]
}
