/**
 * Sequential tests for a canary, valid at every number of looks. Browsers are assigned to the candidate at random, so
 * as long as it is as good as the live release, its share of all failing browsers is known. Source: Lindon and Malek,
 * "Anytime-Valid Inference for Multinomial Count Data", NeurIPS 2022; Robbins, 1970, for the bounds of a rate. Why
 * these: decisions/judge-of-canaries.md.
 */

/** Multiples of the normal rate, and the weight of the bet on each: most on grave failures. */
const worse: Risks = [
  [2, 0.1],
  [4, 0.1],
  [10, 0.2],
  [30, 0.3],
  [100, 0.2],
  [300, 0.1],
]
const rarer: Risks = [
  [0.7, 0.1],
  [0.5, 0.2],
  [0.3, 0.3],
  [0.1, 0.4],
]
type Risks = readonly (readonly [risk: number, bet: number])[]

/**
 * Evidence that it happens more often with the candidate. Under "equally often" its expectation is at most 1 at any
 * time, so it ever exceeds 1/α with a chance of at most α (Ville).
 *
 * @param canary  browsers of the candidate's group in which it happened
 * @param others  all other browsers in which it happened
 * @param share   chance of a browser to be in the candidate's group, 0 to 1
 */
export function computeEvidenceOfMore(canary: number, others: number, share: number): number {
  return mixBets(canary, others, share, worse)
}

/** The same for "less often". */
export function computeEvidenceOfLess(canary: number, others: number, share: number): number {
  return mixBets(canary, others, share, rarer)
}

function mixBets(canary: number, others: number, share: number, risks: Risks): number {
  return sumBets(
    risks.map(([risk, bet]) => {
      const tilted = (risk * share) / (1 - share + risk * share)
      return [canary * Math.log(tilted / share) + others * Math.log((1 - tilted) / (1 - share)), bet]
    }),
  )
}

/** The sum of what was bet, each with what became of it. */
function sumBets(bets: readonly (readonly [log: number, bet: number])[]): number {
  const top = Math.max(...bets.map(([log]) => log))
  return Math.exp(top) * bets.reduce((sum, [log, bet]) => sum + bet * Math.exp(log - top), 0)
}

/** The strength by which browsers of the candidate may be over-represented among the slow ones. */
const tilts = [1.5, 2, 4, 8] as const
/** Of each bet so much is kept back: one fast browser alone must not lose it. */
const keptBack = 0.1

/**
 * Evidence that the candidate's browsers are slower: each browser by its rank among the earlier ones, bet on as above,
 * with a risk that grows with the rank. The origin of the ranks does not matter to its validity.
 */
export function createRanks(share: number) {
  const logs = tilts.map(() => 0)
  return {
    /** @param rank  0 to 1: how many of those before were faster */
    add(isCanary: boolean, rank: number, count: number): void {
      for (const [at, tilt] of tilts.entries()) {
        const risk = keptBack + (1 - keptBack) * tilt * rank ** (tilt - 1)
        logs[at] = (logs[at] ?? 0) + count * Math.log((isCanary ? risk : 1) / (1 - share + share * risk))
      }
    },
    evidence: () => sumBets(logs.map(log => [log, 1 / tilts.length])),
  }
}

/** Prior of a rate: one in a hundred, as weak as a hundred browsers. */
const [priorBad, priorGood] = [1, 99] as const

/**
 * Bounds of a rate that hold at all times at once with a chance of 1 - α (beta-binomial mixture).
 *
 * @param bad    in so many it happened …
 * @param total  … of so many
 */
export function computeRateBounds(
  bad: number,
  total: number,
  alpha: number,
): { readonly low: number; readonly high: number } {
  const mixed = logBeta(priorBad + bad, priorGood + total - bad) - logBeta(priorBad, priorGood)
  const isIn = (rate: number) => mixed - bad * Math.log(rate) - (total - bad) * Math.log1p(-rate) < Math.log(1 / alpha)
  const middle = Math.min(1 - 1e-9, Math.max(1e-9, bad / Math.max(1, total)))
  const edge = (end: number): number => {
    let [inside, outside] = [middle, end]
    for (let step = 0; step < 60; step++) {
      const rate = (inside + outside) / 2
      if (isIn(rate)) inside = rate
      else outside = rate
    }
    return inside
  }
  return { low: edge(1e-12), high: edge(1 - 1e-12) }
}

function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b)
}

/** Stirling's series, after lifting small numbers over 8, where it is exact to 1e-10. */
function logGamma(x: number): number {
  let lifted = x
  let below = 0
  while (lifted < 8) below += Math.log(lifted++)
  const inverse = 1 / (lifted * lifted)
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / lifted
  return (lifted - 0.5) * Math.log(lifted) - lifted + 0.5 * Math.log(2 * Math.PI) + series - below
}
