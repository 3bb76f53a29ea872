import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { tagOf } from '@adcoin/contract'
import { useLanguage } from '@adcoin/i18n'
import { useShownTitle } from '@adcoin/remote'
import type { Location } from '@adcoin/router'
import { useShell } from '../state/shell.ts'
import { texts } from '../texts.ts'
import { findOwnRoute } from './own-routes.tsx'

const appName = 'Ad Coin'

/**
 * After a navigation: sets the title, the scroll position and the focus on the heading.
 *
 * @param left  where a tab was left that is shown again
 */
export function useArrival({ location, type }: Visit, left: Location | undefined): void {
  const { composition, scroll } = useShell()
  const t = texts.useT()
  const language = useLanguage()
  const routes = useSyncExternalStore(composition.onChange, composition.routes)
  const shownTitle = useShownTitle()
  const former = useRef<Location | undefined>(undefined)

  useEffect(() => {
    const own = findOwnRoute(location.pathname)
    document.documentElement.lang = tagOf(language)
    document.title = formatDocumentTitle(
      shownTitle ?? (own ? t(own.title) : (composition.titleOf(location.pathname) ?? findTabLabel())),
    )

    // If the remote did not load, its tab still has a name.
    function findTabLabel(): string | undefined {
      return composition.tabs().find(tab => tab.path === location.pathname)?.labels[language]
    }
  }, [composition, language, location.pathname, routes, shownTitle, t])

  useLayoutEffect(() => {
    const before = former.current
    former.current = location
    const entry = nameEntry(location)
    const save = () => scroll.save(entry)
    window.addEventListener('scroll', save, { passive: true })
    const isOtherScreen = before !== undefined && before.pathname !== location.pathname
    // A tap on the tab that is shown.
    const isSameAgain = before?.search === location.search && before.key !== location.key && !isOtherScreen
    const isNew = before === undefined && isNewEntry()
    // A new page is at its top, or where the person scrolled the prerendered content; measuring it would cost a layout.
    if (type === 'POP' && !isNew) scroll.restore(entry)
    else if (left?.search === location.search && isOtherScreen) {
      scroll.restore(nameEntry(left))
      save()
    } else if (!isNew && (isOtherScreen || isSameAgain || type === 'PUSH')) scroll.toTop()
    if (before !== undefined && (isOtherScreen || hasLostFocus())) focusHeading()
    return () => window.removeEventListener('scroll', save)
    // A screen that turns out to lead nowhere takes its heading, and so the focus, with it.
  }, [location, shownTitle, scroll, type, left])
}

/**
 * The document's title: the screen's, then the project's; the project's alone where it is the screen's own or none is
 * known.
 */
export function formatDocumentTitle(screen: string | undefined): string {
  return screen === undefined || screen === '' || screen === appName ? appName : `${screen} · ${appName}`
}

export type Visit = { location: Location; type: 'POP' | 'PUSH' | 'REPLACE' }

/**
 * The router calls every entry `default` that it did not make itself: each address that was typed into the same tab.
 */
function nameEntry({ key, pathname, search }: Location): string {
  return key === 'default' ? `${key} ${pathname}${search}` : key
}

/** Whether the page was opened by its address; a reload and Back come to an existing entry. */
function isNewEntry(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return load?.type === 'navigate'
}

function hasLostFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** A field of the new screen that took the focus by itself keeps it. */
function focusHeading(): void {
  const column = document.querySelector('[data-column]')
  const focused = document.activeElement
  if (focused instanceof HTMLElement && focused.matches('input, textarea, select') && column?.contains(focused)) return
  const heading = column?.querySelector<HTMLElement>('h1')
  if (!heading) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
