import { appPaths } from '@adcoin/remote'
import { sessionStore } from '@adcoin/session'
import type { KeptDestination } from '../state/destination.ts'
import { guard } from './guard.ts'

/**
 * Applies the guard to the address of a cold start, before the first render. Returns the path that will be rendered.
 */
export function firstPath(page: Window, destination: KeptDestination): string {
  const hasToken = sessionStore.getState().person !== null
  const { pathname, search, hash } = page.location
  const decision = guard(pathname, hasToken)
  if (decision.pass) return pathname
  if (!hasToken) destination.keep(pathname + search + hash)
  const to = decision.to === appPaths.home ? (destination.peek() ?? decision.to) : decision.to
  page.history.replaceState(page.history.state, '', to)
  return new URL(to, page.location.origin).pathname
}
