import type { ReactNode } from 'react'
import { StatusGlyph, type StatusShape } from '../icons/status-glyph.tsx'
import { useUiText } from '../texts.ts'
import { classNames } from '../class-names.ts'

/** Amber: someone decides. Blue: the system runs. Green and red: final. Grey: not started or stopped. */
export type PillTone = 'good' | 'warn' | 'bad' | 'info' | 'idle'
const shapeOfTone = { good: 'ok', warn: 'half', bad: 'bad', info: 'run', idle: 'none' } as const satisfies Record<
  PillTone,
  StatusShape
>

/** A status: shape, word, colour. The shape follows the tone unless it is given. */
export function Pill({
  tone,
  shape = shapeOfTone[tone],
  children,
}: {
  tone: PillTone
  shape?: StatusShape | undefined
  children: ReactNode
}) {
  return (
    <span className={`ac-pill ac-pill--${tone}`}>
      <StatusGlyph shape={shape} />
      <span>{children}</span>
    </span>
  )
}

/** done; current: the person's turn; waiting: a decision is pending; todo; failed; stopped. */
export type TrackState = 'done' | 'current' | 'waiting' | 'todo' | 'failed' | 'stopped'
export type TrackStep = { state: TrackState; title: ReactNode; note?: ReactNode | undefined }
const appearances = {
  done: ['ok', 'is-done'],
  current: ['now', 'is-you'],
  waiting: ['half', 'is-now'],
  todo: ['none', 'is-next'],
  failed: ['bad', 'is-bad'],
  stopped: ['stop', 'is-next'],
} as const satisfies Record<TrackState, readonly [StatusShape, string]>

/** The pill, unfolded: what happened, what happens next, with times. */
export function Track({ steps, label }: { steps: readonly TrackStep[]; label?: string | undefined }) {
  const t = useUiText()
  return (
    <ol className="ac-track" aria-label={label}>
      {steps.map(({ state, title, note }, index) => (
        <li
          key={index}
          className={appearances[state][1]}
          aria-current={state === 'current' || state === 'waiting' ? 'step' : undefined}
        >
          <StatusGlyph shape={appearances[state][0]} />
          <div className="ac-grow">
            <b>{title}</b>
            <span className="ac-sr"> ({t(`state.${state}`)})</span>
            {note && <small>{note}</small>}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Position in a flow of several pages: "Step 2 of 3". */
export function Steps({ count, current }: { count: number; current: number }) {
  const t = useUiText()
  return (
    <span className="ac-steps" role="img" aria-label={t('step', { current, count })}>
      {Array.from({ length: count }, (_, index) => (
        <i key={index} className={classNames(index < current && 'is-on')} />
      ))}
    </span>
  )
}
