import { useEffect, useState } from 'react'
import { useLocation } from '@adcoin/router'

/**
 * Tells the router where the browser went between its first render, in which it reads the address, and the commit, from
 * which on it listens: a person who presses Back while the page still starts would stay where they are. Place it before
 * everything that navigates by itself.
 */
export function MissedNavigation() {
  const [read] = useState(useLocation())
  useEffect(() => {
    const { pathname, search, hash } = window.location
    if (pathname + search + hash !== read.pathname + read.search + read.hash)
      window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
  }, [read])
  return null
}
