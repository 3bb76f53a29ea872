import { queryClient } from '@adcoin/http'
import { appPaths } from '@adcoin/remote'
import { sessionStore } from '@adcoin/session'
import type { Composition } from '../composition/composition.ts'
import { runWhenIdle } from '../state/run-when-idle.ts'

/** The shell's own screen at a path, if it is one. */
type OwnScreens = (pathname: string) => { preload(): Promise<unknown> } | undefined

/**
 * Fetches screens ahead: what a pointer or the focus rests on at once; when the page has nothing else to do, the areas
 * of the tabs, or the next step of a person without a session. Nothing is fetched on a connection that saves data, in a
 * hidden tab, or while calls are under way: over HTTP/1.1 a dozen files would take the connections that the first
 * screen's data waits for.
 */
export function startPrefetch(page: Window, composition: Composition, findOwnRoute: OwnScreens): () => void {
  const prefetchPath = (pathname: string) => {
    if (composition.routeAt(pathname)) composition.prefetch(pathname, sessionStore.getState().language)
    else
      findOwnRoute(pathname)
        ?.preload()
        .catch(() => undefined)
  }
  const onApproach = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="/"]') : null
    if (link) prefetchPath(new URL(link.href).pathname)
  }
  let cancelIdle = () => {}
  let waitsForCalls = false
  /** One after the other, so that a press between two is answered. */
  const prefetchNext = (left: readonly string[] = listLikelyPaths(composition)) => {
    waitsForCalls = queryClient.isFetching() > 0
    const [next, ...others] = left
    if (waitsForCalls || next === undefined || isSavingData(page.navigator) || page.document.hidden) return
    prefetchPath(next)
    cancelIdle = runWhenIdle(page, () => prefetchNext(others))
  }
  const restartWhenIdle = () => {
    cancelIdle()
    cancelIdle = runWhenIdle(page, () => prefetchNext())
  }
  for (const name of approaches) page.document.addEventListener(name, onApproach, { passive: true })
  const unwatchCache = queryClient.getQueryCache().subscribe(() => {
    if (waitsForCalls && queryClient.isFetching() === 0) restartWhenIdle()
  })
  const unfollow = sessionStore.subscribe((now, before) => {
    if (now.sessionEpoch !== before.sessionEpoch) restartWhenIdle()
  })
  restartWhenIdle()
  return () => {
    for (const name of approaches) page.document.removeEventListener(name, onApproach)
    unwatchCache()
    unfollow()
    cancelIdle()
  }
}

const approaches = ['pointerover', 'pointerdown', 'focusin'] as const

/**
 * The next screen of an anonymous visitor is the login or the registration; the areas behind them may never be needed.
 * Help and the own invitation are opened where there is no network too.
 */
function listLikelyPaths(composition: Composition): readonly string[] {
  if (!sessionStore.getState().person) return [appPaths.login, appPaths.register]
  return [...composition.tabs().map(tab => tab.path), appPaths.help, appPaths.invite]
}

/** Not every browser reports it. */
function isSavingData(navigator: Navigator & { connection?: { saveData?: boolean } }): boolean {
  return navigator.connection?.saveData === true
}
