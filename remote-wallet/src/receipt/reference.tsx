import styles from './receipt.module.css'

/** A reference for support, whose groups of four stay in pairs where it needs two lines: `WD-c23v-rsk1-` `1gqt-5sap`. */
export function Reference({ children }: { children: string }) {
  return splitReference(children).map(pair => (
    <span key={pair} className={styles.together}>
      {pair}
    </span>
  ))
}

/** The prefix with the first two groups, then two groups each; every part but the last keeps its hyphen. */
export function splitReference(reference: string): string[] {
  return reference.match(/^[A-Z]+-[^-]+(?:-[^-]+)?-?|[^-]+(?:-[^-]+)?-?/g) ?? [reference]
}
