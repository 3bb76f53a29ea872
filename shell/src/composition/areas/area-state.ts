import type { FailurePhase } from '../reports.ts'

/**
 * The life of one area: one remote at one path. `next` has no clock, network or DOM; time arrives as an event.
 *
 * | state       | means                                      | leaves on                                                   |
 * | ----------- | ------------------------------------------ | ----------------------------------------------------------- |
 * | idle        | the path is not wanted                     | opened → resolving                                          |
 * | resolving   | the fallback order is being asked for      | resolved → loading, ready (hedge), unavailable              |
 * | loading     | a release is on its way, perhaps a hedge   | loaded → ready; failed → resolving; sharedFailed → unavailable |
 * | ready       | a release can be drawn                     | rendered → shown; unseen, broke, revoked → resolving        |
 * | shown       | a release is on screen                     | broke → resolving, unavailable; revoked → resolving         |
 * | unavailable | no release works: the error card           | retry → resolving, ready (the release that broke)           |
 *
 * `left` leads from every state to idle. An event that a state does not name changes nothing.
 */
export type AreaState = {
  readonly status: 'idle' | 'resolving' | 'loading' | 'ready' | 'shown' | 'unavailable'
  /** The release that is loading, ready or shown; in `unavailable` the one that broke and is drawn again on retry. */
  readonly release?: string
  /** A second release that loads beside the first, which has been quiet for a moment. */
  readonly hedge?: { readonly release: string; readonly isLoaded: boolean }
  /** Nothing arrived of the first release for a moment, so a hedge may begin. */
  readonly isQuiet: boolean
  /** Loads of each release in this navigation: at most two. */
  readonly attempts: Readonly<Record<string, number>>
  /** Releases that failed in this navigation. */
  readonly failed: readonly string[]
  /** Releases whose `import()` failed: browsers remember that for the life of the page. */
  readonly notImported: readonly string[]
  /** A file of the shell is missing; only a new page asks for it again. */
  readonly needsReload: boolean
  /** The release on screen broke once and was drawn again. */
  readonly hadSecondChance: boolean
}

/** `mayRetry`: a file did not arrive, so that loading the release once more may help. */
export type AreaEvent =
  | { readonly type: 'opened' | 'left' | 'retry' | 'revoked' }
  /** The fallback order as the registry, the override, the canary and the quarantine give it. */
  | { readonly type: 'resolved'; readonly order: readonly string[] }
  | { readonly type: 'quiet' | 'loaded' | 'rendered'; readonly release: string }
  | {
      readonly type: 'failed'
      readonly release: string
      readonly phase: FailurePhase
      readonly reason: string
      readonly mayRetry: boolean
    }
  | { readonly type: 'sharedFailed'; readonly reason: string }
  /** Ready, and not on screen within the time that it was given. */
  | { readonly type: 'unseen'; readonly release: string; readonly reason: string }
  /** It threw while it rendered, `shownMs` after it appeared. */
  | { readonly type: 'broke'; readonly release: string; readonly reason: string; readonly shownMs: number }

export type AreaEffect =
  /** Give the fallback order: as it is known, of the whole registry, or of a registry that was read again. */
  | { readonly do: 'resolve'; readonly from: 'known' | 'whole' | 'newest' }
  | { readonly do: 'load'; readonly release: string; readonly isHedge: boolean }
  /** The release goes last in the fallback order of this page; nothing is stored. */
  | { readonly do: 'postpone'; readonly release: string }
  | { readonly do: 'report'; readonly release: string; readonly phase: FailurePhase; readonly reason: string }
  | { readonly do: 'reportShell'; readonly reason: string }
  /** The error card is on screen. */
  | { readonly do: 'reportCard'; readonly release?: string; readonly reason: string }
  /** Forgets the failures of the app: the person asked for another try. */
  | { readonly do: 'forget' }
  | { readonly do: 'reload' }
  /** Aborts what is on its way. */
  | { readonly do: 'abort' }

export type Step = { readonly state: AreaState; readonly effects: readonly AreaEffect[] }

/** Browsers do not import these again. */
const importPhases: readonly FailurePhase[] = ['integrity', 'evaluate']
export const mostAttempts = 2
/** A release that breaks within this time after it appeared is replaced; later, it is drawn again once first. */
export const probationMs = 10_000

export const idle: AreaState = {
  status: 'idle',
  isQuiet: false,
  attempts: {},
  failed: [],
  notImported: [],
  needsReload: false,
  hadSecondChance: false,
}

export function next(state: AreaState, event: AreaEvent): Step {
  const { status, release } = state
  if (event.type === 'left') return status === 'idle' ? same(state) : { state: idle, effects: [{ do: 'abort' }] }
  if (status === 'idle') return event.type === 'opened' ? resolve(idle, 'known') : same(state)
  if (status === 'unavailable') return event.type === 'retry' ? retry(state) : same(state)
  if (status === 'resolving' || status === 'loading') return onTheWay(state, event)
  if (event.type === 'revoked') return resolve(state, 'known')
  if (!('release' in event) || event.release !== release) return same(state)
  if (event.type === 'rendered') return { state: { ...state, status: 'shown' }, effects: [] }
  if (event.type === 'broke') return broke(state, event)
  if (event.type === 'unseen' && status === 'ready')
    return resolve(without(state, release), 'whole', postpone(release, 'render', event.reason))
  return same(state)
}

function same(state: AreaState): Step {
  return { state, effects: [] }
}

/** Asks for the fallback order; what is on its way beside goes on. */
function resolve(
  { release: _, ...state }: AreaState,
  from: 'known' | 'whole' | 'newest',
  first: readonly AreaEffect[] = [],
): Step {
  return { state: { ...state, status: 'resolving', isQuiet: false }, effects: [...first, { do: 'resolve', from }] }
}

function without(state: AreaState, release: string): AreaState {
  return { ...state, failed: [...state.failed, release] }
}

function onTheWay(state: AreaState, event: AreaEvent): Step {
  const { status, release, hedge } = state
  if (event.type === 'sharedFailed')
    return {
      state: { ...idle, status: 'unavailable', needsReload: true },
      effects: [{ do: 'abort' }, { do: 'reportShell', reason: event.reason }],
    }
  if (event.type === 'resolved') return status === 'resolving' ? choose(state, event.order) : hedged(state, event.order)
  if (!('release' in event)) return same(state)
  if (event.release === hedge?.release) {
    if (event.type === 'loaded')
      return { state: { ...state, hedge: { release: hedge.release, isLoaded: true } }, effects: [] }
    if (event.type !== 'failed') return same(state)
    const { hedge: _, ...rest } = state
    return { state: failedOf(rest, event), effects: postpone(event.release, event.phase, event.reason) }
  }
  if (status !== 'loading' || event.release !== release) return same(state)
  if (event.type === 'quiet' && !state.isQuiet)
    return { state: { ...state, isQuiet: true }, effects: [{ do: 'resolve', from: 'whole' }] }
  if (event.type === 'loaded') return ready(state, event.release)
  if (event.type !== 'failed') return same(state)
  if (event.mayRetry && (state.attempts[event.release] ?? 0) < mostAttempts) return resolve(state, 'newest')
  return resolve(failedOf(state, event), 'whole', postpone(event.release, event.phase, event.reason))
}

/** The best release of the order that has not failed; none is loaded more than twice in one navigation. */
function bestOf({ attempts, failed }: AreaState, order: readonly string[], other?: string): string | undefined {
  return order.find(each => each !== other && !failed.includes(each) && (attempts[each] ?? 0) < mostAttempts)
}

function choose(state: AreaState, order: readonly string[]): Step {
  const { hedge, ...rest } = state
  const isHedgeNext = hedge !== undefined && order.find(each => !state.failed.includes(each)) === hedge.release
  if (isHedgeNext && hedge.isLoaded) return ready(rest, hedge.release)
  if (isHedgeNext) return { state: { ...rest, status: 'loading', release: hedge.release, isQuiet: true }, effects: [] }
  const best = bestOf(state, order)
  if (best === undefined) return unavailable(state)
  const effects: AreaEffect[] = [{ do: 'load', release: best, isHedge: false }]
  if (state.notImported.includes(best)) effects.unshift({ do: 'reload' })
  return { state: { ...counted(state, best), status: 'loading', release: best }, effects }
}

function counted(state: AreaState, release: string): AreaState {
  return { ...state, attempts: { ...state.attempts, [release]: (state.attempts[release] ?? 0) + 1 } }
}

function hedged(state: AreaState, order: readonly string[]): Step {
  const second = state.isQuiet && !state.hedge ? bestOf(state, order, state.release) : undefined
  if (second === undefined) return same(state)
  return {
    state: { ...counted(state, second), hedge: { release: second, isLoaded: false } },
    effects: [{ do: 'load', release: second, isHedge: true }],
  }
}

function ready({ hedge: _, ...state }: AreaState, release: string): Step {
  return { state: { ...state, status: 'ready', release, isQuiet: false }, effects: [] }
}

function unavailable({ hedge: _, release: __, ...state }: AreaState): Step {
  // If nothing was tried, no release is the reason.
  const wasTried = Object.keys(state.attempts).length > 0
  return {
    state: { ...state, status: 'unavailable', isQuiet: false },
    effects: wasTried ? [{ do: 'reportCard', reason: 'no release of it works' }] : [],
  }
}

type Failed = Extract<AreaEvent, { type: 'failed' }>

function failedOf(state: AreaState, { release, phase }: Failed): AreaState {
  const notImported = importPhases.includes(phase) ? [...state.notImported, release] : state.notImported
  return { ...without(state, release), notImported }
}

/** The service judges by the reports of many browsers; one page has no evidence whose fault it was. */
function postpone(release: string, phase: FailurePhase, reason: string): readonly AreaEffect[] {
  return [
    { do: 'postpone', release },
    { do: 'report', release, phase, reason },
  ]
}

function broke(state: AreaState, { release, reason, shownMs }: Extract<AreaEvent, { type: 'broke' }>): Step {
  if (state.status !== 'shown' || shownMs <= probationMs || state.hadSecondChance)
    return resolve(without(state, release), 'whole', postpone(release, 'render', reason))
  return {
    state: { ...state, status: 'unavailable' },
    effects: [
      { do: 'report', release, phase: 'render', reason },
      { do: 'reportCard', release, reason },
    ],
  }
}

function retry(state: AreaState): Step {
  if (state.release !== undefined) return { state: { ...state, status: 'ready', hadSecondChance: true }, effects: [] }
  const first: readonly AreaEffect[] = [
    ...(state.needsReload ? [{ do: 'reload' } as const] : []),
    { do: 'abort' },
    { do: 'forget' },
  ]
  return resolve({ ...idle, notImported: state.notImported }, 'newest', first)
}
