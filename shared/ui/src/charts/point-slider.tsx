import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'

/** columns: each point has a strip of its own; edges: the first and the last are at the edges. */
type Placement = 'columns' | 'edges'

type PointSliderProps = {
  label: string
  /** Each point in words: the text that is shown and announced when it is chosen. */
  texts: readonly string[]
  placement: Placement
  onChoose?: ((index: number) => void) | undefined
  children: (chosen: number | undefined) => ReactNode
}

/**
 * The points of a chart. A tap, a drag or arrow keys choose one. It is one tab stop, and screen readers announce the
 * value. The last point's value is shown until one is chosen.
 */
export function PointSlider({ label, texts, placement, onChoose, children }: PointSliderProps) {
  const [chosen, setChosen] = useState<number>()
  const last = texts.length - 1
  const shown = Math.min(chosen ?? last, last)
  const choose = (index: number) => {
    setChosen(index)
    onChoose?.(index)
  }
  const chooseByKey = (event: KeyboardEvent) => {
    const next = { ...steps, Home: -texts.length, End: texts.length }[event.key]
    if (next === undefined) return
    event.preventDefault()
    choose(Math.max(0, Math.min(last, shown + next)))
  }
  const chooseByPointer = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    if (width > 0) choose(findPointIndex((event.clientX - left) / width, texts.length, placement))
  }
  return (
    <div
      className="ac-points"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={texts.length}
      aria-valuenow={shown + 1}
      aria-valuetext={texts[shown]}
      onKeyDown={chooseByKey}
      onPointerDown={chooseByPointer}
      onPointerMove={event => event.buttons > 0 && chooseByPointer(event)}
    >
      <p className="ac-small ac-num ac-points__value" translate="no">
        {texts[shown]}
      </p>
      {children(chosen === undefined ? undefined : shown)}
    </div>
  )
}

const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 7,
  PageDown: -7,
}

/** The point at a share of the width. */
export function findPointIndex(share: number, count: number, placement: Placement): number {
  const index = placement === 'columns' ? Math.floor(share * count) : Math.round(share * (count - 1))
  return Math.max(0, Math.min(count - 1, index))
}
