import { useRef, useSyncExternalStore } from 'react'
import type { ApiCode } from '@adcoin/contract'
import { iconNamed, type TabItem } from '@adcoin/ui'
import type { Composition } from '../composition/composition.ts'
import { plainPath } from '../paths.ts'

export type Tabs = { items: readonly TabItem[]; current: string | undefined; isTabScreen: boolean }

/** The tabs that the live remotes declare, and the one in whose area the person is. */
export function useTabs(composition: Composition, pathname: string, language: ApiCode): Tabs {
  const tabs = useSyncExternalStore(composition.onChange, composition.tabs)
  const latest = useRef(new Map<string, string>())
  const path = plainPath(pathname)
  const exact = tabs.find(tab => plainPath(tab.path) === path)
  const app = composition.appOfPath(pathname)?.app
  // A screen behind two tabs of one remote belongs to the one that it was reached from.
  if (exact) latest.current.set(exact.app, exact.path)
  const near = app === undefined ? undefined : (latest.current.get(app) ?? tabs.findLast(tab => tab.app === app)?.path)
  return {
    items: tabs.map(tab => ({ to: tab.path, label: tab.labels[language], icon: iconNamed(tab.icon) })),
    current: exact?.path ?? near,
    isTabScreen: exact !== undefined,
  }
}
