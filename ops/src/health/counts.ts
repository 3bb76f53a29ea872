import {
  browserCounts,
  failureReasons,
  type BrowserCounts,
  type FailureReason,
  type HealthBucket,
} from '@adcoin/contract'

/** The reports of browsers about one release. */
export type ReleaseHealth = BrowserCounts & { readonly release: string; readonly reasons: readonly FailureReason[] }
/** One step of the curve; `share` is of failures, null without reports. */
export type CurvePoint = { readonly from: number; readonly share: number | null }

export const points = 48

/** By release, the latest reported one first. */
export function healthByRelease(buckets: readonly HealthBucket[]): readonly ReleaseHealth[] {
  return [...Map.groupBy(buckets.toReversed(), ({ release }) => release)].map(([release, those]) => ({
    ...{ release, ...browserCounts(those), reasons: failureReasons(those) },
  }))
}

/** The share of failures over time, in equal steps that end now. */
export function curveOf(buckets: readonly HealthBucket[], now: number, minutes: number): readonly CurvePoint[] {
  const stepMs = (minutes * 60_000) / points
  const start = now - minutes * 60_000
  const stepOf = ({ minute }: HealthBucket) => Math.min(points - 1, Math.floor((Date.parse(minute) - start) / stepMs))
  const steps = Map.groupBy(buckets, stepOf)
  return Array.from({ length: points }, (_, index) => {
    const { browsers, rate } = browserCounts(steps.get(index) ?? [])
    return { from: start + index * stepMs, share: browsers === 0 ? null : rate }
  })
}
