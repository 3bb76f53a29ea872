import { releaseKey, type Registry, type RegistryRelease } from '@adcoin/contract'

/**
 * The releases of an app to try, best first: the active one, then the previous good ones. A revoked release is never
 * tried. A quarantined one is left alone, unless nothing else is left: then it is better than no area at all.
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
  const allowed = [entry.active, ...entry.previous].filter(
    release => !registry.revoked.includes(key(release)) && !excluded.has(key(release)),
  )
  const healthy = allowed.filter(release => !isQuarantined(key(release)))
  return [...healthy, ...allowed.filter(release => isQuarantined(key(release)))]
}
