import { appPaths, useHost } from '@adcoin/remote'
import { useLocation, useNavigate } from '@adcoin/router'
import { currentToken } from '@adcoin/session'
import { useEffect, useEffectEvent, useState } from 'react'
import { handOverOf } from './hand-over-address.ts'
import { parseHandOver } from './parse-hand-over.ts'

declare global {
  interface Window {
    /** The bridge of the native app: hands over a session while /appLogin is open. Source: rulings.md R7. */
    adcoinAppLogin?: (json: unknown) => void
  }
}

/** How long the bridge may take after the page is open, before the person is told; it may still come later. */
const patienceMs = 6_000

export type HandOverState = { is: 'waiting' } | { is: 'failed' } | { is: 'asking'; token: string }

/**
 * Takes a session from the native app: out of the address first of all, then into the session; asks before it replaces
 * another one.
 */
export function useHandOver() {
  const host = useHost()
  const navigate = useNavigate()
  const [state, setState] = useState<HandOverState>({ is: 'waiting' })

  async function accept(token: string): Promise<void> {
    setState({ is: 'waiting' })
    await host.signIn?.({ authorized_key: token })
  }

  const take = useEffectEvent((json: unknown) => {
    const handOver = parseHandOver(json)
    const current = currentToken()
    if (!handOver.ok) setState({ is: 'failed' })
    else if (current === handOver.token) void navigate(appPaths.home, { replace: true })
    else if (current !== null) setState({ is: 'asking', token: handOver.token })
    else void accept(handOver.token)
  })

  // An app may open the page again in the same tab: only the fragment changes then.
  const { search, hash } = useLocation()
  const readAddress = useEffectEvent(() => {
    const json = handOverOf({ search, hash })
    void navigate(appPaths.appLogin, { replace: true })
    if (json !== undefined) take(json)
  })
  useEffect(() => {
    if (search || hash) readAddress()
  }, [search, hash])

  useEffect(() => {
    window.adcoinAppLogin = json => take(json)
    const giveUp = setTimeout(() => setState(now => (now.is === 'waiting' ? { is: 'failed' } : now)), patienceMs)
    return () => {
      clearTimeout(giveUp)
      delete window.adcoinAppLogin
    }
  }, [])

  return { state, accept, stay: () => void navigate(appPaths.home, { replace: true }) }
}
