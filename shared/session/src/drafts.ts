import { localStore, openStorage } from './storage.ts'
import { store } from './store.ts'
import { ownerOf } from './stored-session.ts'

const prefix = 'adcoin.draft.'
/** `tab`: gone with the tab, and secrets such as a ticket may be part of it. */
const tabPrefix = 'adcoin.tab.'
const tabStore = openStorage(() => globalThis.window?.sessionStorage)
/** Characters of one saved draft; a longer one is not saved. */
const longestDraft = 32_768
const longestLifeMs = 14 * 24 * 3600_000

/** The storages of drafts, each with the beginning of its keys. */
const storages = [
  [localStore, prefix],
  [tabStore, tabPrefix],
] as const

/**
 * The draft of the person who is signed in, or undefined. Of unknown shape: `defineDraft` parses it.
 *
 * @param name  `owner.name@version`
 */
export function readDraft(name: string): unknown {
  return parseDraft(localStore.get(buildKey(name)))
}

/** Saves what a form holds. Fields that are named like a password or a code are left out. */
export function saveDraft(name: string, value: unknown): void {
  const text = JSON.stringify({ at: Date.now(), value: withoutSecrets(value) })
  if (text.length <= longestDraft) localStore.set(buildKey(name), text)
  else dropDraft(name) // the stored text is older than that on the screen
}

export function dropDraft(name: string): void {
  localStore.remove(buildKey(name))
}

/** Drafts that end with the tab. They too belong to the person who was signed in, or to the visitor. */
export const tabDrafts = {
  read(name: string): unknown {
    try {
      return JSON.parse(tabStore.get(buildKey(name, tabPrefix)) ?? 'null')
    } catch {
      return undefined // damaged
    }
  },
  save: (name: string, value: unknown) => tabStore.set(buildKey(name, tabPrefix), JSON.stringify(value)),
  drop: (name: string) => tabStore.remove(buildKey(name, tabPrefix)),
}

/** Removes the drafts of the signed-in person and of visitors; those of other persons wait for them. */
export function dropOwnDrafts(): void {
  for (const [storage, begin] of storages)
    for (const key of storage.keys())
      if (key.startsWith(buildKey('', begin)) || key.startsWith(`${begin}guest.`)) storage.remove(key)
}

/** Removes the drafts of all persons that are too old or damaged. */
export function dropOldDrafts(): void {
  for (const key of localStore.keys())
    if (key.startsWith(prefix) && parseDraft(localStore.get(key)) === undefined) localStore.remove(key)
}

/** Stores the drafts of a session that began without the person's id under that id, for a later login. */
export function moveDrafts(token: string, userId: string): void {
  for (const [storage, begin] of storages) {
    const unnamed = `${begin}${ownerOf(token)}.`
    for (const key of storage.keys()) {
      if (!key.startsWith(unnamed)) continue
      storage.set(`${begin}${userId}.${key.slice(unnamed.length)}`, storage.get(key) ?? '')
      storage.remove(key)
    }
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
  const publicFields = Object.entries(value).filter(([name]) => name !== '__proto__' && !isSecretField(name))
  return Object.fromEntries(publicFields.map(([name, field]) => [name, withoutSecrets(field, depth + 1)]))
}

/** The value of a stored draft, or undefined: none, damaged or too old. */
function parseDraft(text: string | null): unknown {
  try {
    const draft: unknown = JSON.parse(text ?? 'null')
    if (typeof draft !== 'object' || draft === null || !('at' in draft) || !('value' in draft)) return undefined
    const isFresh = typeof draft.at === 'number' && Date.now() - draft.at <= longestLifeMs
    return isFresh ? withoutSecrets(draft.value) : undefined
  } catch {
    return undefined
  }
}

/** A person whose id is still unknown (native hand-over) is named by the session. */
function buildKey(name: string, begin: string = prefix): string {
  const { person } = store.getState()
  return `${begin}${person ? person.userId || ownerOf(person.token) : 'guest'}.${name}`
}
