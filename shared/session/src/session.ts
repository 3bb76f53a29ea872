import { useStore } from 'zustand'
import { localStore } from './storage.ts'
import { followStorage, store, type SessionState } from './store.ts'
import { inviterOf, isSaneToken, storageKeys } from './stored-session.ts'

/** The session, read-only. */
export const sessionStore: {
  readonly getState: () => SessionState
  readonly subscribe: (listener: (state: SessionState, before: SessionState) => void) => () => void
} = {
  getState: store.getState,
  subscribe: store.subscribe,
}

/**
 * A part of the session in a component; renders again when that part changes. The selector returns a value that is
 * already there, never a new object.
 */
export function useSession<Part>(selector: (state: SessionState) => Part): Part {
  return useStore(store, selector)
}

/** The inviter's code that came with a registration link, until a login; null when there is none that could be one. */
export function savedInviter(): string | null {
  return inviterOf(localStore.get(storageKeys.inviter))
}

/**
 * The token for the next call. If storage was emptied or damaged under a running page there is none, so that the call
 * ends as unauthorised; if another tab signed in meanwhile, the store follows first. Source: faults.md G03, G05, K10.
 */
export function currentToken(): string | null {
  const token = store.getState().person?.token ?? null
  const stored = localStore.get(storageKeys.token)
  if (stored === token) return token
  if (!isSaneToken(stored)) return null
  followStorage(store, localStore, storageKeys.token)
  return store.getState().person?.token ?? null
}
