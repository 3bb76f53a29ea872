import { releaseKey, type ApiCode } from '@adcoin/contract'
import { LoadFailure } from '../loading/load-failure.ts'
import type { MountedRemote } from '../loading/release.ts'
import { reasonOf, type FailurePhase } from '../reports.ts'
import { createArrivals, type ScreenParts } from './arrivals.ts'
import type { Outcome, Place } from './outcome.ts'
import { createReadyReleases } from './ready-releases.ts'
import { createSlots } from './slots.ts'
import { createStanding, keyOf } from './standing.ts'

/** What stands at which path. */
export type Screens = OutletPort & {
  /** The remote at this path, ready to be drawn without suspending. @throws where no release of the app works */
  open: (place: Place) => Promise<MountedRemote>
  /** Starts loading in the background. Never throws, never reports. */
  prefetch: (place: Place) => void
  /** Gives up what still arrives for paths that were left. */
  navigated: (pathname: string) => void
  /** The release of an app that came last into this page. */
  mounted: (app: string) => string | undefined
  /** The title of a path in the remote's own texts, where that remote is in the page. */
  titleOf: (pathname: string) => string | undefined
  stop: () => void
}

/** For `<RemoteOutlet>` only. */
export type OutletPort = {
  /** What stands at this path; a settled promise where nothing must be fetched. The same one until the path is left. */
  outcome: (app: string, pathname: string, language: ApiCode) => Promise<Outcome>
  /** The mounted release failed: reported, struck, and the next candidate is brought. */
  replace: (
    remote: MountedRemote,
    pathname: string,
    language: ApiCode,
    phase: FailurePhase,
    thrown: unknown,
  ) => Promise<Outcome>
  /**
   * The area's card is on screen, in place of a release that broke after it had stood for a while, or of all of them.
   * Told once for each time; nothing is struck, because the next one to be tried is the same.
   */
  card: (app: string, pathname: string, broken?: { remote: MountedRemote; thrown: unknown }) => void
  /** Somebody pressed Retry: reads the registry again and tries every release anew. */
  retry: (app: string, pathname: string, language: ApiCode) => Promise<Outcome>
  /** A screen of this release begins to be drawn; call what it gives when it is on screen. */
  drawing: (remote: MountedRemote) => () => void
  /** This release is on screen now: older ones lose their styles. */
  committed: (remote: MountedRemote, pathname: string) => void
  /** The path is no longer on screen; the next visit may bring a newer release. */
  left: (app: string, pathname: string) => void
  isRevoked: (remote: MountedRemote) => boolean
}

/** Long because it is a list of short answers that share what stands where. */
export function createScreens(parts: ScreenParts): Screens {
  const { registry, quarantine, suspects, reports } = parts
  const slots = createSlots()
  const ready = createReadyReleases(registry)
  const arrivals = createArrivals({ ...parts, ready })
  const standing = createStanding({ ...parts, arrivals, ready, slots })
  const leave = (remote: MountedRemote) => suspects.left(keyOf(remote), () => slots.isOnScreen(remote))

  return {
    outcome(app, pathname, language) {
      const place = { app, pathname, language }
      const outcome = standing.at(place)
      standing.expect(place)
      return outcome
    },
    replace(remote, pathname, language, phase, thrown) {
      suspects.repair(keyOf(remote))
      const place = { app: remote.app, pathname, language }
      arrivals.blame(place, remote.release, new LoadFailure(phase, reasonOf(thrown)))
      const excluded = slots.at(place)?.excluded ?? new Set<string>()
      return standing.bring(place, excluded.add(keyOf(remote)))
    },
    card(app, pathname, broken) {
      // Nothing of it was tried.
      if (!broken && registry.isOnlyNamed(app)) return
      const place = { app, pathname, release: broken?.remote.release }
      if (broken) reports.failure(place, 'render', broken.thrown)
      reports.card(place, broken?.thrown ?? 'no release of it works')
    },
    async retry(app, pathname, language) {
      const found = await slots.at({ app, pathname })?.outcome
      if (found?.state === 'unavailable' && found.needsReload) location.reload()
      quarantine.forgive(app)
      await registry.refresh()
      const next = releaseKey(app, arrivals.best(app)?.id ?? '')
      if (found?.state === 'unavailable' && found.notImported?.has(next)) location.reload()
      return standing.bring({ app, pathname, language })
    },
    drawing: remote => suspects.drawing(keyOf(remote)),
    committed(remote, pathname) {
      const { app, release } = remote
      reports.mounted({ app, release, pathname }, performance.now() - (slots.at({ app, pathname })?.since ?? 0))
      slots.committed(remote, pathname)
      suspects.committed(keyOf(remote))
      for (const other of ready.of(remote.app)) {
        if (other.release === remote.release) continue
        ready.retire(other)
        leave(other)
      }
    },
    left(app, pathname) {
      const remote = ready.get(app, slots.remove({ app, pathname }))
      if (remote) leave(remote)
    },
    isRevoked: remote => registry.isRevoked(keyOf(remote)),
    async open(place) {
      const outcome = await standing.at(place)
      if (outcome.state === 'unavailable') throw new Error(`no release of ${place.app} works`)
      return outcome.remote
    },
    prefetch: arrivals.ahead,
    navigated: slots.keepOnly,
    titleOf(pathname) {
      const app = registry.routeAt(pathname)?.app
      return app === undefined ? undefined : ready.of(app).at(-1)?.door.title(pathname)
    },
    mounted: app => ready.of(app).at(-1)?.release,
    stop: slots.stop,
  }
}
