import { useEffect, useState } from 'react'
import { useLocation } from '@adcoin/router'

/**
 * Reports navigations to the router that happened between its first render, where it reads the address, and its commit,
 * from which on it listens: Back pressed during the start would have no effect. Place it before everything that
 * navigates by itself.
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
