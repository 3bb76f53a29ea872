import type { Release } from '@adcoin/contract'
import { refuse, type ReleaseRefusal } from '../../refusal.ts'

/**
 * A newer release keeps every address of the one that it replaces: other areas, saved links and open pages point at
 * them.
 */
export function routesKept(newer: Release, live: Release | undefined): readonly ReleaseRefusal[] {
  const kept = new Set(newer.manifest?.routes.map(route => route.path))
  return (live?.manifest?.routes ?? [])
    .filter(({ path }) => !kept.has(path))
    .map(({ path }) =>
      refuse(
        'routes-kept',
        `${newer.app}/${newer.id}: ${path}`,
        `the live release ${live?.id} has this address, the new one has not`,
        'Keep the path (its page may lead elsewhere), or publish with --even-if-unsafe when nobody links to it any more.',
      ),
    )
}
