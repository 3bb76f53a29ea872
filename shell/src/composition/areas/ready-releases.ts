import { releaseKey, type ApiCode } from '@adcoin/contract'
import type { MountedRemote } from '../loading/release.ts'
import { removeStyles } from '../loading/styles.ts'
import type { LiveRegistry } from '../releases/live-registry.ts'

/** A path of an area in a language. */
export type AreaPage = { app: string; pathname: string; language: ApiCode }

/** The releases that are in this page, and for which pages and languages each is ready to be drawn. */
export type ReadyReleases = {
  add: (place: AreaPage, remote: MountedRemote) => void
  /** The release, where nothing more must be brought for this place. */
  at: (place: AreaPage, release: string) => MountedRemote | undefined
  /** The release, ready or not. */
  get: (app: string, release: string | undefined) => MountedRemote | undefined
  /** Every release of an app, in the order in which they came. */
  of: (app: string) => readonly MountedRemote[]
  /** Another release took over. Should this one come back, it is made ready anew, with its styles. */
  retire: (remote: MountedRemote) => void
}

export function createReadyReleases({ routeAt }: Pick<LiveRegistry, 'routeAt'>): ReadyReleases {
  const mounted = new Map<string, MountedRemote>()
  const ready = new Set<string>()
  const keyOf = ({ app, pathname, language }: AreaPage, release: string) =>
    `${releaseKey(app, release)} ${routeAt(pathname)?.path ?? pathname} ${language}`
  const get = (app: string, release = '') => mounted.get(releaseKey(app, release))

  return {
    add(place, remote) {
      mounted.set(releaseKey(remote.app, remote.release), remote)
      ready.add(keyOf(place, remote.release))
    },
    at: (place, release) => (ready.has(keyOf(place, release)) ? get(place.app, release) : undefined),
    get,
    of: app => [...mounted.values()].filter(remote => remote.app === app),
    retire({ app, release }) {
      const key = releaseKey(app, release)
      removeStyles(key)
      for (const each of ready) if (each.startsWith(`${key} `)) ready.delete(each)
    },
  }
}
