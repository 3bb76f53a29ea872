import { browserCounts, failureReasons, healthSteps, type HealthBucket } from '@adcoin/contract'

/** The reports of browsers about a release, in one line. */
export function healthLine(buckets: readonly HealthBucket[]): string {
  const { browsers, failed, cards, unattributed, rate } = browserCounts(buckets)
  if (browsers + cards + unattributed === 0) return 'no browser has said anything'
  const median = medianSeconds(buckets)
  return [
    `${browsers} browsers`,
    `${failed} failed${browsers > 0 ? ` (${(100 * rate).toFixed(1)} %)` : ''}`,
    `${cards} saw the card`,
    ...(unattributed === 0 ? [] : [`${unattributed} failed for no known release`]),
    ...(median === undefined ? [] : [`content in ${median} s`]),
  ].join(', ')
}

/** Failures, most frequent first: number of browsers, reason, and what they have in common. */
export function brokenDown(buckets: readonly HealthBucket[]): readonly string[] {
  return failureReasons(buckets).map(
    ({ what, count, shared }) =>
      `${String(count).padStart(5)}  ${what}${shared.length > 0 ? ` (all ${shared.join(', ')})` : ''}`,
  )
}

function medianSeconds(buckets: readonly HealthBucket[]): string | undefined {
  const measured = buckets.filter(({ step }) => step !== null).sort((a, b) => (a.step ?? 0) - (b.step ?? 0))
  const half = sum(measured) / 2
  let below = 0
  const step = measured.find(({ count }) => (below += count) >= half && half > 0)?.step
  if (step === undefined || step === null) return undefined
  return ((healthSteps.first * healthSteps.factor ** step) / 1000).toFixed(1)
}

function sum(buckets: readonly HealthBucket[]): number {
  return buckets.reduce((all, { count }) => all + count, 0)
}
