import type { GenerationCanary } from '@adcoin/contract'
import type { ReleaseBrief, RunningCanary } from '@adcoin/contract/operations'
import type { Verdict } from '../canary/judge.ts'
import { verdictOf } from '../operations/judge-canaries.ts'
import type { ReadHealth } from '../operations/read-health.ts'

const measures = ['failed', 'cards', 'slow', 'late', 'silent'] as const
/** JSON has no infinity, and more digits are not useful. */
const most = 1e9

/**
 * A running canary as the page shows it: the same verdict that the judge acts by.
 *
 * @param active  the release that it is compared with
 */
export async function canaryOnPage(
  app: string,
  active: string,
  canary: GenerationCanary,
  release: ReleaseBrief,
  readHealth: ReadHealth,
): Promise<RunningCanary> {
  const { decision, why, figures, evidence } = await verdictOf(app, active, canary, readHealth)
  const { share, since, manual } = canary
  return {
    ...{ release, share, since, manual, decision, why },
    browsers: figures?.visits ?? null,
    measures: figures
      ? measures.map(measure => ({
          measure,
          ...countsOf(figures, measure),
          evidence: evidence ? Math.min(most, evidence[measure]) : null,
        }))
      : null,
    evidence: evidence ? Math.min(most, evidence.together) : null,
    stopAt: evidence?.stopAt ?? null,
  }
}

/** Silence is not counted itself: it is the browsers that should have come and did not. */
function countsOf(figures: Verdict['figures'], measure: (typeof measures)[number]) {
  return measure === 'silent' ? figures.visits : figures[measure]
}
