import { isPublic, plainPath } from '../paths.ts'

const key = 'adcoin.destination'

/**
 * The path that somebody asked for before they were signed in, used after the login. It survives a reload and the way
 * to Google and back, not the end of the tab. Source: rulings.md R2.
 */
export type Destination = {
  /** Keeps a path if it is one to come back to. */
  keep(path: string): void
  /** The kept path without forgetting it, or undefined. */
  peek(): string | undefined
  forget(): void
}

export function createDestination(
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  isKnown: (pathname: string) => boolean,
): Destination {
  let inMemory: string | undefined
  const quietly = <Result>(use: () => Result): Result | undefined => {
    try {
      return use()
    } catch {
      return undefined // storage is blocked: memory serves until the reload
    }
  }
  return {
    keep(path) {
      const own = ownPath(path, isKnown)
      if (own === undefined) return
      inMemory = own
      quietly(() => storage().setItem(key, own))
    },
    // Read through the same check: the tab's storage can be written by anybody who has the tab.
    peek: () => ownPath(inMemory ?? quietly(() => storage().getItem(key)) ?? '', isKnown),
    forget() {
      inMemory = undefined
      quietly(() => storage().removeItem(key))
    },
  }
}

/**
 * The path with query and fragment if it leads to a private screen of this app, else undefined: never another origin,
 * `//host`, `/\host`, `javascript:` or a public path.
 */
export function ownPath(text: string, isKnown: (pathname: string) => boolean): string | undefined {
  if (!/^\/(?![/\\])/.test(text) || text.length > 2048) return undefined
  const origin = 'https://own.invalid'
  const url = URL.parse(text, origin)
  if (!url || url.origin !== origin) return undefined
  if (isPublic(url.pathname) || plainPath(url.pathname) === '/' || !isKnown(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}
