import { readNumberAfter } from '../read-number-after.ts'
import { equal, kinds } from './kinds.ts'
import { simulateLiars } from './liars.ts'
import { simulateCrowds } from './networks.ts'
import { runReal } from './real.ts'
import { simulate, type Run } from './simulate.ts'

const share = 10

/**
 * npm run bench -- canary [--runs N] [--equal N] [--crowds N]: twelve kinds of bad release, simulated through the real
 * judge: browsers that came and that tried it until it was stopped; releases as good as the live one: how many are
 * stopped by bad luck; liars. With `--real`: three kinds before real browsers, `real.ts`.
 */
export async function runBench(words: readonly string[]): Promise<void> {
  if (words.includes('--real')) return runReal(words)
  const runs = readNumberAfter(words, '--runs', 50)
  const equals = readNumberAfter(words, '--equal', 1_000)
  console.log(`${runs} runs of each kind, a browser per second, ${share} % of them try the release`)
  console.log('kind | stopped | tried it: median, worst | all browsers: median, worst | minutes: median, worst')
  for (const kind of kinds) {
    const found = listSeeds(runs, 1).map(seed => simulate({ seed, share, kind, every: 10, mostMinutes: 600 }))
    const stopped = found.filter(({ decision }) => decision === 'stop')
    console.log(
      [
        kind.name,
        `${stopped.length} of ${runs}`,
        formatFigures(stopped, 'tried'),
        formatFigures(stopped, 'visits'),
        formatFigures(stopped, 'minutes'),
      ].join(' | '),
    )
  }
  const found = listSeeds(equals, 100_000).map(seed =>
    simulate({ seed, share, kind: equal, every: 60, mostMinutes: 720 }),
  )
  const countDecisions = (decision: Run['decision']) => found.filter(each => each.decision === decision).length
  const promoted = found.filter(({ decision }) => decision === 'promote')
  console.log(
    `${equals} equal releases: ${countDecisions('stop')} stopped, ${countDecisions('promote')} promoted (tried it: ${formatFigures(promoted, 'tried')}; minutes: ${formatFigures(promoted, 'minutes')}), ${countDecisions('wait')} waiting after 12 hours`,
  )
  simulateCrowds(readNumberAfter(words, '--crowds', 40))
  await simulateLiars(share)
}

const listSeeds = (many: number, first: number) => Array.from({ length: many }, (_, at) => first + at)

function formatFigures(runs: readonly Run[], what: 'tried' | 'visits' | 'minutes'): string {
  const sorted = runs.map(each => each[what]).sort((a, b) => a - b)
  const formatRounded = (value: number | undefined) =>
    value === undefined ? '-' : value.toFixed(what === 'minutes' ? 1 : 0)
  return `${formatRounded(sorted[Math.floor(sorted.length / 2)])}, ${formatRounded(sorted.at(-1))}`
}
