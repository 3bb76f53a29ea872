import { localStore, type SafeStorage } from './storage.ts'
import { store } from './store.ts'

const prefix = 'adcoin.draft.'
/** Characters of one saved draft; a longer one is not saved. */
const longestDraft = 32_768
const longestLifeMs = 14 * 24 * 3600_000

/**
 * Drafts of a session that ended by itself, kept in memory until the same person signs in again. Source: faults.md G05,
 * G17.
 */
const setAside = new Map<string, string>()

/**
 * What was kept for the person who is signed in, or undefined. Of unknown shape: `defineDraft` parses it.
 *
 * @param name  `owner.name@version`
 */
export function readDraft(name: string): unknown {
  const key = keyOf(name)
  const text = localStore.get(key)
  if (text === null) return undefined
  try {
    const draft: unknown = JSON.parse(text)
    if (typeof draft !== 'object' || draft === null || !('at' in draft) || !('value' in draft)) return undefined
    return typeof draft.at === 'number' && Date.now() - draft.at <= longestLifeMs
      ? withoutSecrets(draft.value)
      : undefined
  } catch {
    return undefined
  }
}

/** Saves what a form holds. Fields that are named like a password or a code are left out. */
export function saveDraft(name: string, value: unknown): void {
  const text = JSON.stringify({ at: Date.now(), value: withoutSecrets(value) })
  if (text.length <= longestDraft) localStore.set(keyOf(name), text)
}

export function dropDraft(name: string): void {
  localStore.remove(keyOf(name))
}

/** Forgets the drafts of the person who logs out, and of nobody: those of others wait for them. */
export function dropOwnDrafts(storage: SafeStorage = localStore): void {
  const own = ownPrefixes()
  for (const key of setAside.keys()) if (own.some(begins => key.startsWith(begins))) setAside.delete(key)
  for (const key of ownKeys(storage)) storage.remove(key)
}

/** Takes the person's drafts out of storage, for their next login in this tab. */
export function setDraftsAside(storage: SafeStorage = localStore): void {
  for (const key of ownKeys(storage)) {
    setAside.set(key, storage.get(key) ?? '')
    storage.remove(key)
  }
}

/** Puts the drafts back that were set aside and belong to this person. */
export function restoreDrafts(userId: string, storage: SafeStorage = localStore): void {
  if (userId === '') return
  for (const [key, text] of setAside) {
    if (!key.startsWith(`${prefix}${userId}.`)) continue
    storage.set(key, text)
    setAside.delete(key)
  }
}

/** Whether a field's name says that it holds a secret: it is never saved, logged or sent over the bus. */
export function isSecretField(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '')
  if (/(invite|invitation|country|region|bank|currency)code$/.test(plain)) return false
  return /pass|pwd|code|pin$|otp|cvv|cvc|secret|token|ticket|authori[sz]ed/.test(plain)
}

/** A copy without secret fields, functions and prototypes; deeper than eight levels is cut. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > 8) return undefined
  if (Array.isArray(value)) return value.map(item => withoutSecrets(item, depth + 1))
  const kept = Object.entries(value).filter(([name]) => name !== '__proto__' && !isSecretField(name))
  return Object.fromEntries(kept.map(([name, field]) => [name, withoutSecrets(field, depth + 1)]))
}

function keyOf(name: string): string {
  return `${prefix}${store.getState().person?.userId || 'guest'}.${name}`
}

const ownPrefixes = (): string[] => [keyOf(''), `${prefix}guest.`]
const ownKeys = (storage: SafeStorage): string[] =>
  storage.keys().filter(key => ownPrefixes().some(begins => key.startsWith(begins)))
