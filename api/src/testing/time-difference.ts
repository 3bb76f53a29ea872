export type TimeDifference = {
  readonly pairs: number
  readonly low: number
  readonly high: number
  readonly verdict: 'equal' | 'different' | 'not shown'
}

/** Standard errors each side: a difference that does not exist is found about once in ten thousand comparisons. */
const certainty = 4
const batch = 50

/**
 * Whether two kinds of work take times that differ by more than `limit` ms, from pairs measured back to back. A busy
 * machine makes single measurements worthless and the interval of their median wide, but never moves it: then more
 * pairs are taken.
 *
 * @param measure answers the milliseconds of the one minus those of the other
 */
export async function timeDifference(
  measure: (pair: number) => Promise<number>,
  { limit, mostPairs = 1000 }: { limit: number; mostPairs?: number },
): Promise<TimeDifference> {
  const differences: number[] = []
  for (;;) {
    for (let pair = 0; pair < batch; pair += 1) differences.push(await measure(differences.length))
    const [low, high] = intervalOfMedian(differences)
    const verdict = low > -limit && high < limit ? 'equal' : low > limit || high < -limit ? 'different' : 'not shown'
    if (verdict !== 'not shown' || differences.length >= mostPairs)
      return { pairs: differences.length, low, high, verdict }
  }
}

/**
 * Between two order statistics around the middle: it holds for any distribution, so outliers of a busy machine are just
 * ranks.
 */
function intervalOfMedian(values: readonly number[]): [low: number, high: number] {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const reach = (certainty * Math.sqrt(sorted.length)) / 2
  const at = (rank: number) => sorted[Math.min(sorted.length - 1, Math.max(0, rank))] ?? 0
  return [at(Math.floor(middle - reach)), at(Math.ceil(middle + reach))]
}
