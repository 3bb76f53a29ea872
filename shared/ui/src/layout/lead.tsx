import type { ReactNode } from 'react'

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
