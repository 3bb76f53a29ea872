import type { Address } from '@adcoin/contract'
import { type ReactNode, useId } from 'react'
import { useLink } from '../provider.tsx'
import { classNames } from '../class-names.ts'
import { useUiText } from '../texts.ts'
import { useOnline } from '../use-online.ts'

/** The bar at the lower edge with the one next step. Place it beside `Main` or at the end of a form inside it. */
export function Dock({ children }: { children: ReactNode }) {
  return <div className="ac-dock">{children}</div>
}

/** Above a button that needs the network: while there is none, that it does. */
export function NeedsNetwork() {
  const t = useUiText()
  return useOnline() ? null : <p className="ac-dock__why">{t('needsNetwork')}</p>
}

/** The large heading of a form, and its one sentence. `level` 1 under a bare nav bar, 2 where the bar has the title. */
export function Lead({
  title,
  note,
  level = 1,
}: {
  title: ReactNode
  note?: ReactNode | undefined
  level?: 1 | 2 | undefined
}) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <header className="ac-stack ac-stack--2">
      <Heading className="ac-h1" tabIndex={level === 1 ? -1 : undefined}>
        {title}
      </Heading>
      {note === undefined ? null : <p className="ac-2">{note}</p>}
    </header>
  )
}

type Gap = 1 | 2 | 3 | 4 | 5
type StackProps = {
  children: ReactNode
  /** In steps of the scale; 4 = 16 px. */
  gap?: Gap | undefined
  row?: boolean | undefined
  center?: boolean | undefined
  className?: string | undefined
}

/** Things under each other (or in a row) with one gap. */
export function Stack({ children, gap = 4, row, center, className }: StackProps) {
  return (
    <div
      className={classNames(
        row ? 'ac-hstack' : 'ac-stack',
        gap !== 4 && `ac-stack--${gap}`,
        center && 'ac-center',
        className,
      )}
    >
      {children}
    </div>
  )
}

/** Buttons of equal width side by side; under each other where the words need it. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className="ac-btnrow">{children}</div>
}

type SectionProps = {
  title: ReactNode
  /** Drawn before the heading, such as a ring of what is done. */
  mark?: ReactNode | undefined
  /** Under the heading, in small words. */
  note?: ReactNode | undefined
  action?: ReactNode | undefined
  children: ReactNode
}

/** A named part of a page, with its one action ("See all") at the end of the heading. */
export function Section({ title, mark, note, action, children }: SectionProps) {
  const id = useId()
  return (
    <section className="ac-section" aria-labelledby={id}>
      <div className="ac-section__head">
        {mark}
        <div className="ac-grow">
          <div className="ac-section__title">
            <h2 className="ac-title" id={id}>
              {title}
            </h2>
            {action}
          </div>
          {note}
        </div>
      </div>
      {children}
    </section>
  )
}

/** White ground for things that belong together. */
export function Card({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return <div className={classNames('ac-card', className)}>{children}</div>
}

type BlockProps = {
  label: ReactNode
  children?: ReactNode
  note?: ReactNode | undefined
  /** Beside the label, for example the eye that hides amounts. */
  end?: ReactNode | undefined
  to?: Address | undefined
  className?: string | undefined
}

/** The sky block: one per screen, holds the number that matters. A group, named by its label. */
export function Block({ label, children, note, end, to, className }: BlockProps) {
  const Link = useLink()
  const id = useId()
  const names = classNames('ac-block', className)
  const inside = (
    <>
      <span className="ac-block__l">
        <span className="ac-block__l" id={id}>
          {label}
        </span>
        {end}
      </span>
      {children}
      {note && <span className="ac-block__s ac-num">{note}</span>}
    </>
  )
  // A link cannot contain a control: then the link lies below it.
  if (to && end)
    return (
      <div className={names} role="group" aria-labelledby={id}>
        <Link to={to} className="ac-block__hit" aria-labelledby={id} />
        {inside}
      </div>
    )
  return to ? (
    <Link to={to} className={names}>
      {inside}
    </Link>
  ) : (
    <div className={names} role="group" aria-labelledby={id}>
      {inside}
    </div>
  )
}

/** Two numbers beside each other, as a definition list. */
export function Stats({ items }: { items: readonly { label: ReactNode; value: ReactNode }[] }) {
  return (
    <dl className="ac-stats">
      {items.map((item, index) => (
        <div key={index}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
