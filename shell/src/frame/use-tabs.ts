import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { ApiCode } from '@adcoin/contract'
import { appPaths } from '@adcoin/remote'
import { iconNamed, type TabItem } from '@adcoin/ui'
import type { Composition } from '../composition/composition.ts'
import { normalisePath } from '../paths.ts'
import { texts } from '../texts.ts'
import { useCell } from '../state/cell.ts'
import { moneyNews } from '../state/money-news.ts'

export type Tabs = { items: readonly TabItem[]; current: string | undefined; isTabScreen: boolean }

/** The tabs that the live remotes declare, and the one in whose area the person is. */
export function useTabs(composition: Composition, pathname: string, language: ApiCode): Tabs {
  const tabs = useSyncExternalStore(composition.onChange, composition.tabs)
  const latest = useRef(new Map<string, string>())
  const path = normalisePath(pathname)
  const isMoney = path === appPaths.money
  const hasNews = useCell(moneyNews)
  const t = texts.useT()
  useEffect(() => {
    if (isMoney && hasNews) moneyNews.set(false)
  }, [isMoney, hasNews])
  const exact = tabs.find(tab => normalisePath(tab.path) === path)
  const app = composition.routeAt(pathname)?.app
  // A screen behind two tabs of one remote belongs to the one that it was reached from.
  if (exact) latest.current.set(exact.app, exact.path)
  const nearest =
    app === undefined ? undefined : (latest.current.get(app) ?? tabs.findLast(tab => tab.app === app)?.path)
  return {
    items: tabs.map(tab => ({
      to: tab.path,
      label: tab.labels[language],
      icon: iconNamed(tab.icon),
      dot: hasNews && tab.path === appPaths.money ? t('inbox.new') : undefined,
    })),
    current: exact?.path ?? nearest,
    isTabScreen: exact !== undefined,
  }
}
