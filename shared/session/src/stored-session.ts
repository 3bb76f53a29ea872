import { Balance, InviteCode, UserSetting, isApiCode, type ApiCode, tokenPattern } from '@adcoin/contract'
import * as v from 'valibot'
import type { SafeStorage } from './storage.ts'

/** The keys of local storage; other tabs follow them. */
export const storageKeys = {
  token: 'adcoin.token',
  person: 'adcoin.person',
  user: 'adcoin.user',
  money: 'adcoin.money',
  language: 'adcoin.language',
  theme: 'adcoin.theme',
  inviter: 'adcoin.inviter',
} as const

/** The signed-in person. `userId` is empty until the service has sent it (native hand-over). */
export type Person = {
  readonly token: string
  readonly loginType: 'mobile' | 'email'
  readonly countryCode: string
  readonly userId: string
}
export type Theme = 'system' | 'light' | 'dark'

/** Whether a header can contain it; the page's boot script checks the same. */
export function isSaneToken(value: unknown): value is string {
  return typeof value === 'string' && tokenPattern.test(value)
}

const StoredPerson = v.object({
  loginType: v.picklist(['mobile', 'email']),
  countryCode: v.pipe(v.string(), v.maxLength(8)),
  userId: v.pipe(v.string(), v.maxLength(64)),
})

/** The stored person, or null without a valid token. Other fields that are damaged get defaults. */
export function readPerson(storage: SafeStorage): Person | null {
  const token = storage.get(storageKeys.token)
  if (!isSaneToken(token)) return null
  return {
    token,
    ...(readJson(storage, storageKeys.person, StoredPerson) ?? { loginType: 'mobile', countryCode: '', userId: '' }),
  }
}

/** The token goes last: another tab reacts to it and must find the rest. */
export function writePerson(storage: SafeStorage, person: Person): void {
  writeParticulars(storage, person)
  storage.set(storageKeys.token, person.token)
}

/**
 * Stores the service's data about the person of a running session. Without the token: another tab may have stored the
 * next person's by now.
 */
export function writeParticulars(storage: SafeStorage, { token: _, ...particulars }: Person): void {
  storage.set(storageKeys.person, JSON.stringify(particulars))
}

/**
 * Stores a last known copy with its session: an answer that another tab stores at the moment of a new sign-in must not
 * become the next person's. A copy of another session, or of none, is unknown.
 */
export function writeCopy(
  storage: SafeStorage,
  name: 'user' | 'money',
  copy: UserSetting | Balance,
  token: string,
): void {
  storage.set(storageKeys[name], JSON.stringify({ ...copy, of: ownerOf(token) }))
}

/** The person's last known settings; null if unknown or of another session. */
export const readUser = (storage: SafeStorage, token: string): UserSetting | null =>
  readCopy(storage, 'user', UserSetting, token)

/** The last known balance; null if unknown or of another session. */
export const readMoney = (storage: SafeStorage, token: string): Balance | null =>
  readCopy(storage, 'money', Balance, token)

/** Identifies a session in stored data; too little of a token to be useful to an attacker. */
export const ownerOf = (token: string): string => token.slice(-8)

function readCopy<Schema extends v.GenericSchema>(
  storage: SafeStorage,
  name: 'user' | 'money',
  schema: Schema,
  token: string,
): v.InferOutput<Schema> | null {
  const isOwners = readJson(storage, storageKeys[name], v.object({ of: v.literal(ownerOf(token)) })) !== null
  return isOwners ? readJson(storage, storageKeys[name], schema) : null
}

export function readLanguage(storage: SafeStorage): ApiCode | undefined {
  const code = storage.get(storageKeys.language)
  return isApiCode(code) ? code : undefined
}

export function readTheme(storage: SafeStorage): Theme {
  const theme = storage.get(storageKeys.theme)
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** An inviter's code as the service knows it, or null for anything that cannot be one. */
export function inviterOf(text: unknown): string | null {
  const parsed = v.safeParse(InviteCode, text)
  return parsed.success ? parsed.output : null
}

function readJson<Schema extends v.GenericSchema>(
  storage: SafeStorage,
  key: string,
  schema: Schema,
): v.InferOutput<Schema> | null {
  const text = storage.get(key)
  if (text === null) return null
  try {
    const parsed = v.safeParse(schema, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}
