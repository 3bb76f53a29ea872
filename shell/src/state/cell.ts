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
