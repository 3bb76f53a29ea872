import { Hint, IconButton } from '@adcoin/ui'
import { texts } from '../texts.ts'
import { useCell } from '../state/cell.ts'
import { notice, type Notice } from '../state/notice.ts'
import styles from './frame.module.css'

const icons = { loggedOut: 'logout', otherPerson: 'info', unsaved: 'alert' } as const satisfies Record<Notice, string>

/** The sentence, and how to be rid of it. */
export function Page() {
  const t = texts.useT()
  const current = useCell(notice)
  return current ? (
    <div className={styles.notice}>
      <Hint tone="warn" icon={icons[current]}>
        {t(`frame.${current}`)}
      </Hint>
      <IconButton label={t('frame.close')} icon="close" onClick={() => notice.set(null)} />
    </div>
  ) : null
}
