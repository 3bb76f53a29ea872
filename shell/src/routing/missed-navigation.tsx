import { useEffect } from 'react'
import { useLocation } from '@adcoin/router'

/**
 * Tells the router where the browser went between its first render, in which it reads the address, and the commit, from
 * which on it listens: a person who presses Back while the page still starts would stay where they are. Place it before
 * everything that navigates by itself.
 */
export function MissedNavigation() {
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    const now = window.location
    if (now.pathname + now.search + now.hash !== pathname + search + hash)
      window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
    // Only once: from here on the router listens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return null
}
