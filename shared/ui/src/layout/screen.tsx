import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

type ScreenProps = {
  children: ReactNode
  /**
   * From 1024 px two columns, without the note: the first child of `Main` on the left, up to three others on the right.
   */
  wide?: boolean | undefined
  className?: string | undefined
}

/** One screen: nav bar or top line, `Main`, and at its end a `Dock` where there is one. */
export function Screen({ children, wide, className }: ScreenProps) {
  return <div className={classNames('ac-screen', wide && 'ac-screen--wide', className)}>{children}</div>
}

type MainProps = {
  children: ReactNode
  /** Leaves room for the tab bar. */
  tabs?: boolean | undefined
  /** A `Dock` follows. (A `Dock` inside needs no mark.) */
  dock?: boolean | undefined
  className?: string | undefined
}

/** The `main` landmark with the page's gutter and gaps. */
export function Main({ children, tabs, dock, className }: MainProps) {
  return (
    <main className={classNames('ac-main', tabs && 'ac-main--tabs', dock && 'ac-main--dock', className)}>
      {children}
    </main>
  )
}

type ColumnsProps = { children: ReactNode; rail?: ReactNode | undefined; note?: ReactNode | undefined }

/**
 * From 1024 px: rail, the 440 px column, one relevant note; a wide screen takes the place of column and note. Below
 * it only the column; a `TabBar` as rail becomes the bottom bar.
 */
export function Columns({ children, rail, note }: ColumnsProps) {
  return (
    <div className="ac-desk">
      <div className="ac-desk__rail">{rail}</div>
      <div className="ac-desk__column">{children}</div>
      <div className="ac-desk__note">{note}</div>
    </div>
  )
}
