import css from '../page.module.css'
import type { CurvePoint } from './counts.ts'

const width = 320
const height = 96

export type Mark = { readonly at: number; readonly isBack: boolean; readonly label: string }
type CurveProps = {
  curve: readonly CurvePoint[]
  /** Changes of what is live; going back is drawn in another colour. */
  marks: readonly Mark[]
  from: number
  to: number
  /** The same in words. */
  textValue: string
}

/** Failures over time. Without reports there is a gap, not a zero. The scale ends at the worst share. */
export function Curve({ curve, marks, from, to, textValue }: CurveProps) {
  const most = Math.max(0.05, ...curve.map(({ share }) => share ?? 0))
  const x = (at: number) => ((at - from) / (to - from)) * width
  const y = (share: number) => height - 4 - (share / most) * (height - 12)
  const half = (to - from) / curve.length / 2
  return (
    <svg className={css.curve} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={textValue}>
      <path d={`M0 ${height - 4}H${width}`} className={css.ground} />
      {marks.map(({ at, isBack, label }) => (
        <path key={`${at} ${label}`} d={`M${x(at).toFixed(1)} 0V${height}`} className={isBack ? css.back : css.forth}>
          <title>{label}</title>
        </path>
      ))}
      <path
        d={pathOf(curve.map(({ from: at, share }) => (share === null ? undefined : [x(at + half), y(share)])))}
        className={css.line}
      />
    </svg>
  )
}

/** One line for each stretch without a gap; a lone point is a short one. */
function pathOf(places: readonly (readonly [x: number, y: number] | undefined)[]): string {
  return places
    .map((place, index) => {
      if (!place) return ''
      const before = index > 0 ? places[index - 1] : undefined
      const [x, y] = place
      return before ? `L${x.toFixed(1)} ${y.toFixed(1)}` : `M${(x - 1.5).toFixed(1)} ${y.toFixed(1)}h3`
    })
    .join('')
}
