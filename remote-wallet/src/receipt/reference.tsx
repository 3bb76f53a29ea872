import { useCopy } from '@adcoin/remote/pages'
import { IconButton } from '@adcoin/ui'
import { useT } from '../texts.ts'
import styles from './receipt.module.css'

/** A reference for support, for one line of most phones; else it breaks between pairs of its groups. */
export function Reference({ children }: { children: string }) {
  return <BreakableReference text={children} parts={splitReference(children)} />
}

/** A reference of the bank, which may have no groups: it breaks after each fourth sign. */
export function BankReference({ children }: { children: string }) {
  return <BreakableReference text={children} parts={children.match(/.{1,4}/gsu) ?? []} />
}

/** The last part stays with the button. */
function BreakableReference({ text, parts }: { text: string; parts: readonly string[] }) {
  return parts.map((part, index) => (
    <span key={index} className={styles.together}>
      {part}
      {index === parts.length - 1 && <CopyReference text={text} />}
    </span>
  ))
}

function CopyReference({ text }: { text: string }) {
  const t = useT()
  const copy = useCopy()
  return (
    <IconButton
      className={styles.copy}
      icon="copy"
      size={20}
      label={`${t('history.copyReference')}: ${text}`}
      onClick={() => void copy(text)}
    />
  )
}

/** The prefix with the first two groups, then two groups each; every part but the last keeps its hyphen. */
export function splitReference(reference: string): string[] {
  return reference.match(/^[A-Z]+-[^-]+(?:-[^-]+)?-?|[^-]+(?:-[^-]+)?-?/g) ?? [reference]
}
