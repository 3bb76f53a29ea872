import { useCopy } from '@adcoin/remote/pages'
import { IconButton } from '@adcoin/ui'
import { useT } from '../texts.ts'
import styles from './receipt.module.css'

/**
 * A reference for support, small enough for one line of most phones. Where it needs two, its groups of four stay in
 * pairs, the last with the button: `WD-c23v-rsk1-` `1gqt-5sap`.
 */
export function Reference({ children }: { children: string }) {
  const pairs = splitReference(children)
  return pairs.map((pair, index) => (
    <span key={pair} className={styles.together}>
      {pair}
      {index === pairs.length - 1 && <CopyReference text={children} />}
    </span>
  ))
}

/** A reference of the bank, as it is. */
export function BankReference({ children }: { children: string }) {
  return (
    <>
      {children}
      <CopyReference text={children} />
    </>
  )
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
