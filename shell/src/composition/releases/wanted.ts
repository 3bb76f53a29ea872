import * as v from 'valibot'
import { AppName, ReleaseId, Version } from '@adcoin/contract'

/** What shall stand in for the live release of one remote: a published one, or a server on this very device. */
export type Wanted = { readonly app: string; readonly word: string; readonly kind: 'id' | 'version' | 'server' }

/** Longer is no wish that anybody types. */
const mostCharacters = 120
/** The names of one's own machine that the page's policy lets scripts come from (`compose/page.ts`). */
const ownMachine: readonly string[] = ['localhost', '127.0.0.1']

/**
 * Reads `remote-wallet@1.2.3`, `remote-wallet@1.2.3-0a1b2c3d4e5f` or `remote-wallet@http://localhost:3003`.
 *
 * @returns undefined for anything else: the shell, another host, another scheme, a path, a name or password, no port
 */
export function readWanted(text: string): Wanted | undefined {
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
  // Exactly the origin: whatever else the address says would be left out without a word.
  return word.replace(/\/$/, '') === address.origin ? address.origin : undefined
}
