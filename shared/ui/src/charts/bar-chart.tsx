import type { CSSProperties } from 'react'

/** A column. `value` and `second` only give the height (never use them for money); `current` marks today. */
export type BarPoint = { label: string; value: number; second?: number | undefined; current?: boolean | undefined }
type BarChartProps = {
  label: string
  points: readonly BarPoint[]
  /** The numbers in words, for those who do not see the columns. */
  textValue: string
  /** Names of the first and the second part of a column. */
  series?: readonly [string, string] | readonly [string] | undefined
}

/** Columns over a few days. */
export function BarChart({ label, points, textValue, series }: BarChartProps) {
  const largest = Math.max(1, ...points.map(point => point.value + (point.second ?? 0)))
  const height = (value: number): CSSProperties => ({ height: `${(value / largest) * 84}px` })
  return (
    <figure className="ac-stack ac-stack--3" aria-label={label}>
      <ul className="ac-bars" aria-hidden="true">
        {points.map((point, index) => (
          <li key={index} className={point.current ? 'is-now' : undefined}>
            {Boolean(point.second) && <i className="b" style={height(point.second ?? 0)} />}
            <i style={height(point.value)} />
            <span>{point.label}</span>
          </li>
        ))}
      </ul>
      <p className="ac-sr">{textValue}</p>
      {series && (
        <div className="ac-hstack ac-keys" aria-hidden="true">
          {series.map((name, index) => (
            <span key={name} className={index === 0 ? 'ac-key' : 'ac-key ac-key--2'}>
              {name}
            </span>
          ))}
        </div>
      )}
    </figure>
  )
}
