import { currentToken, sessionStore } from '@adcoin/session'

/**
 * The back/forward cache brings a page back as it was, a former person's balance included. The page is hidden as it
 * goes into the cache and shown again only after the session was compared with what is stored now. Source: faults.md
 * G09.
 */
export function guardPageCache(page: Window, root: HTMLElement): () => void {
  const hide = (event: PageTransitionEvent) => {
    if (event.persisted) root.dataset['asleep'] = ''
  }
  const show = (event: PageTransitionEvent) => {
    if (!event.persisted) return
    const { sessionEpoch, person } = sessionStore.getState()
    const token = currentToken() // follows a login of another tab
    const isSame = sessionStore.getState().sessionEpoch === sessionEpoch && (person?.token ?? null) === token
    if (isSame) delete root.dataset['asleep']
    else page.location.reload()
  }
  page.addEventListener('pagehide', hide)
  page.addEventListener('pageshow', show)
  return () => {
    page.removeEventListener('pagehide', hide)
    page.removeEventListener('pageshow', show)
  }
}
