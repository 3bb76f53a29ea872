import type { Address } from '@adcoin/contract'
import type { ReactNode } from 'react'
import { IconButton } from '../controls/button.tsx'
import { useUiText } from '../texts.ts'

type NavBarProps = {
  /** The page's `h1`; leave it out where the page has a larger one of its own. */
  title?: string | undefined
  onBack?: (() => void) | undefined
  backTo?: Address | undefined
  /** A cross in place of the arrow: this screen is a step aside. */
  close?: boolean | undefined
  end?: ReactNode | undefined
}

/** The bar at the top: back or close, the title, and content at its end. */
export function NavBar({ title, onBack, backTo, close = false, end }: NavBarProps) {
  const t = useUiText()
  return (
    <header className="ac-nav">
      {(onBack || backTo) && (
        <IconButton label={t(close ? 'close' : 'back')} icon={close ? 'close' : 'back'} onClick={onBack} to={backTo} />
      )}
      {title !== undefined && (
        <h1 className="ac-nav__title" tabIndex={-1}>
          {title}
        </h1>
      )}
      {end && <div className="ac-nav__end">{end}</div>}
    </header>
  )
}

/** The head of a tab's first screen: a large `h1`, a quiet line, something at the end (the avatar). */
export function TopLine({
  title,
  note,
  end,
}: {
  title: ReactNode
  note?: ReactNode | undefined
  end?: ReactNode | undefined
}) {
  return (
    <header className="ac-topline">
      <div className="ac-grow">
        <h1 className="ac-h1" tabIndex={-1}>
          {title}
        </h1>
        {note && <p className="ac-small ac-2 ac-topline__note">{note}</p>}
      </div>
      {end}
    </header>
  )
}
