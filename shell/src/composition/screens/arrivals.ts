import { releaseKey, type RegistryRelease } from '@adcoin/contract'
import { LoadFailure } from '../loading/load-failure.ts'
import type { LoadRelease } from '../loading/load-release.ts'
import type { LoadRequest, MountedRemote } from '../loading/release.ts'
import { stallMs } from '../loading/stall-watch.ts'
import { SharedFailure } from '../loading/shared-groups.ts'
import { candidates } from '../releases/candidates.ts'
import type { LiveRegistry } from '../releases/live-registry.ts'
import type { Quarantine } from '../releases/quarantine.ts'
import { reasonOf, type Reports } from '../reports.ts'
import type { Suspects } from '../watching/suspects.ts'
import type { Outcome, Place } from './outcome.ts'
import type { ReadyReleases } from './ready-releases.ts'

export type ScreenParts = {
  registry: LiveRegistry
  quarantine: Quarantine
  load: LoadRelease
  reports: Reports
  suspects: Suspects
}

/** `isAhead`: it is loaded ahead of any visit, so its lesser faults are not reported; the rest as in `LoadRequest`. */
type How = { isAhead?: boolean } & Pick<LoadRequest, 'onQuiet' | 'withinMs'>

/** Releases that hang one beside the other are given up within this time together, not one after the other. */
const togetherMs = stallMs + 600
/** A release that begins late still gets as long as an answer takes in a slow network. */
const leastMs = 2_000
const leftUntil = (moment: number) => Math.max(leastMs, moment - performance.now())

/** Which release of an area comes, and what comes instead of one that fails. */
export type Arrivals = {
  /** The release to try first. */
  best: (app: string, excluded?: ReadonlySet<string>) => RegistryRelease | undefined
  /** The active release is not the one to take, or only named by the page: then the whole registry must be known. */
  isSuspect: (app: string) => boolean
  /** One release, ready for the place. @throws LoadFailure, SharedFailure */
  bring: (place: Place, release: RegistryRelease, signal: AbortSignal, how?: How) => Promise<MountedRemote>
  /** Starts loading in the background. Never throws, never reports. */
  ahead: (place: Place) => void
  /** Candidate after candidate until one works; adds to `excluded` those that did not. */
  arrive: (place: Place, excluded: Set<string>, signal: AbortSignal) => Promise<Outcome>
  /** Counts a failure against a release, and reports it. */
  blame: (place: Omit<Place, 'language'>, release: string, failure: LoadFailure) => void
}

export function createArrivals(parts: ScreenParts & { ready: ReadyReleases }): Arrivals {
  const { registry, quarantine, load, reports, suspects, ready } = parts
  const arrivals: Arrivals = {
    best(app, excluded = new Set()) {
      const current = registry.current()
      return current && candidates(current, app, quarantine.isQuarantined, excluded)[0]
    },
    isSuspect(app) {
      if (registry.isOnlyNamed(app)) return true
      const key = releaseKey(app, registry.activeOf(app)?.id ?? '')
      return quarantine.isQuarantined(key) || registry.isRevoked(key)
    },
    async bring(place, release, signal, { isAhead = false, ...how } = {}) {
      const remote = await load({
        ...place,
        release,
        signal,
        ...how,
        onLocaleFailure: reason => isAhead || reports.failure({ ...place, release: release.id }, 'locale', reason),
      })
      ready.add(place, remote)
      return remote
    },
    ahead(place) {
      suspects.opening(place.app)
      const bring = () => {
        const release = arrivals.best(place.app)
        if (release && !quarantine.isQuarantined(releaseKey(place.app, release.id)))
          arrivals.bring(place, release, new AbortController().signal, { isAhead: true }).catch(() => undefined)
      }
      if (registry.isOnlyNamed(place.app)) void registry.complete(place.app).then(bring)
      else bring()
    },
    arrive: (place, excluded, signal) => arrive(place, excluded, signal, arrivals, parts),
    blame({ app, pathname }, release, failure) {
      quarantine.strike(releaseKey(app, release))
      reports.failure({ app, pathname, release }, failure.phase, failure.reason)
    },
  }
  return arrivals
}

/** A failure of a file first asks whether a newer generation is live. */
async function arrive(
  place: Place,
  excluded: Set<string>,
  signal: AbortSignal,
  { best, isSuspect, bring, blame }: Arrivals,
  { registry, reports }: ScreenParts,
): Promise<Outcome> {
  await registry.ready()
  if (excluded.size > 0 || isSuspect(place.app)) await registry.complete(place.app)
  let hasAsked = false
  const notImported = new Set<string>()
  const triedAgain = new Set<string>()
  const begun = new Map<string, Promise<MountedRemote>>()
  const decidedAt = performance.now() + togetherMs
  /** What hangs is waited for beside the next candidate, not before it. */
  const begin = (release: RegistryRelease, isAhead: boolean, withinMs = stallMs): Promise<MountedRemote> => {
    const key = releaseKey(place.app, release.id)
    let isHedged = false
    const onQuiet = () => {
      if (isHedged) return
      isHedged = true
      void registry.complete().then(() => {
        const standIn = best(place.app, new Set([...excluded, ...begun.keys(), key]))
        if (standIn && !signal.aborted) begin(standIn, true, leftUntil(decidedAt)).catch(() => undefined)
      })
    }
    const coming = begun.get(key) ?? bring(place, release, signal, { isAhead, onQuiet, withinMs })
    begun.set(key, coming)
    return coming
  }
  for (let release = best(place.app, excluded); release; release = best(place.app, excluded)) {
    try {
      return { state: 'ready', remote: await begin(release, false) }
    } catch (thrown) {
      if (signal.aborted) break
      if (thrown instanceof SharedFailure) {
        // No release of the area can do without the shell's own file: none is blamed, and only a new page may get it.
        reports.failure({ app: 'shell', pathname: place.pathname }, 'preload', thrown)
        return { state: 'unavailable', app: place.app, needsReload: true }
      }
      const failure = thrown instanceof LoadFailure ? thrown : new LoadFailure('door', reasonOf(thrown))
      const key = releaseKey(place.app, release.id)
      begun.delete(key)
      // One page's file: the same release once more, or a newer one where that is why the file is gone. faults.md D01
      // and D02.
      if (failure.phase === 'preload' && !triedAgain.has(key)) {
        triedAgain.add(key)
        await registry.refresh()
        continue
      }
      if (failure.phase === 'evaluate' || failure.phase === 'integrity') notImported.add(key)
      excluded.add(key)
      blame(place, release.id, failure)
      if (!hasAsked && failure.phase === 'entry') await registry.refresh()
      else await registry.complete()
      hasAsked = true
    }
  }
  return { state: 'unavailable', app: place.app, notImported }
}
