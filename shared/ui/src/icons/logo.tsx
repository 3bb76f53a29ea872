import { useUiText } from '../texts.ts'

/** The mark with the wordmark. */
export function Logo({ size = 28 }: { size?: number }) {
  const t = useUiText()
  return (
    <span className="ac-logo">
      <Mark size={size} />
      {t('coin')}
    </span>
  )
}

/** The mark: a coin (ring) plus a stem is the letter a. `dashed` for "did not load", thin for empty states. */
export function Mark({
  size = 28,
  width = 5,
  dashed = false,
  className,
}: {
  size?: number
  width?: number
  dashed?: boolean
  className?: string
}) {
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth={width}>
        <circle className="a" cx="14.5" cy="16" r="10" strokeDasharray={dashed ? '4.6 3.25' : undefined} />
        <path d="M24.5 3.5v25" />
      </g>
    </svg>
  )
}

/** The same drawing as currency sign, sized by the text around it. */
export function CoinGlyph() {
  return (
    <svg viewBox="1 3 27 26" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="5">
        <circle cx="14.5" cy="16" r="10" />
        <path d="M24.5 3.5v25" />
      </g>
    </svg>
  )
}
