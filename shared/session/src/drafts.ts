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

/** Forgets every draft of this browser (logout). */
export function dropAllDrafts(storage: SafeStorage = localStore): void {
  setAside.clear()
  for (const key of draftKeys(storage)) storage.remove(key)
}

/** Takes the drafts of this browser out of storage, for the same person's next login in this tab. */
export function setDraftsAside(storage: SafeStorage = localStore): void {
  for (const key of draftKeys(storage)) {
    setAside.set(key, storage.get(key) ?? '')
    storage.remove(key)
  }
}

/** Puts the drafts back that were set aside and belong to this person; the others are gone. */
export function restoreDrafts(userId: string, storage: SafeStorage = localStore): void {
  for (const [key, text] of setAside) if (userId !== '' && key.startsWith(`${prefix}${userId}.`)) storage.set(key, text)
  setAside.clear()
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

function draftKeys(storage: SafeStorage): string[] {
  return storage.keys().filter(key => key.startsWith(prefix))
}
