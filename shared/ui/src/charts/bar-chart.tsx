import type { CSSProperties, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Axis } from './axis.tsx'
import { PointSlider } from './point-slider.tsx'

/**
 * A column. `value` and `second` only give the height (never use them for money); `current` marks today. `text` is the
 * value in words, shown when the column is chosen.
 */
export type BarPoint = {
  label: string
  value: number
  second?: number | undefined
  current?: boolean | undefined
  text?: string | undefined
}
type BarChartProps = {
  label: string
  points: readonly BarPoint[]
  /** The numbers in words, for those who do not see the columns. */
  textValue: string
  /** Names of the first and the second part of a column. */
  series?: readonly [string, string] | readonly [string] | undefined
}

/** More columns than these carry no label each. */
const fewColumns = 7

/** Columns over some days. If each has a text, one can be selected. */
export function BarChart({ label, points, textValue, series }: BarChartProps) {
  const texts = points.flatMap(point => point.text ?? [])
  return (
    <figure className="ac-stack ac-stack--3" aria-label={label}>
      {texts.length > 0 && texts.length === points.length ? (
        <PointSlider label={label} texts={texts} placement="columns">
          {chosen => <Columns points={points} chosen={chosen} />}
        </PointSlider>
      ) : (
        <Columns points={points} />
      )}
      <p className="ac-sr" translate="no">
        {textValue}
      </p>
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

function Columns({ points, chosen }: { points: readonly BarPoint[]; chosen?: number | undefined }): ReactNode {
  const largest = Math.max(1, ...points.map(point => point.value + (point.second ?? 0)))
  const height = (value: number): CSSProperties => ({ height: `${(value / largest) * 84}px` })
  const isMany = points.length > fewColumns
  return (
    <>
      <ul
        className={classNames('ac-bars', isMany && 'ac-bars--many', chosen !== undefined && 'is-chosen')}
        aria-hidden="true"
      >
        {points.map((point, index) => (
          <li key={index} className={classNames(point.current && 'is-now', index === chosen && 'is-on')}>
            {Boolean(point.second) && <i className="b" style={height(point.second ?? 0)} />}
            <i style={height(point.value)} />
            {!isMany && <span>{point.label}</span>}
          </li>
        ))}
      </ul>
      {isMany && <Axis labels={points.map(point => point.label)} />}
    </>
  )
}
