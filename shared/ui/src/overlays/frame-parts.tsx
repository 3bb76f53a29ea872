import type { Address } from '@adcoin/contract'
import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-paths.ts'
import { useUiText } from '../texts.ts'
import { classNames } from '../class-names.ts'
import { Pressable } from '../controls/pressable.tsx'

/** At the top while the browser is offline. Name the shown data and its age. */
export function OfflineBanner({ children }: { children?: ReactNode }) {
  const t = useUiText()
  return (
    <div className="ac-banner" role="status">
      <Icon name="wifioff" size={20} />
      <span className="ac-grow">{children ?? t('offline')}</span>
    </div>
  )
}

/**
 * The floating help button, round, at the end of the header; place it before the screen. With a rail beside it (1024 px)
 * the rail's own entry takes its place.
 */
export function HelpTab({ onClick }: { onClick: () => void }) {
  const t = useUiText()
  return (
    <div className="ac-helpbar">
      <button type="button" className="ac-help" aria-label={t('help')} aria-haspopup="dialog" onClick={onClick}>
        <Icon name="help" />
      </button>
    </div>
  )
}

export type TabItem = {
  to: string
  /** The address within the tab that its link leads to; default: `to`. */
  at?: string
  label: string
  icon: IconName
  /** A mark for news: a dot, and its text for screen readers. */
  dot?: string | undefined
}
type TabBarProps = {
  /** Names the navigation. */
  label: string
  tabs: readonly TabItem[]
  /** The `to` of the tab in whose area the person is. */
  current?: string | undefined
  /** Below 1024 px it is not drawn: the screen has a dock instead. */
  railOnly?: boolean | undefined
  /** Only in the rail: the logo on top, and further entries (help, settings) at its end. */
  railStart?: ReactNode | undefined
  railEnd?: ReactNode | undefined
}

/** The areas: a bar at the lower edge, a rail at the left from 1024 px. */
export function TabBar({ label, tabs, current, railOnly, railStart, railEnd }: TabBarProps) {
  return (
    <div className={classNames('ac-rail', railOnly && 'ac-rail--only')}>
      {railStart && <div className="ac-rail__part">{railStart}</div>}
      <nav className="ac-tabs" aria-label={label}>
        {tabs.map(tab => (
          <Pressable
            key={tab.to}
            // Known at run time only: the gate holds it against the routes of its manifest.
            to={(tab.at ?? tab.to) as Address}
            className="ac-tab"
            aria-current={tab.to === current ? 'page' : undefined}
            aria-description={tab.dot}
          >
            <Icon name={tab.icon} />
            {tab.dot && <span className="ac-new" />}
            <span>{tab.label}</span>
          </Pressable>
        ))}
      </nav>
      {railEnd && <div className="ac-rail__part ac-rail__end">{railEnd}</div>}
    </div>
  )
}

/** One more entry of the rail (help, settings). */
export function RailItem({
  label,
  icon,
  to,
  onClick,
}: {
  label: string
  icon: IconName
  to?: Address | undefined
  onClick?: (() => void) | undefined
}) {
  return (
    <Pressable className="ac-tab" {...{ to, onClick }}>
      <Icon name={icon} />
      <span>{label}</span>
    </Pressable>
  )
}
