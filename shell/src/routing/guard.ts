import { appPaths } from '@adcoin/remote'

/** THE list of public paths; no remote can add to it. Source: specification section 2, ruling R2. */
export const publicPaths: readonly string[] = [appPaths.login, appPaths.register, appPaths.launch, appPaths.googleAuth]
/** Allowed with and without a token. */
export const alwaysPaths: readonly string[] = [appPaths.appLogin]
/** Old or short addresses. */
export const redirects: Readonly<Record<string, string>> = { '/': appPaths.home, '/launch': appPaths.launch }

export type Decision = { pass: true } | { pass: false; to: string }

/** Decides before each route, from the path and whether a token is stored. Pure; the same path always gets the same answer. */
export function guard(pathname: string, hasToken: boolean): Decision {
  const path = plainPath(pathname)
  const target = redirects[path] ?? path
  if (alwaysPaths.some(always => plainPath(always) === target)) return { pass: true }
  if (publicPaths.some(open => plainPath(open) === target))
    return hasToken ? { pass: false, to: appPaths.home } : settled(path, target)
  return hasToken ? settled(path, target) : { pass: false, to: appPaths.launch }
}

export function isPublic(pathname: string): boolean {
  return publicPaths.some(open => plainPath(open) === plainPath(pathname))
}

function settled(path: string, target: string): Decision {
  return path === target ? { pass: true } : { pass: false, to: target }
}

/**
 * A path as the router compares it: decoded, without regard to case, trailing or doubled slashes. Otherwise `/LOGIN/` would be
 * private to the guard and the login screen to the router.
 */
export function plainPath(pathname: string): string {
  const path = decoded(pathname)
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '')
  return path === '' ? '/' : path
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
