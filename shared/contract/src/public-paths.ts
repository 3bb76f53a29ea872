/**
 * The paths that need no token: the shell's guard, the gate and the boot script read this one list. No remote can add
 * to it. Source: specification.md 2, rulings.md R2.
 */
export const publicPaths: readonly string[] = ['/login', '/register', '/lanuch', '/google_auth']

/** Allowed with and without a token: the hand-over from the native app. */
export const alwaysPaths: readonly string[] = ['/appLogin']

/** The shell's own screens: no remote may take them. Source: rulings.md R1. */
export const shellPaths: readonly string[] = ['/', '/faq', '/help', '/language', '/inbox']

/** Where somebody with a token begins, and where somebody without one. */
export const startPaths = { home: '/home', landing: '/lanuch' } as const
