import { ownUrl } from '@adcoin/remote'
import { isPublic, plainPath } from '../paths.ts'

const key = 'adcoin.destination'

/**
 * The path that was requested before the login, used after it. It survives a reload and the way to Google and back, not
 * the end of the tab. Source: rulings.md R2.
 */
export type KeptDestination = {
  /** Keeps a path if it is one to come back to; `userId`: of the person whose session ended on it. */
  keep(path: string, userId?: string): void
  /** The kept path without forgetting it, or undefined. */
  peek(): string | undefined
  forget(): void
  /** Forgets the path of another person; one that a visitor asked for stays. */
  forgetOthers(userId: string): void
}

export function createDestination(
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  isKnown: (pathname: string) => boolean,
): KeptDestination {
  let inMemory: string | undefined
  const quietly = <Result>(use: () => Result): Result | undefined => {
    try {
      return use()
    } catch {
      return undefined // storage is blocked: memory serves until the reload
    }
  }
  /** `owner/path`; a visitor's has no owner. */
  const read = () => inMemory ?? quietly(() => storage().getItem(key)) ?? ''
  const forget = () => {
    inMemory = undefined
    quietly(() => storage().removeItem(key))
  }
  return {
    keep(path, userId = '') {
      const own = ownPath(path, isKnown)
      if (own === undefined) return
      const kept = userId + own
      inMemory = kept
      quietly(() => storage().setItem(key, kept))
    },
    // Read through the same check: every script of the tab can write its storage.
    peek: () => ownPath(read().slice(Math.max(0, read().indexOf('/'))), isKnown),
    forget,
    forgetOthers(userId) {
      const owner = read().split('/', 1)[0]
      if (owner !== '' && owner !== userId) forget()
    },
  }
}

/**
 * The path with query and fragment if it leads to a private screen of this app, else undefined: never another origin,
 * `//host`, `/\host`, `javascript:` or a public path.
 */
export function ownPath(text: string, isKnown: (pathname: string) => boolean): string | undefined {
  const url = text.length > 2048 ? undefined : ownUrl(text)
  if (!url || isPublic(url.pathname) || plainPath(url.pathname) === '/' || !isKnown(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}
