import { useIconPath, type IconName } from './icon-paths.ts'
import { classNames } from '../class-names.ts'

/** A line icon of the board. Hidden from screen readers: the text is beside it, or is the `label` of its button. */
export function Icon({
  name,
  size = 24,
  className,
}: {
  name: IconName
  size?: 16 | 20 | 24 | 28
  className?: string | undefined
}) {
  const path = useIconPath(name)
  const [filled, rest] = typeof path === 'string' ? [undefined, path] : path
  return (
    <svg
      className={classNames('ac-i', size !== 24 && `ac-i--${size}`, className)}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      {filled && <path className="f" d={filled} />}
      {rest && <path d={rest} />}
    </svg>
  )
}

/** The turning ring: something runs right now. */
export function Ring() {
  return (
    <svg className="ac-ring" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8" />
      <circle cx="10" cy="10" r="8" strokeDasharray="14 50" />
    </svg>
  )
}
