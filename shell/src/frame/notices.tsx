import { appPaths } from '@adcoin/remote'
import { Hint, IconButton, OfflineBanner, useOnline } from '@adcoin/ui'
import { plainPath } from '../paths.ts'
import { texts } from '../texts.ts'
import { useCell } from './cell.ts'
import styles from './frame.module.css'
import { notice } from './notice.ts'

/** Above the screen: no connection, and how the last session ended. */
export function Notices({ pathname }: { pathname: string }) {
  const t = texts.useT()
  const isOnline = useOnline()
  const said = useCell(notice)
  return (
    <div className={styles.notices}>
      {!isOnline && <OfflineBanner>{t('frame.offline')}</OfflineBanner>}
      <div role="status">
        {said === 'loggedOut' && plainPath(pathname) === appPaths.launch && (
          <div className={styles.notice}>
            <Hint tone="warn" icon="logout">
              {t('frame.loggedOut')}
            </Hint>
            <IconButton label={t('frame.close')} icon="close" onClick={() => notice.set(null)} />
          </div>
        )}
      </div>
    </div>
  )
}
