import { healthSteps, type HealthBucket } from '@adcoin/contract'

const shownReasons = 5

/** What browsers said of a release, in one line. */
export function healthLine(buckets: readonly HealthBucket[]): string {
  const of = (outcome: HealthBucket['outcome']) => sum(buckets.filter(bucket => bucket.outcome === outcome))
  const [mounted, failed, cards] = [of('mounted'), of('failed'), of('card')]
  const browsers = Math.max(mounted, failed)
  if (browsers + cards === 0) return 'no browser has said anything'
  const rate = browsers > 0 ? ` (${((100 * failed) / browsers).toFixed(1)} %)` : ''
  const median = medianSeconds(buckets)
  return [
    `${browsers} browsers`,
    `${failed} failed${rate}`,
    `${cards} saw the card`,
    ...(median === undefined ? [] : [`content in ${median} s`]),
  ].join(', ')
}

/** Where it went wrong, most first: phase, reason, and the language, browsers and routes that all of them share. */
export function brokenDown(buckets: readonly HealthBucket[]): readonly string[] {
  const bad = buckets.filter(({ outcome }) => outcome !== 'mounted')
  return [
    ...Map.groupBy(bad, ({ phase, reason, group }) => `${phase}: ${reason}${group === 'rest' ? '' : ` [${group}]`}`),
  ]
    .map(([what, those]) => ({ what, count: sum(those), all: shared(those) }))
    .sort((a, b) => b.count - a.count)
    .slice(0, shownReasons)
    .map(({ what, count, all }) => `${String(count).padStart(5)}  ${what}${all}`)
}

function shared(buckets: readonly HealthBucket[]): string {
  const same = (['language', 'family', 'path'] as const).flatMap(name => {
    const values = new Set(buckets.map(bucket => bucket[name]))
    const [value] = values
    return values.size === 1 && value ? [value] : []
  })
  return same.length > 0 ? ` (all ${same.join(', ')})` : ''
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
