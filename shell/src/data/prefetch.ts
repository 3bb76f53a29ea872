import { httpReports } from '@adcoin/http'
import { appPaths } from '@adcoin/remote'
import { sessionStore } from '@adcoin/session'
import type { Composition } from '../composition/composition.ts'

/** The shell's own screen at a path, if it is one. */
type OwnScreens = (pathname: string) => { preload(): Promise<unknown> } | undefined

/**
 * Fetches screens ahead: what a pointer or the focus rests on at once; when the page has nothing else to do, the areas
 * of the tabs, or for who is not signed in the next step. Nothing of this on a connection that saves data, or hidden,
 * nor while calls are on their way: over HTTP/1.1 a dozen files would take the connections that the first screen's data
 * waits for.
 */
export function startPrefetch(page: Window, composition: Composition, ownRouteOf: OwnScreens): () => void {
  const ahead = (pathname: string) => {
    const route = composition.appOfPath(pathname)
    if (route) composition.prefetch(route.app, pathname, sessionStore.getState().language)
    else
      ownRouteOf(pathname)
        ?.preload()
        .catch(() => undefined)
  }
  const onApproach = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="/"]') : null
    if (link) ahead(new URL(link.href).pathname)
  }
  let cancelIdle = () => {}
  const calls = new Set<number>()
  let waitsForCalls = false
  const whenQuiet = () => {
    cancelIdle()
    cancelIdle = whenIdle(page, () => {
      waitsForCalls = calls.size > 0
      if (waitsForCalls) return
      if (!isSavingData(page.navigator) && !page.document.hidden) for (const path of likely(composition)) ahead(path)
    })
  }
  for (const name of approaches) page.document.addEventListener(name, onApproach, { passive: true })
  const unhear = httpReports.subscribe(report => {
    if (report.type === 'started') calls.add(report.id)
    if (report.type === 'ended') calls.delete(report.id)
    if (waitsForCalls && calls.size === 0) whenQuiet()
  })
  const unfollow = sessionStore.subscribe((now, before) => {
    if (now.generation !== before.generation) whenQuiet()
  })
  whenQuiet()
  return () => {
    for (const name of approaches) page.document.removeEventListener(name, onApproach)
    unhear()
    unfollow()
    cancelIdle()
  }
}

const approaches = ['pointerover', 'pointerdown', 'focusin'] as const

/** A stranger's next screen is the login or the registration; the areas behind them may never be needed. */
function likely(composition: Composition): readonly string[] {
  if (!sessionStore.getState().person) return [appPaths.login, appPaths.register]
  return [...composition.tabs().map(tab => tab.path), appPaths.help]
}

function whenIdle(page: Window, work: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (typeof page.requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 2_000)
    return () => clearTimeout(timer)
  }
  const request = page.requestIdleCallback(work, { timeout: 8_000 })
  return () => page.cancelIdleCallback(request)
}

function isSavingData(navigator: Navigator): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined
  return (
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true
  )
}
