import { isLoadable, releaseKey, type Registry, type RegistryRelease } from '@adcoin/contract'
import { wantedOf } from './canary.ts'

/** A person who has waited for this many releases in vain would wait in vain for the others too. */
const previousTried = 3

/**
 * The releases of an app to try, best first: the candidate of a canary where this browser tries it, the active one,
 * then at most three previous good ones. A revoked release is never
 * tried, nor one of which the page only knows the name. A quarantined one is left alone, unless nothing else is left:
 * then it is better than no area at all.
 */
export function candidates(
  registry: Registry,
  app: string,
  isQuarantined: (key: string) => boolean,
  excluded: ReadonlySet<string>,
): readonly RegistryRelease[] {
  const entry = registry.apps[app]
  if (!entry) return []
  const key = (release: RegistryRelease) => releaseKey(app, release.id)
  const isRevoked = (release: RegistryRelease) => registry.revoked.includes(key(release))
  const previous = entry.previous.filter(release => !isRevoked(release)).slice(0, previousTried)
  const first = [...new Set([wantedOf(app, entry), entry.active])].filter(each => isLoadable(each) && !isRevoked(each))
  const allowed = [...first, ...previous].filter(release => !excluded.has(key(release)))
  const healthy = allowed.filter(release => !isQuarantined(key(release)))
  return [...healthy, ...allowed.filter(release => isQuarantined(key(release)))]
}
