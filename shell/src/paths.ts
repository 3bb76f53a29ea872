import { publicPaths } from '@adcoin/contract'

/**
 * A path as the router compares it: decoded, without regard to case, trailing or doubled slashes. Otherwise `/LOGIN/`
 * would be private to the guard and the login screen to the router.
 */
export function plainPath(pathname: string): string {
  const path = decoded(pathname)
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '')
  return path === '' ? '/' : path
}

/** Whether a path needs no token. */
export function isPublic(pathname: string): boolean {
  return publicPaths.some(open => plainPath(open) === plainPath(pathname))
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
