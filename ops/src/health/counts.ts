import type { HealthBucket } from '@adcoin/contract'

/** What browsers said of one release: its screen stood, it failed, or people saw its card. */
export type ReleaseCounts = { readonly release: string; readonly mounted: number; readonly failed: number }
/** One step of the curve; `share` is of failures, null where no browser said anything. */
export type CurvePoint = { readonly from: number; readonly share: number | null }

export const points = 48

/** A card is a failure of every release of its app at once. */
const isBad = ({ outcome }: HealthBucket) => outcome !== 'mounted'

/** By release, the one that was heard of most recently first. */
export function countsOf(buckets: readonly HealthBucket[]): readonly ReleaseCounts[] {
  const found = new Map<string, { mounted: number; failed: number }>()
  for (const bucket of buckets.toReversed()) {
    const counts = found.get(bucket.release) ?? { mounted: 0, failed: 0 }
    found.set(bucket.release, counts)
    counts[isBad(bucket) ? 'failed' : 'mounted'] += bucket.count
  }
  return [...found].map(([release, counts]) => ({ release, ...counts }))
}

/** The share of failures over time, in equal steps that end now. */
export function curveOf(buckets: readonly HealthBucket[], now: number, minutes: number): readonly CurvePoint[] {
  const stepMs = (minutes * 60_000) / points
  const start = now - minutes * 60_000
  const sums = Array.from({ length: points }, () => ({ all: 0, bad: 0 }))
  for (const bucket of buckets) {
    const sum = sums[Math.min(points - 1, Math.floor((Date.parse(bucket.minute) - start) / stepMs))]
    if (!sum) continue
    sum.all += bucket.count
    if (isBad(bucket)) sum.bad += bucket.count
  }
  return sums.map(({ all, bad }, index) => ({ from: start + index * stepMs, share: all === 0 ? null : bad / all }))
}

/** A share of failures among all that was said; 0 where nothing was said. */
export function shareOf({ mounted, failed }: Pick<ReleaseCounts, 'mounted' | 'failed'>): number {
  return mounted + failed === 0 ? 0 : failed / (mounted + failed)
}
