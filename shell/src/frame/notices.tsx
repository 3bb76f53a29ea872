import { appPaths, createLazyPage } from '@adcoin/remote'
import { OfflineBanner } from '@adcoin/ui'
import { plainPath } from '../paths.ts'
import { texts } from '../texts.ts'
import { useCell } from '../state/cell.ts'
import styles from './frame.module.css'
import { Late } from '../state/late.tsx'
import { notice } from '../state/notice.ts'
import { useSteadyOnline } from './use-steady-online.ts'

const saidNotice = createLazyPage(() => import(/* webpackChunkName: "later" */ './said-notice.tsx'))

/** Above the screen: no connection, and what somebody must know of their session. */
export function Notices({ pathname }: { pathname: string }) {
  const t = texts.useT()
  const isOnline = useSteadyOnline()
  const said = useCell(notice)
  // That a session ended belongs to the start page; what is true of the present one stands wherever they are.
  const isHere = said !== 'loggedOut' || plainPath(pathname) === appPaths.launch
  return (
    <div className={styles.notices}>
      {!isOnline && <OfflineBanner>{t('frame.offline')}</OfflineBanner>}
      <div role="status">{said && isHere && <Late part={saidNotice.Page} />}</div>
    </div>
  )
}
