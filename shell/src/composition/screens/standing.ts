import { releaseKey } from '@adcoin/contract'
import { LoadFailure } from '../loading/load-failure.ts'
import type { MountedRemote } from '../loading/release.ts'
import type { Arrivals, ScreenParts } from './arrivals.ts'
import { settled, tracked, type Outcome, type Place } from './outcome.ts'
import type { ReadyReleases } from './ready-releases.ts'
import type { Slot, Slots } from './slots.ts'

/**
 * A release that is ready, and of which nothing is on screen after this time, waits for something that does not come.
 */
const appearMs = 5_000
/** A release that follows one which did not appear gets less: the person has waited once already. */
const nextAppearMs = 1_400

/** What stands at a path, or is on its way there. */
export type Standing = {
  at: (place: Place) => Promise<Outcome>
  /** Brings the best release to a path, whatever stands there now. */
  bring: (place: Place, excluded?: Set<string>) => Promise<Outcome>
  /** The next release comes where this one is ready and does not appear. */
  expect: (place: Place) => void
}

type Parts = Pick<ScreenParts, 'registry' | 'suspects'> & { arrivals: Arrivals; ready: ReadyReleases; slots: Slots }

export function createStanding({ registry, suspects, arrivals, ready, slots }: Parts): Standing {
  function bring(place: Place, excluded = new Set<string>()): Promise<Outcome> {
    suspects.opening(place.app)
    const ending = new AbortController()
    const best = arrivals.best(place.app, excluded)
    // A quarantined release is ready, but not drawn again before the whole registry says whether there is another.
    const isUnsettled = arrivals.isSuspect(place.app) && registry.current()?.brief === true
    const remote = best && !isUnsettled ? ready.at(place, best.id) : undefined
    const outcome = remote
      ? settled<Outcome>({ state: 'ready', remote })
      : tracked(arrivals.arrive(place, excluded, ending.signal))
    const slot = slots.put({ place, outcome, excluded, ending, isPending: !remote })
    void outcome.then(() => {
      slot.isPending = false
    })
    return outcome
  }

  const patience = (slot: Slot) => (slot.excluded.size > 0 ? nextAppearMs : appearMs)

  function replaceUnseen(slot: Slot, outcome: Outcome): void {
    if (slots.at(slot.place) !== slot || slot.isOnScreen || outcome.state !== 'ready') return
    const { remote } = outcome
    arrivals.blame(
      slot.place,
      remote.release,
      new LoadFailure('render', `nothing of it was drawn for ${patience(slot)} ms`),
    )
    void bring(slot.place, slot.excluded.add(keyOf(remote)))
    registry.redraw()
  }

  return {
    at: place => slots.at(place)?.outcome ?? bring(place),
    bring,
    // React waits for as long as a screen that suspends wants; the person does not.
    expect(place) {
      const slot = slots.at(place)
      if (!slot || slot.isPending || slot.isOnScreen) return
      slot.appearing ??= setTimeout(
        () => void slot.outcome.then(outcome => replaceUnseen(slot, outcome)),
        patience(slot),
      )
    },
  }
}

/** `remote-wallet/1.0.0-0a1b2c3d4e5f` */
export function keyOf({ app, release }: Pick<MountedRemote, 'app' | 'release'>): string {
  return releaseKey(app, release)
}
