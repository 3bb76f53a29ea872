import { appPaths, createLazyPage } from '@adcoin/remote'
import { OfflineBanner } from '@adcoin/ui'
import { plainPath } from '../paths.ts'
import { texts } from '../texts.ts'
import { useCell } from '../state/cell.ts'
import styles from './frame.module.css'
import { Late } from '../state/late.tsx'
import { notice } from '../state/notice.ts'
import { useSteadyOnline } from './use-steady-online.ts'

const noticeLine = createLazyPage(() => import(/* webpackChunkName: "later" */ './notice-line.tsx'))

/** Above the screen: offline, and notices about the session. */
export function Notices({ pathname }: { pathname: string }) {
  const t = texts.useT()
  const isOnline = useSteadyOnline()
  const current = useCell(notice)
  // The end of a session is shown on the start page; notices about the present one are shown everywhere.
  const isHere = current !== 'loggedOut' || plainPath(pathname) === appPaths.launch
  return (
    <div className={styles.notices}>
      {!isOnline && <OfflineBanner>{t('frame.offline')}</OfflineBanner>}
      <div role="status">{current && isHere && <Late part={noticeLine.Page} />}</div>
    </div>
  )
}
