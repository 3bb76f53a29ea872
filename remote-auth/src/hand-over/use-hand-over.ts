import { getSetting } from '@adcoin/contract'
import { failureOf, send } from '@adcoin/http'
import { appPaths, useHost } from '@adcoin/remote'
import { useLocation, useNavigate } from '@adcoin/router'
import { currentToken, sessionStore, type SignIn } from '@adcoin/session'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { findHandOver, parseHandOver } from './parse-hand-over.ts'

declare global {
  interface Window {
    /** The bridge of the native app: hands over a session while /appLogin is open. Source: rulings.md R7. */
    adcoinAppLogin?: (json: unknown) => void
  }
}

/** The page reports a failure after this time; the bridge may still call later. */
const patienceMs = 6_000

/** `checking`: the service is asked for the owner of the token; `unchecked`: that request failed. */
export type HandOverState =
  | { is: 'waiting' | 'checking' | 'failed' }
  | { is: 'asking'; result: SignIn }
  | { is: 'unchecked'; token: string }

/**
 * Takes a session from the native app. Removes it from the address first, then asks the service for its owner. Until
 * the answer, nothing is stored and a running session stays. Asks before it replaces the session of another person.
 */
export function useHandOver() {
  const host = useHost()
  const navigate = useNavigate()
  const [state, setState] = useState<HandOverState>({ is: 'waiting' })
  const newest = useRef<string>(undefined)

  async function accept(result: SignIn): Promise<void> {
    setState({ is: 'checking' })
    await host.signIn?.(result)
  }

  async function check(token: string): Promise<void> {
    newest.current = token
    setState({ is: 'checking' })
    const next = await checkToken(token)
    // The newest hand-over counts.
    if (newest.current !== token) return
    if (next.is !== 'found') return setState(next)
    const { person } = sessionStore.getState()
    const isOther = person !== null && person.userId !== next.result.user_id
    if (isOther) setState({ is: 'asking', result: next.result })
    else await accept(next.result)
  }

  const take = useEffectEvent((json: unknown) => {
    const handOver = parseHandOver(json)
    if (!handOver.ok) setState({ is: 'failed' })
    else if (currentToken() === handOver.token) void navigate(appPaths.home, { replace: true })
    else void check(handOver.token)
  })

  // An app may open the page again in the same tab: then only the fragment changes.
  const { search, hash } = useLocation()
  const readAddress = useEffectEvent(() => {
    const json = findHandOver({ search, hash })
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

  return { state, accept, check, stay: () => void navigate(appPaths.home, { replace: true }) }
}

type HandOverResult = { is: 'found'; result: SignIn } | { is: 'failed' } | { is: 'unchecked'; token: string }

async function checkToken(token: string): Promise<HandOverResult> {
  try {
    const { user_id, login_type, country_code } = await send(getSetting, {}, { token, errors: 'page', loader: false })
    return { is: 'found', result: { authorized_key: token, user_id, login_type, country_code } }
  } catch (thrown) {
    const { kind } = failureOf(thrown)
    return kind === 'unauthorised' || kind === 'refused' ? { is: 'failed' } : { is: 'unchecked', token }
  }
}
