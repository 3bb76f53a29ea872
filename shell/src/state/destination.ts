import { appPaths, ownUrl } from '@adcoin/remote'
import { isPublic, normalisePath } from '../paths.ts'

const key = 'adcoin.destination'
/** The last person of this tab; '' or missing: none yet. */
const ownerKey = 'adcoin.tabOwner'

/**
 * The path that was requested before the login, used after it. It survives a reload and the way to Google and back, not
 * the end of the tab. Source: rulings.md R2.
 */
export type DestinationStore = {
  /**
   * Keeps a path if it is one to come back to. It is of the tab's last person, also where a visitor opens it: a reload,
   * Back or a closed tab that is opened again lead to addresses of that person.
   */
  keep(path: string): void
  /** Keeps a path that the app itself goes to after a login, the step after a registration included. */
  keepNext(path: string): void
  /** The kept path without forgetting it, or undefined. */
  peek(): string | undefined
  forget(): void
  /** The person who is signed in now. Forgets the path of another one; that of a tab without a person before stays. */
  setOwner(userId: string): void
}

export function createDestination(
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  isKnown: (pathname: string) => boolean,
): DestinationStore {
  let inMemory: string | undefined
  let ownerInMemory: string | undefined
  const tryStorage = <Result>(action: () => Result): Result | undefined => {
    try {
      return action()
    } catch {
      return undefined // storage is blocked: memory serves until the reload
    }
  }
  /** `owner/path`; in a tab without a person it has no owner. */
  const read = () => inMemory ?? tryStorage(() => storage().getItem(key)) ?? ''
  const forget = () => {
    inMemory = undefined
    tryStorage(() => storage().removeItem(key))
  }
  const keepNext = (path: string) => {
    const own = parseOwnPath(path, isKnown)
    if (own === undefined) return
    const ownedPath = (ownerInMemory ?? tryStorage(() => storage().getItem(ownerKey)) ?? '') + own
    inMemory = ownedPath
    tryStorage(() => storage().setItem(key, ownedPath))
  }
  return {
    keep(path) {
      // An older account has the step after its registration behind it.
      if (normalisePath(ownUrl(path)?.pathname ?? '') !== appPaths.welcome) keepNext(path)
    },
    keepNext,
    // Read through the same check: every script of the tab can write its storage.
    peek: () => parseOwnPath(read().slice(Math.max(0, read().indexOf('/'))), isKnown),
    forget,
    setOwner(userId) {
      const owner = read().split('/', 1)[0]
      if (owner !== '' && owner !== userId) forget()
      ownerInMemory = userId
      tryStorage(() => storage().setItem(ownerKey, userId))
    },
  }
}

/**
 * The path with query and fragment if it leads to a private screen of this app, else undefined: never another origin,
 * `//host`, `/\host`, `javascript:` or a public path.
 */
export function parseOwnPath(text: string, isKnown: (pathname: string) => boolean): string | undefined {
  const url = text.length > 2048 ? undefined : ownUrl(text)
  if (!url || normalisePath(url.pathname) === '/' || isPublic(url.pathname)) return undefined
  if (!isKnown(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}
