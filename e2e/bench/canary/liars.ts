import { active, candidate, type Collector, type CandidateKind } from './population.ts'
import { equal, kinds } from './kinds.ts'
import { simulate } from './simulate.ts'

const reports = 10_000
/** The service's counts of one network on one day: `api/src/health/count.ts`. */
const perNetwork = 1_000

type Lie = {
  readonly description: string
  readonly release: string
  readonly group: 'canary' | 'rest'
  readonly outcome: 'failed' | 'mounted'
}
const lies: readonly Lie[] = [
  { description: 'the candidate fails', release: candidate, group: 'canary', outcome: 'failed' },
  { description: 'the live release fails', release: active, group: 'rest', outcome: 'failed' },
  { description: 'the candidate works', release: candidate, group: 'canary', outcome: 'mounted' },
  { description: 'the live release works', release: active, group: 'rest', outcome: 'mounted' },
]

/** Sends 10,000 false reports in ten minutes: about a good release, and about one that throws in 5 % of mounts. */
export async function simulateLiars(share: number): Promise<void> {
  for (const networks of [1, 200])
    for (const lie of lies) {
      const [good, bad] = [equal, kinds[1] ?? equal].map(kind => simulateLine(networks, lie, kind, share))
      console.log(`a liar in ${networks} network(s), "${lie.description}": good: ${good}; bad: ${bad}`)
    }
}

function simulateLine(networks: number, { release, group, outcome }: Lie, kind: CandidateKind, share: number): string {
  const counted = Math.min(reports, networks * perNetwork)
  const sendLies = (collector: Collector, second: number) => {
    if (second > 60 && second <= 660)
      collector.add(
        second - 1,
        { release, group, outcome, known: false, step: outcome === 'mounted' ? 20 : null },
        Math.round(counted / 10),
      )
  }
  const { decision, minutes, why } = simulate({ seed: 7, share, kind, every: 60, mostMinutes: 360, lie: sendLies })
  return `${decision} after ${minutes} min (${why})`
}
