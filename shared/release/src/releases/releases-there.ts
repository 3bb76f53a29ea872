import type { Release } from '@adcoin/contract'
import { Refused, refuse } from '../refusal.ts'
import { readRelease } from './read-release.ts'
import type { SignedStore } from './releases.ts'

/** The releases of an app that stand in the store and are believed, newest first. Live or not. */
export async function releasesThere(site: SignedStore, app: string): Promise<readonly Release[]> {
  const found = await Promise.all(
    (await site.store.list(`releases/${app}`)).map(id => readRelease(site, app, id).catch(() => undefined)),
  )
  return found.filter(release => release !== undefined).sort((a, b) => (a.created < b.created ? 1 : -1))
}

/**
 * The release that an operator means by an id, the beginning of one, or a version (the newest of that version).
 *
 * @throws Refused where there is none
 */
export async function findRelease(site: SignedStore, app: string, word: string): Promise<Release> {
  const ids = await site.store.list(`releases/${app}`)
  if (ids.includes(word)) return readRelease(site, app, word)
  const matching = (await releasesThere(site, app)).filter(
    release => release.version === word || release.id.startsWith(word),
  )
  if (matching[0]) return matching[0]
  throw new Refused(
    refuse(
      'release-there',
      app,
      `no release "${word}" is in this store`,
      ids.length > 0 ? `There are: ${ids.join(', ')}.` : 'Publish one first.',
    ),
  )
}
