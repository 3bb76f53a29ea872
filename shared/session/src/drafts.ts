import { localStore, openStorage, type SafeStorage } from './storage.ts'
import { store } from './store.ts'
import { ownerOf } from './stored.ts'

const prefix = 'adcoin.draft.'
/** `tab`: gone with the tab, and secrets such as a ticket may be part of it. */
const tabPrefix = 'adcoin.tab.'
const tabStore = openStorage(() => globalThis.window?.sessionStorage)
/** Characters of one saved draft; a longer one is not saved. */
const longestDraft = 32_768
const longestLifeMs = 14 * 24 * 3600_000

/**
 * Drafts of a session that ended by itself, kept in memory until the same person signs in again. Source: faults.md G05,
 * G17.
 */
const setAside = new Map<string, string>()

/**
 * The draft of the person who is signed in, or undefined. Of unknown shape: `defineDraft` parses it.
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

/** Drafts that end with the tab. They too belong to the person who was signed in, or to the visitor. */
export const tabDrafts = {
  read(name: string): unknown {
    try {
      return JSON.parse(tabStore.get(keyOf(name, tabPrefix)) ?? 'null')
    } catch {
      return undefined // damaged
    }
  },
  save: (name: string, value: unknown) => tabStore.set(keyOf(name, tabPrefix), JSON.stringify(value)),
  drop: (name: string) => tabStore.remove(keyOf(name, tabPrefix)),
}

/** Forgets the drafts of the person who logs out and of visitors: those of others wait for them. */
export function dropOwnDrafts(): void {
  const own = ownPrefixes(prefix)
  for (const key of setAside.keys()) if (own.some(begins => key.startsWith(begins))) setAside.delete(key)
  for (const key of ownKeys(localStore, prefix)) localStore.remove(key)
  for (const key of ownKeys(tabStore, tabPrefix)) tabStore.remove(key)
}

/** Takes the person's drafts out of storage, for their next login in this tab. */
export function setDraftsAside(): void {
  for (const key of ownKeys(localStore, prefix)) {
    setAside.set(key, localStore.get(key) ?? '')
    localStore.remove(key)
  }
}

/** Puts the drafts back that were set aside and belong to this person. */
export function restoreDrafts(userId: string): void {
  if (userId === '') return
  for (const [key, text] of setAside) {
    if (!key.startsWith(`${prefix}${userId}.`)) continue
    localStore.set(key, text)
    setAside.delete(key)
  }
}

/** Whether a field's name marks a secret: it is never saved, logged or sent over the bus. */
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

/** A person whose id is still unknown (native hand-over) is named by the session. */
function keyOf(name: string, begin = prefix): string {
  const { person } = store.getState()
  return `${begin}${person ? person.userId || ownerOf(person.token) : 'guest'}.${name}`
}

const ownPrefixes = (begin: string): string[] => [keyOf('', begin), `${begin}guest.`]
const ownKeys = (storage: SafeStorage, begin: string): string[] =>
  storage.keys().filter(key => ownPrefixes(begin).some(own => key.startsWith(own)))
