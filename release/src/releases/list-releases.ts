import type { Release } from '@adcoin/contract'
import { suggestWord, createRefused } from '../refusal.ts'
import { readRelease } from './read-release.ts'
import type { SignedStore } from './releases.ts'

/** The trusted releases of an app in the store, newest first. Live or not. */
export async function listReleases(context: SignedStore, app: string): Promise<readonly Release[]> {
  const found = await Promise.all(
    (await context.store.list(`releases/${app}`)).map(id => readRelease(context, app, id).catch(() => undefined)),
  )
  return found.filter(release => release !== undefined).sort((a, b) => (a.created < b.created ? 1 : -1))
}

/**
 * The release that an operator names by its id, the beginning of it, or a version.
 *
 * @throws Refused if none or more than one matches
 */
export async function findRelease(context: SignedStore, app: string, word: string): Promise<Release> {
  const ids = await context.store.list(`releases/${app}`)
  return readRelease(context, app, findReleaseId(app, ids, word))
}

/** The one id among these that a word names. @throws Refused if none or more than one matches */
export function findReleaseId(app: string, ids: readonly string[], word: string): string {
  if (ids.includes(word)) return word
  const matching = ids.filter(id => id.startsWith(word))
  const exact = matching.filter(id => id.startsWith(`${word}-`))
  const [id, ...others] = exact.length > 0 ? exact : matching
  if (id !== undefined && others.length === 0) return id
  if (id !== undefined)
    throw createRefused(
      'ambiguous',
      app,
      `"${word}" matches more than one release`,
      `Choose one: ${[id, ...others].join(', ')}.`,
    )
  throw createRefused(
    'release-there',
    app,
    `this store has no release "${word}"`,
    ids.length > 0 ? `${suggestWord(word, ids)}The releases are: ${ids.join(', ')}.` : 'Publish one first.',
  )
}

/** @throws Refused for an app that is neither live nor in the store */
export async function refuseUnknownApp({ store }: SignedStore, app: string, live: readonly string[]): Promise<void> {
  const known = [...new Set([...live, ...(await store.list('releases'))])].sort()
  if (known.includes(app)) return
  throw createRefused(
    'unknown-app',
    app,
    'this store has no app with this name',
    `${suggestWord(app, known)}The apps are: ${known.join(', ') || 'none yet'}.`,
  )
}
