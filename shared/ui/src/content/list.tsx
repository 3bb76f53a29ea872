import type { Address } from '@adcoin/contract'
import { useId, type ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-paths.ts'
import { classNames } from '../class-names.ts'
import { Pressable } from '../controls/pressable.tsx'

/** A white group of rows. `plain`: rows without a tile in front, lines from edge to edge. */
export function List({
  children,
  plain,
  label,
}: {
  children: ReactNode
  plain?: boolean | undefined
  label?: string | undefined
}) {
  return (
    <ul className={classNames('ac-list', plain && 'ac-list--plain')} aria-label={label}>
      {children}
    </ul>
  )
}

type RowProps = {
  title: ReactNode
  note?: ReactNode | undefined
  /** A pill or a short reason under the note, so that a long title keeps the width of the row. */
  state?: ReactNode | undefined
  /** An icon of @adcoin/ui, or a drawing, one letter, an avatar; a picture of its own shape brings its own edges. */
  icon?: IconName | { node: ReactNode } | { picture: ReactNode } | undefined
  /** `bad`: it cannot be undone; its words are red too. */
  tone?: 'field' | 'accent' | 'bad' | undefined
  /** A word at the end ("English", "+55"). */
  value?: ReactNode | undefined
  /** At the end: amount, pill, button. A button there works by itself, beside the row's own link. */
  end?: ReactNode | undefined
  to?: Address | undefined
  href?: string | undefined
  onClick?: (() => void) | undefined
  /** Default: of a row that leads on in this page and has nothing else at its end. */
  chevron?: boolean | undefined
  current?: boolean | undefined
  lang?: string | undefined
  /** Sheets and dialogs that the row opens. */
  children?: ReactNode
}

/** One thing of a `List`. With `to`, `href` or `onClick` the whole row is the target, named by its title. */
export function Row(row: RowProps) {
  const { title, note, state, icon, value, end, to, href, onClick } = row
  const id = useId()
  const isPressable = to !== undefined || href !== undefined || onClick !== undefined
  const described =
    classNames(
      note !== undefined && `${id}-note`,
      state !== undefined && `${id}-state`,
      (value ?? end) !== undefined && `${id}-end`,
    ) || undefined
  return (
    <li className={classNames('ac-row', icon === undefined && 'ac-row--bare')} lang={row.lang}>
      {icon !== undefined && <RowStart icon={icon} tone={row.tone} />}
      <div className="ac-row__b">
        {isPressable ? (
          <Pressable
            className="ac-row__t ac-row__hit"
            {...{ to, href, onClick }}
            aria-describedby={described}
            aria-current={row.current || undefined}
          >
            {title}
          </Pressable>
        ) : (
          <span className="ac-row__t">{title}</span>
        )}
        {note !== undefined && (
          <span className="ac-row__s" id={`${id}-note`}>
            {note}
          </span>
        )}
        {state !== undefined && (
          <span className="ac-row__state" id={`${id}-state`}>
            {state}
          </span>
        )}
      </div>
      {(value !== undefined || end !== undefined) && (
        <div className="ac-row__e" id={`${id}-end`}>
          {value !== undefined && <span className="ac-row__v">{value}</span>}
          {end}
        </div>
      )}
      {(row.chevron ?? (isPressable && href === undefined && end === undefined)) && (
        <Icon name="chev" size={20} className="ac-chev" />
      )}
      {href !== undefined && end === undefined && <Icon name="out" size={20} className="ac-chev" />}
      {row.children}
    </li>
  )
}

/** Facts of a note with a dot between them: each stays whole on its line if it can. Empty ones are left out. */
export function Parts({ of }: { of: readonly ReactNode[] }) {
  return (
    <span className="ac-parts">
      {of
        .filter(part => part !== undefined && part !== null && part !== false && part !== '')
        .map((part, index) => (
          <span key={index}>{part} </span>
        ))}
    </span>
  )
}

function RowStart({ icon, tone }: { icon: NonNullable<RowProps['icon']>; tone: RowProps['tone'] }) {
  if (typeof icon === 'string') return <Tile icon={icon} tone={tone} />
  return 'picture' in icon ? icon.picture : <Tile tone={tone}>{icon.node}</Tile>
}

/** A round ground for an icon or a letter. */
export function Tile({
  icon,
  tone,
  children,
}: {
  icon?: IconName | undefined
  tone?: 'field' | 'accent' | 'bad' | undefined
  children?: ReactNode
}) {
  return (
    <span className={classNames('ac-tile', tone && `ac-tile--${tone}`, !icon && 'ac-tile--t')}>
      {icon ? <Icon name={icon} size={20} /> : children}
    </span>
  )
}

/** The day over a group of rows, and its sum at the end. */
export function DayLabel({ children, end }: { children: ReactNode; end?: ReactNode | undefined }) {
  return (
    <p className="ac-daylabel">
      <span>{children}</span>
      {end && <span>{end}</span>}
    </p>
  )
}

/** Two to four things to do, as tiles beside each other (Sell, Withdraw, Cards). */
export function Actions({
  items,
}: {
  items: readonly { label: string; icon: IconName; to?: Address | undefined; onClick?: (() => void) | undefined }[]
}) {
  return (
    <ul className="ac-actions">
      {items.map(({ label, icon, to, onClick }) => (
        <li key={label}>
          <Pressable className="ac-action" {...{ to, onClick }}>
            <Icon name={icon} />
            <span>{label}</span>
          </Pressable>
        </li>
      ))}
    </ul>
  )
}
