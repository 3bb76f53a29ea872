/** The paths that need no token. Only the shell decides this; no remote can add one. Source: specification section 2, ruling R2. */
export const publicPaths: readonly string[] = ['/login', '/register', '/lanuch', '/google_auth']

/** Open without being "public" for the guard: the native hand-over. */
export const alwaysAllowed: readonly string[] = ['/appLogin']

const kept: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...publicPaths, ...alwaysAllowed].map(path => [path, 'remote-auth'])),
  '/': 'shell',
  '/faq': 'shell',
  '/help': 'shell',
  '/language': 'shell',
}

/** Whom the shell gives a path to; undefined for those that any remote may declare. Source: ruling R1. */
export function ownerOfPath(path: string): string | undefined {
  return kept[path]
}
