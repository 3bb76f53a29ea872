import * as v from 'valibot'
import { AppName, ReleaseId, Version } from '@adcoin/contract'
import { overrideKey } from './override.ts'

/** The replacement of one remote's live release: a published release, or a dev server on this device. */
export type WantedOverride = { readonly app: string; readonly word: string; readonly kind: 'id' | 'version' | 'server' }

/** Longer input is not typed by a person. */
const mostCharacters = 120
/** The names of one's own machine that the page's policy lets scripts come from (`compose/page.ts`). */
const ownMachine: readonly string[] = ['localhost', '127.0.0.1']

/**
 * Reads `remote-wallet@1.2.3`, `remote-wallet@1.2.3-0a1b2c3d4e5f` or `remote-wallet@http://localhost:3003`.
 *
 * @returns undefined for anything else: the shell, another host, another scheme, a path, a name or password, no port
 */
export function readWanted(text: string): WantedOverride | undefined {
  const at = text.indexOf('@')
  const [app, word] = [text.slice(0, at), text.slice(at + 1)]
  if (at < 0 || text.length > mostCharacters || !v.is(AppName, app) || app === 'shell') return undefined
  if (v.is(ReleaseId, word)) return { app, word, kind: 'id' }
  if (v.is(Version, word)) return { app, word, kind: 'version' }
  const server = serverOf(word)
  return server === undefined ? undefined : { app, word: server, kind: 'server' }
}

function serverOf(word: string): string | undefined {
  const address = URL.parse(word)
  if (address?.protocol !== 'http:' || !ownMachine.includes(address.hostname) || address.port === '') return undefined
  // Exactly the origin: the rest of the address would be dropped silently.
  return word.replace(/\/$/, '') === address.origin ? address.origin : undefined
}

/** More remotes than a product has, and less than fills a storage. */
const mostRemotes = 20

/** The part of `localStorage` that is used; it may be absent, blocked, full or tampered with. */
export type OverrideStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The overrides that this browser stored; empty if the storage was tampered with. */
export function readChoice(storage: () => OverrideStorage): readonly WantedOverride[] {
  try {
    const kept: unknown = JSON.parse(storage().getItem(overrideKey) ?? '{}')
    return Object.entries(typeof kept === 'object' && kept !== null ? kept : {})
      .slice(0, mostRemotes)
      .flatMap(([app, word]) => {
        const wanted = typeof word === 'string' ? readWanted(`${app}@${word}`) : undefined
        return wanted && wanted.kind !== 'version' ? [wanted] : []
      })
  } catch {
    return []
  }
}

/** Keeps a choice, one for each remote. @throws where the browser keeps nothing */
export function keepChoice(storage: () => OverrideStorage, { app, word }: Pick<WantedOverride, 'app' | 'word'>): void {
  const others = readChoice(storage).filter(each => each.app !== app)
  write(storage, [...others, { app, word }])
}

/** Takes a choice back. */
export function dropChoice(storage: () => OverrideStorage, app: string): void {
  write(
    storage,
    readChoice(storage).filter(each => each.app !== app),
  )
}

function write(storage: () => OverrideStorage, choices: readonly Pick<WantedOverride, 'app' | 'word'>[]): void {
  if (choices.length === 0) storage().removeItem(overrideKey)
  else storage().setItem(overrideKey, JSON.stringify(Object.fromEntries(choices.map(({ app, word }) => [app, word]))))
}
