/**
 * A key-value store that never throws: local storage where it works; where that is blocked or full, the tab's own
 * storage, which a reload does not empty; memory where that is blocked or full too.
 * A value that could not be written removes its stale predecessor.
 */
export type SafeStorage = {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  keys(): string[]
}

/** Longer values are taken for damage and read as absent. */
const longestValue = 262_144

export function openStorage(open: () => Storage | undefined, openSpare = getTabStorage): SafeStorage {
  const memory = new Map<string, string>()
  const lasting = createSafeAccess(open)
  const spare = createSafeAccess(openSpare)
  const forgetSpare = (key: string) => {
    memory.delete(key)
    spare(storage => storage.removeItem(buildSpareKey(key)), undefined)
  }
  return {
    get(key) {
      const written = lasting(storage => storage.getItem(key), null)
      // A failed write removed the former value: what is there now is newer, from another tab.
      if (written !== null) forgetSpare(key)
      const value = written ?? memory.get(key) ?? spare(storage => storage.getItem(buildSpareKey(key)), null)
      return value !== null && value.length <= longestValue ? value : null
    },
    set(key, value) {
      const isWritten = lasting(storage => (storage.setItem(key, value), true), false)
      if (isWritten) return forgetSpare(key)
      memory.set(key, value)
      lasting(storage => storage.removeItem(key), undefined)
      const isSpared = spare(storage => (storage.setItem(buildSpareKey(key), value), true), false)
      if (!isSpared) spare(storage => storage.removeItem(buildSpareKey(key)), undefined)
      for (const listener of listeners) listener()
    },
    remove(key) {
      forgetSpare(key)
      lasting(storage => storage.removeItem(key), undefined)
    },
    keys: () => [
      ...new Set([
        ...memory.keys(),
        ...spare(listKeys, []).flatMap(key => (key.startsWith(sparePrefix) ? [key.slice(sparePrefix.length)] : [])),
        ...lasting(listKeys, []),
      ]),
    ],
  }
}

const getTabStorage = (): Storage | undefined => globalThis.window?.sessionStorage

const sparePrefix = 'adcoin.spare.'
const buildSpareKey = (key: string): string => sparePrefix + key
const listKeys = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')

function createSafeAccess(open: () => Storage | undefined) {
  return <Result>(work: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      const storage = open()
      return storage ? work(storage) : otherwise
    } catch {
      return otherwise
    }
  }
}

const listeners = new Set<() => void>()

/** Called whenever a value could not be stored: the browser's storage is full or blocked. */
export function onUnwritten(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The browser's local storage; absent outside a browser. */
export const localStore = openStorage(() => globalThis.window?.localStorage)
