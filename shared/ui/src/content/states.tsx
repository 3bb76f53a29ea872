import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/icon.tsx'
import { Mark } from '../icons/logo.tsx'
import { useUiText } from '../texts.ts'
import { Button } from '../controls/button.tsx'
import { useOnline } from '../use-online.ts'

type SkeletonProps = {
  /**
   * Rows of a list (`rows`), a card's lines (`text`), the number in the sky block (`amount`), cells of `Stats`, a
   * circle, a button, a whole card, a `BarChart` (`bars`), an `AreaChart` (`area`).
   */
  shape?: 'rows' | 'text' | 'amount' | 'stats' | 'circle' | 'button' | 'card' | 'bars' | 'area' | undefined
  lines?: number | undefined
}

/** The final geometry while data is on its way; headings and known words stay real beside it. */
export function Skeleton({ shape = 'text', lines = 3 }: SkeletonProps) {
  const t = useUiText()
  return (
    <div role="status" aria-label={t('loading')} className={`ac-skeleton ac-skeleton--${shape}`}>
      {renderBones(shape, lines)}
    </div>
  )
}

/** As tall as these words, which are neither seen nor heard: a sentence wraps differently in each language. */
export function WordsToCome({ children }: { children: ReactNode }) {
  const t = useUiText()
  return (
    <div role="status" aria-label={t('loading')} className="ac-skeleton">
      <div className="ac-sk">
        <div className="ac-unseen">{children}</div>
      </div>
    </div>
  )
}

/** The style sheet contains the sizes: a skeleton may be part of a prerendered fragment, which has no inline style. */
function renderBones(shape: NonNullable<SkeletonProps['shape']>, lines: number): ReactNode {
  const counted = Array.from({ length: lines }, (_, index) => index)
  if (shape === 'circle' || shape === 'button' || shape === 'bars' || shape === 'area') return <Bone part={shape} />
  if (shape === 'amount')
    return (
      <>
        <Bone part="amount" />
        <Bone part="note" />
      </>
    )
  if (shape === 'stats')
    return (
      <div className="ac-stats">
        {counted.map(index => (
          <div key={index}>
            <Bone part="note" />
            <Bone part="line" />
          </div>
        ))}
      </div>
    )
  if (shape === 'text') return counted.map(index => <Bone key={index} part="line" />)
  if (shape === 'card')
    return (
      <div className="ac-card ac-stack ac-stack--3">
        {counted.map(index => (
          <Bone key={index} part="line" />
        ))}
      </div>
    )
  return (
    <div className="ac-list">
      {counted.map(index => (
        <div className="ac-row" key={index}>
          <Bone part="circle" />
          <span className="ac-row__b ac-skeleton__b">
            <Bone part="line" />
            <Bone part="note" />
          </span>
          <Bone part="value" />
        </div>
      ))}
    </div>
  )
}

type Part = 'line' | 'note' | 'value' | 'amount' | 'circle' | 'button' | 'bars' | 'area'

function Bone({ part }: { part: Part }) {
  return <span className={`ac-sk ac-sk--${part}`} />
}

/** Empty state: the thin mark, one sentence, one action. `area`: it is the only content of the page, and is centred. */
export function Empty({
  title,
  text,
  action,
  area,
}: {
  title?: ReactNode | undefined
  text: ReactNode
  action?: ReactNode | undefined
  area?: boolean | undefined
}) {
  return (
    <div className={classNames('ac-empty', area && 'ac-empty--area')}>
      <Mark size={64} width={2} className="ac-empty__m" />
      {title && <h2 className="ac-title">{title}</h2>}
      <p className="ac-2">{text}</p>
      {action}
    </div>
  )
}

type FailedProps = {
  onRetry: () => void
  title?: ReactNode | undefined
  text?: ReactNode | undefined
  /** For support: area and time, or the request's id. */
  reference?: string | undefined
  isRetrying?: boolean | undefined
  /** A whole area did not load: large, in place of the page. */
  area?: boolean | undefined
}

/**
 * In place of a card (or, with `area`, of a whole page) that could not be read. Offline it is an empty state: what
 * failed is read again when the network is back, or at a press, because a browser may be wrong about its network.
 */
export function Failed({ onRetry, title, text, reference, isRetrying, area }: FailedProps) {
  const t = useUiText()
  const isOnline = useOnline()
  const heading = isOnline ? (title ?? t('failed.title')) : t('failed.offline')
  const reason = isOnline ? text : t('failed.byItself')
  const ref = isOnline && reference && <p className="ac-caption ac-2 ac-num">{t('failed.reference', { reference })}</p>
  const retry = { busy: isRetrying, onClick: onRetry, children: t('retry') }
  if (area) {
    return (
      <div className="ac-empty ac-empty--area" role="alert">
        <Mark size={64} width={3} dashed className="ac-empty__m" />
        <h1 className="ac-title" tabIndex={-1}>
          {heading}
        </h1>
        {reason && <p className="ac-2">{reason}</p>}
        <Button icon="refresh" {...retry} />
        {ref}
      </div>
    )
  }
  return (
    <div className="ac-failed" role="alert">
      <Icon name={isOnline ? 'refresh' : 'wifioff'} />
      <div className="ac-grow">
        <p className="ac-med">{heading}</p>
        {reason && <p className="ac-small ac-2">{reason}</p>}
        {ref}
      </div>
      <Button kind="secondary" size="small" {...retry} />
    </div>
  )
}
