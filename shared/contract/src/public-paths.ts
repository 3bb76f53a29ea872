/**
 * The paths that need no token: the shell's guard, the gate and the boot script read this one list. No remote can add
 * to it. Source: specification.md 2, rulings.md R2.
 */
export const publicPaths: readonly string[] = ['/login', '/register', '/lanuch', '/google_auth']

/** Allowed with and without a token: the hand-over from the native app. */
export const alwaysPaths: readonly string[] = ['/appLogin']

/** The shell's own screens: no remote may take them. Source: rulings.md R1. */
export const shellPaths: readonly string[] = ['/', '/faq', '/help', '/language', '/inbox']

/** Start paths with and without a session. */
export const startPaths = { home: '/home', landing: '/lanuch' } as const

/**
 * A path as the router compares it: decoded, without regard to case, trailing or doubled slashes. Otherwise `/LOGIN/`
 * would be private to the guard and the login screen to the router.
 */
export function normalisePath(pathname: string): string {
  const path = decodePath(pathname)
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '')
  return path === '' ? '/' : path
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/** A token that fits in a header: printable ASCII, 1 to 512 characters, and not the leftover of a missing value. */
export const tokenPattern = /^(?!(?:null|undefined|NaN)$)[\x21-\x7e]{1,512}$/
