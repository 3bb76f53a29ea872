import { canaryGroupOf, isLoadable, releaseKey, type Registry, type RegistryRelease } from '@adcoin/contract'
import { browserNumber } from '../browser.ts'

type Entry = Registry['apps'][string] | undefined

/** A person who has waited for this many previous releases in vain would wait in vain for the others too. */
const previousTried = 3

/** The side of an app's canary that this browser is on; nothing if no canary runs. */
export function sideOf(app: string, entry: Entry): { group?: ReturnType<typeof canaryGroupOf>; trial?: string } {
  const canary = entry?.canary
  return canary ? { group: canaryGroupOf(browserNumber() ?? '', app, canary), trial: canary.salt } : {}
}

/** The release of an app that this browser is to use: the candidate if it is in the canary, else the live one. */
export function wantedOf(app: string, entry: NonNullable<Entry>): RegistryRelease
export function wantedOf(app: string, entry: Entry): RegistryRelease | undefined
export function wantedOf(app: string, entry: Entry): RegistryRelease | undefined {
  return entry?.canary && sideOf(app, entry).group === 'canary' ? entry.canary.release : entry?.active
}

/**
 * The releases of an app to try, best first: the candidate of a canary that this browser is in, the active one, then at
 * most three previous good ones. A revoked release is never tried, nor one of which the page only knows the name. An
 * avoided one goes last: it is better than no area at all.
 */
export function fallbackOrder(
  registry: Registry | undefined,
  app: string,
  isAvoided: (key: string) => boolean,
): readonly RegistryRelease[] {
  const entry = registry?.apps[app]
  if (!registry || !entry) return []
  const key = (release: RegistryRelease) => releaseKey(app, release.id)
  const isAllowed = (release: RegistryRelease) => !registry.revoked.includes(key(release))
  const first = [...new Set([wantedOf(app, entry), entry.active])].filter(each => isLoadable(each) && isAllowed(each))
  const all = [...first, ...entry.previous.filter(isAllowed).slice(0, previousTried)]
  return [...all.filter(each => !isAvoided(key(each))), ...all.filter(each => isAvoided(key(each)))]
}
