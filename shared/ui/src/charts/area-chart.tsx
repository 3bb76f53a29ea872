const width = 310
const height = 84
const edge = 8

type AreaChartProps = {
  label: string
  points: readonly { label: string; value: number }[]
  /** "Team size over six weeks, from 6 to 24" */
  textValue: string
}

/** A quantity over time, the last point marked. */
export function AreaChart({ label, points, textValue }: AreaChartProps) {
  const places = placesOf(points.map(point => point.value))
  const line = places.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
  const last = places.at(-1)
  return (
    <figure className="ac-area" aria-label={label}>
      <svg viewBox={`0 0 ${width} ${height}`} width="100%" role="img" aria-label={textValue}>
        {places.length > 1 && (
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
        {last && (
          <circle
            cx={last[0]}
            cy={last[1]}
            r="5.5"
            fill="var(--ac-surface)"
            stroke="var(--ac-accent)"
            strokeWidth="3"
          />
        )}
      </svg>
      <div className="ac-area__x" aria-hidden="true">
        {points.map((point, index) => (
          <span key={index}>{point.label}</span>
        ))}
      </div>
    </figure>
  )
}

/** Values to drawing units, from the left edge to the right; one point stands at the right. Zero is the ground. */
export function placesOf(values: readonly number[]): readonly (readonly [x: number, y: number])[] {
  const largest = Math.max(1, ...values)
  const step = values.length > 1 ? (width - 2 * edge) / (values.length - 1) : 0
  return values.map((value, index) => [
    values.length > 1 ? edge + index * step : width - edge,
    height - edge - (value / largest) * (height - 2 * edge),
  ])
}
