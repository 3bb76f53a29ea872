import { appPaths, createLazyPage } from '@adcoin/remote'
import { OfflineBanner, useOnline } from '@adcoin/ui'
import { useEffect, useState } from 'react'
import { plainPath } from '../paths.ts'
import { texts } from '../texts.ts'
import { useCell } from '../state/cell.ts'
import styles from './frame.module.css'
import { Late } from '../state/late.tsx'
import { notice } from '../state/notice.ts'

/** A flickering connection is reported once; it counts as back after this time. */
const steadyMs = 5_000

/** Like `useOnline`, but a connection that has just come back does not count yet. */
function useSteadyOnline(): boolean {
  const isOnline = useOnline()
  const [isSteady, setSteady] = useState(isOnline)
  if (!isOnline && isSteady) setSteady(false)
  useEffect(() => {
    if (!isOnline || isSteady) return undefined
    const timer = setTimeout(setSteady, steadyMs, true)
    return () => clearTimeout(timer)
  }, [isOnline, isSteady])
  return isOnline && isSteady
}

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
