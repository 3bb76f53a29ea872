import { alwaysPaths, publicPaths } from '@adcoin/contract'
import { appPaths } from '@adcoin/remote'
import { plainPath } from '../paths.ts'

/** Old or short addresses. */
const redirects: Readonly<Record<string, string>> = { '/': appPaths.home, '/launch': appPaths.launch }

export type GuardDecision = { pass: true } | { pass: false; to: string }

/**
 * Decides before each route, from the path and whether a token is stored. Pure; the same path always gets the same
 * answer.
 */
export function guard(pathname: string, hasToken: boolean): GuardDecision {
  const path = plainPath(pathname)
  const target = redirects[path] ?? path
  if (alwaysPaths.some(always => plainPath(always) === target)) return { pass: true }
  if (publicPaths.some(open => plainPath(open) === target))
    return hasToken ? { pass: false, to: appPaths.home } : passOrRedirect(path, target)
  return hasToken ? passOrRedirect(path, target) : { pass: false, to: appPaths.launch }
}

function passOrRedirect(path: string, target: string): GuardDecision {
  return path === target ? { pass: true } : { pass: false, to: target }
}
