import type { ApiCode, Balance, LoginResult, UserSetting } from '@adcoin/contract'
import { dropOldDrafts, dropOwnDrafts, moveDrafts } from './drafts.ts'
import { currentToken } from './session.ts'
import { localStore } from './storage.ts'
import { pickNewerMoney, store, type EndReason } from './store.ts'
import {
  inviterOf,
  isSaneToken,
  storageKeys,
  writeCopy,
  writeParticulars,
  writePerson,
  type Person,
  type Theme,
} from './stored-session.ts'

/** The result of a login; a native hand-over has the token alone. */
export type SignIn = Pick<LoginResult, 'authorized_key'> &
  Partial<Pick<LoginResult, 'login_type' | 'country_code' | 'user_id'>>

export type SessionWriter = {
  /**
   * Starts a session: token and person stored, copies of a former person and the saved inviter dropped, sessionEpoch +
   * 1. Unfinished work of a former person stays theirs: it is stored under their name, and shown to no other person.
   *
   * @throws TypeError for a token that no header can contain; nothing is stored
   */
  signIn(result: SignIn): void
  /**
   * Ends the session, once: a second call does nothing. `unauthorised` leaves the person's drafts stored under their id
   * for their next login; every other reason removes them.
   */
  signOut(reason: EndReason): void
  setUser(user: UserSetting): void
  /** An older ledger version never replaces a newer one. */
  setMoney(money: Balance): void
  setUnread(unread: number): void
  setLanguage(code: ApiCode): void
  setTheme(theme: Theme): void
  /**
   * Keeps an inviter's code until a login.
   *
   * @returns the code as the service knows it, or null when the text cannot be one (nothing is stored)
   */
  saveInviter(text: unknown): string | null
  clearInviter(): void
}

/** The only way to change the session. For the shell and the development host page; lint forbids it to remotes. */
export function createSessionWriter(): SessionWriter {
  return {
    signIn,
    signOut,
    setUser,
    setMoney,
    setUnread: unread => store.setState({ unread }),
    setLanguage(language) {
      localStore.set(storageKeys.language, language)
      store.setState({ language })
    },
    setTheme(theme) {
      localStore.set(storageKeys.theme, theme)
      store.setState({ theme })
    },
    saveInviter(text) {
      const code = inviterOf(text)
      if (code) localStore.set(storageKeys.inviter, code)
      return code
    },
    clearInviter: () => localStore.remove(storageKeys.inviter),
  }
}

function signIn(result: SignIn): void {
  if (!isSaneToken(result.authorized_key))
    throw new TypeError('The session token is not printable ASCII of at most 512 characters')
  const before = store.getState()
  const person: Person = {
    token: result.authorized_key,
    loginType: result.login_type ?? 'mobile',
    countryCode: result.country_code ?? '',
    userId: result.user_id ?? '',
  }
  dropCopies()
  localStore.remove(storageKeys.inviter)
  writePerson(localStore, person)
  startEpoch(person, before.person ? 'replaced' : before.ended)
  dropOldDrafts()
}

function signOut(reason: EndReason): void {
  const { person } = store.getState()
  if (!person) return
  // Without an id, no later login finds the drafts of this session.
  if (reason !== 'unauthorised' || person.userId === '') dropOwnDrafts()
  localStore.remove(storageKeys.token)
  localStore.remove(storageKeys.person)
  dropCopies()
  startEpoch(null, reason)
}

function startEpoch(person: Person | null, ended: EndReason | null): void {
  const { sessionEpoch, person: before } = store.getState()
  const lastCountry = person || ended !== 'unauthorised' ? '' : (before?.countryCode ?? '')
  store.setState({ person, sessionEpoch: sessionEpoch + 1, ended, lastCountry, user: null, money: null, unread: 0 })
}

function setUser(user: UserSetting): void {
  const { person, user: known } = store.getState()
  if (!person || currentToken() !== person.token) return
  writeCopy(localStore, 'user', user, person.token)
  // An equal answer is drawn already.
  if (JSON.stringify(user) !== JSON.stringify(known)) store.setState({ user })
  if (person.userId === user.user_id) return
  // The person was unknown (native hand-over) or the stored copy damaged: the service has named them now.
  const named: Person = {
    ...person,
    userId: user.user_id,
    loginType: user.login_type,
    countryCode: user.country_code,
  }
  writeParticulars(localStore, named)
  if (person.userId === '') moveDrafts(person.token, named.userId)
  store.setState({ person: named })
}

function setMoney(balance: Balance): void {
  const { person, money } = store.getState()
  const newest = pickNewerMoney(money, balance)
  if (!person || !newest || newest === money || currentToken() !== person.token) return
  writeCopy(localStore, 'money', newest, person.token)
  store.setState({ money: newest })
}

function dropCopies(): void {
  localStore.remove(storageKeys.user)
  localStore.remove(storageKeys.money)
}
