const radius = 27
const round = 2 * Math.PI * radius
const gap = 9
/** A circle begins at three o'clock, the ring at twelve. WebKit draws no text that is turned back. */
const top = round / 4

export type RingPart = 'good' | 'warn' | 'info' | 'bad' | 'idle'
const colour: Record<RingPart, string> = {
  good: 'var(--ac-good)',
  warn: 'var(--ac-warn)',
  info: 'var(--ac-info)',
  bad: 'var(--ac-bad)',
  idle: 'var(--ac-line-strong)',
}

/**
 * One part of a ring per thing to do, in its state's colour. `label` describes it in words ("2 of 5 sent"), `short` in
 * figures inside it ("2/5").
 */
export function ProgressRing({
  parts,
  label,
  short,
}: {
  parts: readonly RingPart[]
  label: string
  short?: string | undefined
}) {
  const slot = round / Math.max(1, parts.length)
  const arc = parts.length > 1 ? Math.max(1, slot - gap) : round
  return (
    <svg className="ac-segring" viewBox="0 0 64 64" role="img" aria-label={label}>
      {parts.map((part, index) => (
        <circle
          key={index}
          cx="32"
          cy="32"
          r={radius}
          stroke={colour[part]}
          opacity={part === 'idle' ? 0.55 : undefined}
          strokeLinecap="round"
          strokeDasharray={`${arc.toFixed(2)} ${(round - arc).toFixed(2)}`}
          strokeDashoffset={(top - index * slot - gap / 2).toFixed(2)}
        />
      ))}
      {short !== undefined && (
        <text x="32" y="32">
          {short}
        </text>
      )}
    </svg>
  )
}
