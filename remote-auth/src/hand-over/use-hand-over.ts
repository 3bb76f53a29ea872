import { getSetting } from '@adcoin/contract'
import { failureOf, send } from '@adcoin/http'
import { appPaths, useHost } from '@adcoin/remote'
import { useLocation, useNavigate } from '@adcoin/router'
import { currentToken, sessionStore, type SignIn } from '@adcoin/session'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
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

/** `checking`: the service is asked whose token it is; `unasked`: it could not be. */
export type HandOverState =
  | { is: 'waiting' | 'checking' | 'failed' }
  | { is: 'asking'; result: SignIn }
  | { is: 'unasked'; token: string }

/**
 * Takes a session from the native app: out of the address first of all; then the service says whether it is one and
 * whose, and until then nothing is stored and a running session stays; and it asks before it replaces somebody else's.
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
    const next = await askFor(token)
    // A second hand-over came while the first was asked about: what counts is the last.
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

  return { state, accept, check, stay: () => void navigate(appPaths.home, { replace: true }) }
}

type Asked = { is: 'found'; result: SignIn } | { is: 'failed' } | { is: 'unasked'; token: string }

/** What the service says of a token that nobody uses here yet. */
async function askFor(token: string): Promise<Asked> {
  try {
    const { user_id, login_type, country_code } = await send(getSetting, {}, { token, errors: 'page', loader: false })
    return { is: 'found', result: { authorized_key: token, user_id, login_type, country_code } }
  } catch (thrown) {
    const { kind } = failureOf(thrown)
    return kind === 'unauthorised' || kind === 'refused' ? { is: 'failed' } : { is: 'unasked', token }
  }
}
