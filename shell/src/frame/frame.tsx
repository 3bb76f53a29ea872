import { useEffect, useState, type ReactNode } from 'react'
import { createLazyPage, appPaths, useHost } from '@adcoin/remote'
import { OfflineBanner, useOnline, Columns, HelpTab, Logo, RailItem, TabBar } from '@adcoin/ui'
import { alwaysPaths, tagOf } from '@adcoin/contract'
import { useLanguage } from '@adcoin/i18n'
import type { Location } from '@adcoin/router'
import { useSession } from '@adcoin/session'
import { NavigationProgress } from './waiting.tsx'
import { texts } from '../texts.ts'
import { useCell } from '../state/cell.ts'
import { notice } from '../state/notice.ts'
import { openPanel } from '../state/open-panel.ts'
import { useShell } from '../state/shell.ts'
import { normalisePath, isPublic } from '../paths.ts'
import styles from './frame.module.css'
import { Late } from '../state/late.tsx'
import { installOffer } from '../install/install-offer.ts'
import { isAreaFailed } from './is-area-failed.ts'
import { useTabs } from './use-tabs.ts'

const sheets = createLazyPage(() => import(/* webpackChunkName: "later" */ './sheets.tsx'))

type FrameProps = {
  /** Of the shown screen. */
  pathname: string
  /** Tabs that were left: their links lead to where they were left. */
  hidden: readonly { location: Location }[]
  children: ReactNode
}

/** The frame of every screen: notices, tab bar or rail, help. */
export function Frame({ pathname, hidden, children }: FrameProps) {
  const t = texts.useT()
  const host = useHost()
  const { composition } = useShell()
  const isSignedIn = useSession(state => state.person !== null)
  const tabs = useTabs(composition, pathname, useLanguage())
  const isInside = isSignedIn && !isPublic(pathname) && !isAlwaysAllowed(pathname)
  const isFailed = useCell(isAreaFailed)
  const hasTabs = isInside && (tabs.isTabScreen || isFailed)
  const hasHelp = !isAlwaysAllowed(pathname)
  const hasOffer = useCell(installOffer) !== null

  return (
    <Columns
      rail={
        <TabBar
          label={t('frame.main')}
          tabs={isInside ? tabs.items.map(tab => ({ ...tab, at: findAddress(hidden, tab.to) })) : []}
          current={tabs.current}
          railOnly={!hasTabs}
          railStart={<Logo />}
          railEnd={
            hasHelp && (
              <>
                <RailItem label={t('support.open')} icon="help" onClick={host.openHelp} />
                {isInside && <RailItem label={t('frame.settings')} icon="gear" to={appPaths.settings} />}
              </>
            )
          }
        />
      }
      note={isInside ? <Late part={note.Page} /> : undefined}
    >
      <div className={styles.column} data-column="">
        <Notices pathname={pathname} />
        {composition.insight.live()?.overrides && <Late part={override.Page} />}
        {hasOffer && isInside && normalisePath(pathname) === appPaths.home && <Late part={install.Page} />}
        {hasHelp && <HelpTab onClick={host.openHelp} />}
        {children}
        <LateSheets />
      </div>
    </Columns>
  )
}

function findAddress(hidden: FrameProps['hidden'], path: string): string {
  return path + (hidden.find(({ location }) => location.pathname === path)?.location.search ?? '')
}

/** Help and language, loaded when first opened. If that fails, a toast reports it. */
export function LateSheets({ late = sheets }: { late?: typeof sheets }) {
  const t = texts.useT()
  const { toasts } = useShell()
  const isWanted = useCell(openPanel) !== null
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    if (!isWanted || isHere) return
    late.preload().then(
      () => setHere(true),
      () => {
        openPanel.set(null)
        toasts.show(t('area.text'), 'bad')
      },
    )
  }, [isHere, isWanted, late, t, toasts])
  if (isHere) return <late.Page />
  return <NavigationProgress isRunning={isWanted} />
}

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
function Notices({ pathname }: { pathname: string }) {
  const isOnline = useSteadyOnline()
  const current = useCell(notice)
  // The end of a session is shown on the start page; notices about the present one are shown everywhere.
  const isHere = current !== 'loggedOut' || normalisePath(pathname) === appPaths.launch
  return (
    <div className={styles.notices}>
      {!isOnline && <Offline />}
      <div role="status">{current && isHere && <Late part={noticeLine.Page} />}</div>
    </div>
  )
}

/** The time at which it was first drawn stays: nothing on the screens is newer. */
function Offline() {
  const t = texts.useT()
  const language = useLanguage()
  const [since] = useState(() => new Date())
  const time = new Intl.DateTimeFormat(tagOf(language), { timeStyle: 'short' }).format(since)
  return <OfflineBanner>{t('frame.offline', { time })}</OfflineBanner>
}

const note = createLazyPage(() => import(/* webpackChunkName: "later" */ './wide-note.tsx'))
const override = createLazyPage(() => import(/* webpackChunkName: "later" */ '../override/override.tsx'))
const install = createLazyPage(() => import(/* webpackChunkName: "later" */ '../install/install-card.tsx'))

/** Screens where the floating help button is hidden. Source: specification.md 1. */
function isAlwaysAllowed(pathname: string): boolean {
  return alwaysPaths.some(path => normalisePath(path) === normalisePath(pathname))
}
