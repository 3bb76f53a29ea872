import {
  countBrowsers,
  listFailureReasons,
  type BrowserCounts,
  type FailureReason,
  type HealthBucket,
} from '@adcoin/contract'
import css from '../page.module.css'

/** The reports of browsers about one release. */
type ReleaseHealth = BrowserCounts & { readonly release: string; readonly reasons: readonly FailureReason[] }
/** One step of the curve; `share` is of failures, null without reports. */
type CurvePoint = { readonly from: number; readonly share: number | null }

export const points = 48

/** Failures over time. No reports are a gap, not a zero. The scale ends at the worst share. */
export function Curve({ curve, marks, from, to, textValue }: CurveProps) {
  const most = Math.max(0.05, ...curve.map(({ share }) => share ?? 0))
  const toX = (at: number) => ((at - from) / (to - from)) * width
  const toY = (share: number) => height - 4 - (share / most) * (height - 12)
  const half = (to - from) / curve.length / 2
  return (
    <svg className={css.curve} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={textValue}>
      <path d={`M0 ${height - 4}H${width}`} className={css.ground} />
      {marks.map(({ at, isBack, label }) => (
        <path key={`${at} ${label}`} d={`M${toX(at).toFixed(1)} 0V${height}`} className={isBack ? css.back : css.forth}>
          <title>{label}</title>
        </path>
      ))}
      <path
        d={toSvgPath(curve.map(({ from: at, share }) => (share === null ? undefined : [toX(at + half), toY(share)])))}
        className={css.line}
      />
    </svg>
  )
}

/** By release, the latest reported one first. */
export function groupByRelease(buckets: readonly HealthBucket[]): readonly ReleaseHealth[] {
  return [...Map.groupBy(buckets.toReversed(), ({ release }) => release)].map(([release, those]) => ({
    ...{ release, ...countBrowsers(those), reasons: listFailureReasons(those) },
  }))
}

/** The share of failures over time, in equal steps that end now. */
export function computeCurve(buckets: readonly HealthBucket[], now: number, minutes: number): readonly CurvePoint[] {
  const stepMs = (minutes * 60_000) / points
  const start = now - minutes * 60_000
  const findStep = ({ minute }: HealthBucket) => Math.min(points - 1, Math.floor((Date.parse(minute) - start) / stepMs))
  const steps = Map.groupBy(buckets, findStep)
  return Array.from({ length: points }, (_, index) => {
    const { browsers, rate } = countBrowsers(steps.get(index) ?? [])
    return { from: start + index * stepMs, share: browsers === 0 ? null : rate }
  })
}

const width = 320
const height = 96

export type CurveMark = { readonly at: number; readonly isBack: boolean; readonly label: string }
type CurveProps = {
  curve: readonly CurvePoint[]
  /** Changes of the live release; rollbacks are drawn in another colour. */
  marks: readonly CurveMark[]
  from: number
  to: number
  /** The same in words. */
  textValue: string
}

/** One line for each stretch without a gap; a lone point is a short one. */
function toSvgPath(positions: readonly (readonly [x: number, y: number] | undefined)[]): string {
  return positions
    .map((position, index) => {
      if (!position) return ''
      const before = index > 0 ? positions[index - 1] : undefined
      const [x, y] = position
      return before ? `L${x.toFixed(1)} ${y.toFixed(1)}` : `M${(x - 1.5).toFixed(1)} ${y.toFixed(1)}h3`
    })
    .join('')
}
