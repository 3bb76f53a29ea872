import type { MountedRemote } from '../loading/release.ts'
import type { Outcome, Place } from './outcome.ts'

/** What stands at one path. It is kept while it is on screen, so that a re-render never changes the version. */
export type Slot = {
  place: Place
  outcome: Promise<Outcome>
  /** Releases that failed at this path, by key. */
  excluded: Set<string>
  ending: AbortController
  isPending: boolean
  /** When it was wanted, as `performance.now()`; 0 for the first of the page, which was wanted as the page was. */
  since: number
  isOnScreen: boolean
  /** Runs while the release is ready and nothing of it is on screen. */
  appearing?: ReturnType<typeof setTimeout>
}

export type Slots = {
  at: (place: Pick<Place, 'app' | 'pathname'>) => Slot | undefined
  /** Something is brought to a path; what is on screen there meanwhile counts as on screen. */
  put: (slot: Omit<Slot, 'isOnScreen' | 'since'>) => Slot
  committed: (remote: MountedRemote, pathname: string) => void
  /** The path is no longer on screen. @returns the release of the app that was on screen last */
  remove: (place: Pick<Place, 'app' | 'pathname'>) => string | undefined
  isOnScreen: (remote: MountedRemote) => boolean
  /** Gives up what is still arriving for other paths. */
  keepOnly: (pathname: string) => void
  stop: () => void
}

export function createSlots(): Slots {
  const slots = new Map<string, Slot>()
  /** The release of each app that was on screen last. */
  const shown = new Map<string, string>()
  let isFirst = true
  const keyOf = ({ app, pathname }: Pick<Place, 'app' | 'pathname'>) => `${app} ${pathname}`

  return {
    at: place => slots.get(keyOf(place)),
    put(given) {
      const key = keyOf(given.place)
      const before = slots.get(key)
      const since = before?.isPending ? before.since : isFirst ? 0 : performance.now()
      isFirst = false
      const slot = { ...given, since, isOnScreen: before?.isOnScreen ?? false }
      slots.set(key, slot)
      return slot
    },
    committed({ app, release }, pathname) {
      const slot = slots.get(keyOf({ app, pathname }))
      if (slot) slot.isOnScreen = true
      clearTimeout(slot?.appearing)
      shown.set(app, release)
    },
    remove(place) {
      slots.delete(keyOf(place))
      return shown.get(place.app)
    },
    isOnScreen: ({ app, release }) =>
      shown.get(app) === release && [...slots.values()].some(slot => slot.isOnScreen && slot.place.app === app),
    keepOnly(pathname) {
      for (const [key, slot] of slots) {
        if (slot.place.pathname === pathname || (slot.isOnScreen && !slot.isPending)) continue
        slot.ending.abort()
        slots.delete(key)
      }
    },
    stop() {
      for (const slot of slots.values()) slot.ending.abort()
    },
  }
}
