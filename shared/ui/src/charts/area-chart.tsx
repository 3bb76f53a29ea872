import { Axis } from './axis.tsx'
import { PointSlider } from './point-slider.tsx'

const width = 310
const height = 84
const edge = 8

/** `text` is the value in words, shown when the point is chosen. */
type AreaPoint = { label: string; value: number; text?: string | undefined }
type AreaChartProps = {
  label: string
  points: readonly AreaPoint[]
  /** "Team size over six weeks, from 6 to 24" */
  textValue: string
  onChoose?: ((index: number) => void) | undefined
}

/** A quantity over time, the last point marked; where each has a text, another one can be chosen. */
export function AreaChart({ label, points, textValue, onChoose }: AreaChartProps) {
  const texts = points.flatMap(point => point.text ?? [])
  return (
    <figure className="ac-area" aria-label={label}>
      {texts.length > 0 && texts.length === points.length ? (
        <>
          <PointSlider label={label} texts={texts} placement="edges" onChoose={onChoose}>
            {chosen => <Area points={points} chosen={chosen} />}
          </PointSlider>
          <p className="ac-sr">{textValue}</p>
        </>
      ) : (
        <Area points={points} textValue={textValue} />
      )}
      <Axis labels={points.map(point => point.label)} />
    </figure>
  )
}

type AreaProps = { points: readonly AreaPoint[]; chosen?: number | undefined; textValue?: string | undefined }

function Area({ points, chosen, textValue }: AreaProps) {
  const coordinates = toPoints(points.map(point => point.value))
  const line = coordinates.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
  const marked = coordinates.at(chosen ?? -1)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width="100%"
      {...(textValue === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': textValue })}
    >
      {coordinates.length > 1 && (
        <path d={`${line}L${width - edge} ${height}L${edge} ${height}Z`} fill="var(--ac-field)" opacity=".45" />
      )}
      <path
        d={line}
        fill="none"
        stroke="var(--ac-accent)"
        strokeWidth="2.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {marked && (
        <circle
          cx={marked[0]}
          cy={marked[1]}
          r="5.5"
          fill="var(--ac-surface)"
          stroke="var(--ac-accent)"
          strokeWidth="3"
        />
      )}
    </svg>
  )
}

/** Values to drawing units, from the left edge to the right; a single point is at the right. Zero is the ground. */
export function toPoints(values: readonly number[]): readonly (readonly [x: number, y: number])[] {
  const largest = Math.max(1, ...values)
  const step = values.length > 1 ? (width - 2 * edge) / (values.length - 1) : 0
  return values.map((value, index) => [
    values.length > 1 ? edge + index * step : width - edge,
    height - edge - (value / largest) * (height - 2 * edge),
  ])
}
