import { detectLanguage, type ApiCode, type Balance, type UserSetting } from '@adcoin/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { localStore, type SafeStorage } from './storage.ts'
import {
  readLanguage,
  readMoney,
  readPerson,
  readTheme,
  readUser,
  storageKeys,
  type Person,
  type Theme,
} from './stored-session.ts'

/**
 * Why a session is over. `otherTab`: signed out elsewhere in this browser; `replaced`: another session took its place.
 */
export type EndReason = 'logout' | 'unauthorised' | 'otherTab' | 'replaced'

export type SessionState = {
  readonly person: Person | null
  /** +1 at each login and logout. A request of an older epoch is neither sent nor answered. */
  readonly sessionEpoch: number
  /** The end of this page's last session, or null. */
  readonly ended: EndReason | null
  /** The country of the person whose session ended by itself, '' else: what they are shown keeps their currency. */
  readonly lastCountry: string
  /** Last known copies; the query cache is the truth for server data. Null while nothing is known, never zero. */
  readonly user: UserSetting | null
  readonly money: Balance | null
  /** Unread inbox items, as far as this page knows; 0 while unknown. */
  readonly unread: number
  readonly language: ApiCode
  readonly theme: Theme
}

/** Takes over what another tab wrote: `key` of a storage event, null when everything was cleared. */
export function followStorage(store: StoreApi<SessionState>, storage: SafeStorage, key: string | null): void {
  const state = store.getState()
  const hasChanged = (name: keyof typeof storageKeys) => key === null || key === storageKeys[name]
  if (hasChanged('token')) {
    const person = readPerson(storage)
    if (person?.token !== state.person?.token) {
      const ended = state.person ? (person ? 'replaced' : 'otherTab') : state.ended
      store.setState({
        person,
        sessionEpoch: state.sessionEpoch + 1,
        ended,
        user: person ? readUser(storage, person.token) : null,
        money: person ? readMoney(storage, person.token) : null,
        unread: 0,
      })
      return
    }
  }
  if (!state.person) followSettings()
  else {
    if (hasChanged('user')) store.setState({ user: readUser(storage, state.person.token) ?? state.user })
    if (hasChanged('money'))
      store.setState({ money: pickNewerMoney(state.money, readMoney(storage, state.person.token)) })
    followSettings()
  }

  function followSettings(): void {
    if (hasChanged('language')) store.setState({ language: readLanguage(storage) ?? state.language })
    if (hasChanged('theme')) store.setState({ theme: readTheme(storage) })
  }
}

function createSessionStore(storage: SafeStorage, browserLanguages: readonly string[]): StoreApi<SessionState> {
  const person = readPerson(storage)
  return createStore<SessionState>(() => ({
    person,
    sessionEpoch: 0,
    ended: null,
    lastCountry: '',
    user: person ? readUser(storage, person.token) : null,
    money: person ? readMoney(storage, person.token) : null,
    unread: 0,
    language: readLanguage(storage) ?? detectLanguage(browserLanguages),
    theme: readTheme(storage),
  }))
}

/** An older ledger version never replaces a newer one, nor an equal answer the known one: nothing is drawn again. */
export function pickNewerMoney(known: Balance | null, answer: Balance | null): Balance | null {
  if (!known || !answer) return answer ?? known
  if (answer.version < known.version) return known
  // A balance without price and limits keeps those that are known.
  const newest = answer.config || !known.config ? answer : { ...answer, config: known.config }
  return JSON.stringify(newest) === JSON.stringify(known) ? known : newest
}

/** The one store. Only the writer's file and this one may change it. */
export const store = createSessionStore(localStore, globalThis.navigator?.languages ?? [])

globalThis.window?.addEventListener?.('storage', event => followStorage(store, localStore, event.key))
