import type { ReactNode } from 'react'
import { uiTexts } from '@adcoin/ui'
import { CoinGlyph, Stack } from '@adcoin/ui/pages'

/** Only the build, which draws fragments, has no document. In a browser React draws the answers itself. */
const isFragment = typeof document === 'undefined'

type SlotsProps = {
  /** The call and the path in its answer: `balance`, `taskList.list`. The route must read it. */
  of: string
}

/**
 * The number of a `Block`. In a fragment it takes the place of the skeleton before it as soon as the page has the
 * answer, before any code of the remote is there; nothing elsewhere.
 */
export function SlotFigure({ of, path }: SlotsProps & { path: string }) {
  if (!isFragment) return null
  return (
    <div data-slots={of} hidden>
      <Stack gap={1}>
        <SlotAmount path={path} isBig />
        <span className="ac-block__s">{'\u00a0'}</span>
      </Stack>
    </div>
  )
}

type SlotListProps = SlotsProps & {
  /** So many items at most. */
  most: number
  /** Items that have one of these values are left out: `review_status=2 exec_status=2`. */
  unless?: string
  /** So many of those that remain are shown elsewhere. */
  skip?: number
  /** Drawn for each item. */
  row: ReactNode
}

/** A list, in a fragment, in place of the skeleton before it; nothing elsewhere. */
export function SlotList({ of, most, unless, skip, row }: SlotListProps) {
  if (!isFragment) return null
  return (
    <ul className="ac-list" data-slots={of} data-most={most} data-unless={unless} data-skip={skip} hidden>
      {row}
    </ul>
  )
}

/**
 * The first item that a `SlotList` would show, in a fragment, in place of the skeleton before it; nothing elsewhere.
 */
export function SlotItem({ of, unless, children }: SlotsProps & { unless?: string; children: ReactNode }) {
  if (!isFragment) return null
  return (
    <div data-slots={of} data-unless={unless} hidden>
      <div>{children}</div>
    </div>
  )
}

/** A text of the item. */
export function Slot({ path }: { path: string }) {
  return <span data-slot={path} />
}

type SlotAmountProps = {
  path: string
  /** Income has a plus, in green. */
  isSigned?: boolean
  isBig?: boolean
}

/** Ad Coin, as `Amount` draws it. */
export function SlotAmount({ path, isSigned, isBig }: SlotAmountProps) {
  const t = uiTexts.useT()
  return (
    <span className={isBig ? 'ac-amt ac-amt--big' : 'ac-amt'} translate="no">
      <CoinGlyph />
      <span data-slot={path} data-as={isSigned ? 'signedCoin' : 'coin'} />
      <span className="ac-sr"> {t('coin')}</span>
    </span>
  )
}

/** In place of a picture of the item. */
export function SlotPicture() {
  return <span className="ac-sk ac-sk--circle" />
}
