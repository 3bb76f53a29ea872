import type { LiveApp, LiveVersion, PublishedList, Release } from '@adcoin/contract'
import { buildLiveVersion } from '../compose/live.ts'
import type { Store } from '../store/store.ts'
import type { FileCache } from './file-cache.ts'

type IsGone = (app: string, id: string) => boolean
/** `/published/<app>/<id>.json`: a release that need not be live, for a browser that tries it. */
type PublishedVersion = { readonly version: LiveVersion } & Pick<LiveApp, 'routes' | 'tabs'>
type PublishedPath = { readonly app?: string; readonly id?: string }

/** Releases of one app in the list. */
const mostOfAnApp = 30

/**
 * Releases of the store that are not live, for a browser that may use one: the list, or one release as a browser loads
 * it. Contains a release only if its team signed it and it is not revoked.
 */
export function createPublishedLookup(
  store: Store,
  cache: FileCache,
): (isGone: IsGone, request: PublishedPath) => Promise<PublishedList | PublishedVersion | undefined> {
  async function listReleasesOfApp(app: string, isGone: IsGone): Promise<PublishedList[string]> {
    const ids = (await store.list(`releases/${app}`)).filter(id => !isGone(app, id))
    const releases = await Promise.all(ids.map(id => cache.getRelease(app, id).catch(() => undefined)))
    return releases
      .filter(release => release !== undefined)
      .map(({ id, created }) => ({ id, created }))
      .sort((a, b) => (a.created < b.created ? 1 : -1))
      .slice(0, mostOfAnApp)
  }

  return async (isGone, { app, id }) => {
    if (app !== undefined && id !== undefined) {
      const release = isGone(app, id) ? undefined : await cache.getRelease(app, id)
      return release && toPublishedVersion(release)
    }
    const apps = (await store.list('releases')).filter(name => name.startsWith('remote-'))
    return Object.fromEntries(
      await Promise.all(apps.map(async name => [name, await listReleasesOfApp(name, isGone)] as const)),
    )
  }
}

/** One release as a browser that tries it loads it. */
function toPublishedVersion(release: Release): PublishedVersion {
  return { version: buildLiveVersion(release), routes: release.manifest?.routes ?? [], tabs: release.tabs }
}
