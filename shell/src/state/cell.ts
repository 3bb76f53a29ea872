import { useSyncExternalStore } from 'react'

/** One value of the shell's own that components follow: the toast, the open panel, the loader. */
export type Cell<Value> = { get(): Value; set(value: Value): void; subscribe(listener: () => void): () => void }

export function createCell<Value>(initial: Value): Cell<Value> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return
      current = value
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useCell<Value>(cell: Cell<Value>): Value {
  return useSyncExternalStore(cell.subscribe, cell.get)
}

/**
 * A sentence above the screen that stays until it is read, not a toast. Source: rulings.md R3.
 *
 * - `loggedOut`: the last session ended by itself
 * - `otherPerson`: another tab signed in another person, and this tab follows
 * - `unsaved`: the browser's storage is full or blocked
 */
export type Notice = 'loggedOut' | 'otherPerson' | 'unsaved'

export const notice = createCell<Notice | null>(null)

/** Whether the card of a failed area is shown: then every screen has the tab bar, as the way out. */
export const isAreaFailed = createCell(false)

/** The sheet of the shell that is open, over whatever screen. */
export const openPanel = createCell<'help' | 'language' | null>(null)

/** Whether the balance changed since the money screen was last shown. */
export const moneyNews = createCell(false)
