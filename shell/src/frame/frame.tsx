import type { ReactNode } from 'react'
import { alwaysPaths } from '@adcoin/contract'
import { useLanguage } from '@adcoin/i18n'
import { appPaths, createLazyPage, useHost } from '@adcoin/remote'
import { useSession } from '@adcoin/session'
import { Columns, HelpTab, Logo, RailItem, TabBar } from '@adcoin/ui'
import { installOffer } from '../install/install-offer.ts'
import { isPublic, plainPath } from '../paths.ts'
import { texts } from '../texts.ts'
import styles from './frame.module.css'
import { useCell } from '../state/cell.ts'
import { useHelpPlace } from './help-place.ts'
import { Late } from '../state/late.tsx'
import { LateSheets } from './late-sheets.tsx'
import { Notices } from './notices.tsx'
import { isAreaFailed } from '../state/panels.ts'
import { useShell } from '../state/shell.ts'
import { useTabs } from './use-tabs.ts'

const note = createLazyPage(() => import(/* webpackChunkName: "later" */ './wide-note.tsx'))
const override = createLazyPage(() => import(/* webpackChunkName: "later" */ '../override/override.tsx'))
const install = createLazyPage(() => import(/* webpackChunkName: "later" */ '../install/install-card.tsx'))

/** The frame of every screen: notices, tab bar or rail, help. `pathname` is that of the shown screen. */
export function Frame({ pathname, children }: { pathname: string; children: ReactNode }) {
  const t = texts.useT()
  const host = useHost()
  const { composition } = useShell()
  const isSignedIn = useSession(state => state.person !== null)
  const tabs = useTabs(composition, pathname, useLanguage())
  const isInside = isSignedIn && !isPublic(pathname) && !isAlways(pathname)
  const isFailed = useCell(isAreaFailed)
  const hasTabs = isInside && (tabs.isTabScreen || isFailed)
  const hasHelp = !isAlways(pathname)
  const helpPlace = useHelpPlace()
  const hasOffer = useCell(installOffer) !== null

  return (
    <Columns
      rail={
        <TabBar
          label={t('frame.main')}
          tabs={isInside ? tabs.items : []}
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
        {hasOffer && isInside && plainPath(pathname) === appPaths.home && <Late part={install.Page} />}
        {children}
        <div ref={helpPlace} className={styles.help}>
          {hasHelp && <HelpTab onClick={host.openHelp} above={hasTabs ? 'tabs' : 'nothing'} />}
        </div>
        <LateSheets />
      </div>
    </Columns>
  )
}

/** Screens where the floating help button is hidden. Source: specification.md 1. */
function isAlways(pathname: string): boolean {
  return alwaysPaths.some(path => plainPath(path) === plainPath(pathname))
}
