/**
 * A key-value store that never throws: local storage where it works, memory where it is blocked or full.
 * A value that could not be written is remembered for the life of the page, and its stale predecessor is removed.
 */
export type SafeStorage = {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  keys(): string[]
}

/** Longer values are taken for damage and read as absent. */
const longestValue = 262_144

export function openStorage(open: () => Storage | undefined): SafeStorage {
  const memory = new Map<string, string>()
  const real = <Result>(use: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      const storage = open()
      return storage ? use(storage) : otherwise
    } catch {
      return otherwise
    }
  }
  return {
    get(key) {
      // A failed write removed the former value: what is there now is newer, from another tab.
      const value = real(storage => storage.getItem(key), null) ?? memory.get(key) ?? null
      return value !== null && value.length <= longestValue ? value : null
    },
    set(key, value) {
      const isWritten = real(storage => (storage.setItem(key, value), true), false)
      if (isWritten) memory.delete(key)
      else {
        memory.set(key, value)
        real(storage => storage.removeItem(key), undefined)
      }
    },
    remove(key) {
      memory.delete(key)
      real(storage => storage.removeItem(key), undefined)
    },
    keys: () => [
      ...new Set([
        ...memory.keys(),
        ...real(storage => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ''), []),
      ]),
    ],
  }
}

/** The browser's local storage; absent outside a browser. */
export const localStore = openStorage(() => globalThis.window?.localStorage)
