import { alwaysPaths, publicPaths } from '@adcoin/contract'
import { appPaths } from '@adcoin/remote'
import { sessionStore } from '@adcoin/session'
import { normalisePath } from '../paths.ts'
import type { DestinationStore } from '../state/destination.ts'

/** Old or short addresses. */
const redirects: Readonly<Record<string, string>> = { '/': appPaths.home, '/launch': appPaths.launch }

export type GuardDecision = { pass: true } | { pass: false; to: string }

/**
 * Decides before each route, from the path and whether a token is stored. Pure; the same path always gets the same
 * answer.
 */
export function guard(pathname: string, hasToken: boolean): GuardDecision {
  const path = normalisePath(pathname)
  const target = redirects[path] ?? path
  if (alwaysPaths.some(always => normalisePath(always) === target)) return { pass: true }
  if (publicPaths.some(open => normalisePath(open) === target))
    return hasToken ? { pass: false, to: appPaths.home } : passOrRedirect(path, target)
  return hasToken ? passOrRedirect(path, target) : { pass: false, to: appPaths.launch }
}

function passOrRedirect(path: string, target: string): GuardDecision {
  return path === target ? { pass: true } : { pass: false, to: target }
}

/**
 * Applies the guard to the address of a cold start, before the first render. Returns the path that will be rendered.
 */
export function decideFirstPath(page: Window, destination: DestinationStore): string {
  const hasToken = sessionStore.getState().person !== null
  const { pathname, search, hash } = page.location
  const decision = guard(pathname, hasToken)
  if (decision.pass) return pathname
  if (!hasToken) destination.keep(pathname + search + hash)
  const to = decision.to === appPaths.home ? (destination.peek() ?? decision.to) : decision.to
  page.history.replaceState(page.history.state, '', to)
  return new URL(to, page.location.origin).pathname
}
