import { useState, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/icon.tsx'

/**
 * A person or an account: the picture, the initials of the name, or a figure while neither is known. Decoration: the
 * name is beside it or on its link.
 */
export function Avatar({
  name,
  src,
  size,
}: {
  name: string
  src?: string | null | undefined
  size?: 'large' | undefined
}) {
  const [failed, setFailed] = useState<string>()
  return (
    <span className={classNames('ac-avatar', size === 'large' && 'ac-avatar--l')} aria-hidden="true">
      {src && src !== failed ? (
        <img src={src} alt="" onError={() => setFailed(src)} />
      ) : (
        computeInitials(name) || <Icon name="user" size={20} />
      )}
    </span>
  )
}

/** Made when it is first asked for: that takes milliseconds, and most screens show no initials. */
let graphemes: Intl.Segmenter | undefined
function computeInitials(name: string): string {
  const segmenter = (graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' }))
  const words = name
    .trim()
    .split(/[\s._@-]+/)
    .filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map(word => (word ? ([...segmenter.segment(word)][0]?.segment ?? '') : ''))
    .join('')
    .toLocaleUpperCase()
}

/** White ground for a QR code in both themes; `label` names its target. */
export function QrFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="ac-qr" role="img" aria-label={label}>
      {children}
    </div>
  )
}
