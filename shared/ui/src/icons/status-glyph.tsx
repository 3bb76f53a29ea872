/**
 * none: not started; now: your turn; half: waiting for a decision; run: running now; stop: stopped; ok: done; bad:
 * failed.
 */
export type StatusShape = 'none' | 'now' | 'half' | 'run' | 'stop' | 'ok' | 'bad'

/** A status ring: shape first, the word beside it second, colour third. */
export function StatusGlyph({ shape }: { shape: StatusShape }) {
  return (
    <svg className="ac-st" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      {shape === 'run' ? (
        <g className="ac-turn">
          <circle cx="8" cy="8" r="6" opacity=".28" />
          <path d="M8 2a6 6 0 0 1 6 6" />
        </g>
      ) : (
        <Outline shape={shape} />
      )}
      {shape === 'now' && <circle className="s" cx="8" cy="8" r="2.6" />}
      {shape === 'half' && <path className="s" d="M8 4.5a3.5 3.5 0 0 1 0 7z" />}
      {shape === 'stop' && <path d="M6.4 6v4M9.6 6v4" strokeWidth="1.8" />}
      {shape === 'ok' && <path className="k" d="m5 8.2 2.1 2.1L11 6" />}
      {shape === 'bad' && <path className="k" d="m5.7 5.7 4.6 4.6M10.3 5.7l-4.6 4.6" />}
    </svg>
  )
}

function Outline({ shape }: { shape: StatusShape }) {
  if (shape === 'ok' || shape === 'bad') return <circle className="s" cx="8" cy="8" r="7" />
  return <circle cx="8" cy="8" r="6" strokeDasharray={shape === 'none' ? '2.2 2.5' : undefined} />
}
