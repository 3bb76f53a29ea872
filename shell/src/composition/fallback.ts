import { releaseKey, type failurePhases, type Live } from '@adcoin/contract'

/**
 * Which release an area shows next: one remote at one path. No clock, network or DOM here; time arrives as an event.
 *
 * | status  | means                           | leaves on                                                           |
 * | ------- | ------------------------------- | ------------------------------------------------------------------- |
 * | left    | the path is not wanted          | opened → asking                                                     |
 * | asking  | waits for the fallback order    | ordered → loading, card                                             |
 * | loading | a release is on its way         | loaded → ready; failed → asking                                     |
 * | ready   | a release can be drawn          | shown → shown; failed, revoked → asking; broke → asking, ready      |
 * | shown   | a release is on screen          | broke → asking (once), ready (foreign), card; revoked → asking      |
 * | card    | no release works: the error card | retry, returned → asking                                            |
 *
 * `left` leads from every status to left, `sharedFailed` from asking and loading to card. An event that a status does
 * not name changes nothing.
 */
export type AreaState = {
  readonly status: 'left' | 'asking' | 'loading' | 'ready' | 'shown' | 'card'
  readonly pathname: string
  /** The release that is loading, ready or shown. */
  readonly release?: string
  /** Grows each time that a release is to be drawn. */
  readonly drawing: number
  /** `/live.json` was asked in this navigation because no release was left to try. */
  readonly isNewest: boolean
  /** Loads that stalled in this navigation. */
  readonly stalls: number
  /** A release that had appeared broke and was replaced. */
  readonly isReplaced: boolean
  /** Something changed the elements of a release, which was drawn once more. */
  readonly isRedrawn: boolean
  /** A file of the shell is missing: only a new page asks for it again. */
  readonly needsReload: boolean
}

/** The failures of one app's releases in this tab; nothing is stored. */
export type Memory = {
  readonly tried: readonly { readonly release: string; readonly pathname: string }[]
  /** Browsers remember a failed `import()` for the life of the page. */
  readonly notImported: readonly string[]
}

export type FailurePhase = (typeof failurePhases)[number]

export type AreaEvent =
  | { readonly type: 'opened' | 'left' | 'retry' | 'returned' | 'revoked' }
  /** The releases that can be loaded, best first. */
  | { readonly type: 'ordered'; readonly order: readonly string[] }
  | { readonly type: 'loaded' | 'shown'; readonly release: string }
  /** It could not be loaded, or is not on screen within the time that it was given. */
  | { readonly type: 'failed'; readonly release: string; readonly phase: FailurePhase; readonly reason: string }
  /** It threw while it rendered. `isForeign`: because something else changed its elements. */
  | { readonly type: 'broke'; readonly release: string; readonly reason: string; readonly isForeign: boolean }
  | { readonly type: 'sharedFailed'; readonly reason: string }

export type AreaEffect =
  /** Give the order: as far as it is known, or of `/live.json` as it is now. */
  | { readonly do: 'ask'; readonly from: 'known' | 'newest' }
  | { readonly do: 'load'; readonly release: string; readonly withinMs: number }
  | { readonly do: 'report'; readonly release: string; readonly phase: FailurePhase; readonly reason: string }
  | { readonly do: 'reportShell'; readonly reason: string }
  /** The error card is on screen. */
  | { readonly do: 'reportCard'; readonly release?: string; readonly reason: string }
  | { readonly do: 'reload' | 'abort' }

export type Step = { readonly state: AreaState; readonly memory: Memory; readonly effects: readonly AreaEffect[] }

/** A load without a byte for this long stalls. */
export const stallMs = 5_000
/** After a stall the person has waited once already; both together take at most 6.5 s. */
export const nextStallMs = 1_500
/** If a second load stalls, the network is the reason. */
const mostStalls = 2
/** A person who has waited for this many previous releases in vain would wait in vain for the others too. */
const mostPrevious = 3
const notImportedPhases: readonly FailurePhase[] = ['integrity', 'evaluate']

export const noMemory: Memory = { tried: [], notImported: [] }

export function closedArea(pathname: string): AreaState {
  return {
    status: 'left',
    pathname,
    drawing: 0,
    isNewest: false,
    stalls: 0,
    isReplaced: false,
    isRedrawn: false,
    needsReload: false,
  }
}

/** Whether a release may not be used any more. The candidate of a stopped canary counts as revoked. */
export function isRevoked(live: Live | undefined, app: string, release: string): boolean {
  return live?.apps[app]?.stopped === release || live?.revoked.includes(releaseKey(app, release)) === true
}

/** The releases of an app, best first: the candidate if this browser is in the canary, the active, three previous ones. */
export function fallbackOrder(live: Live | undefined, app: string, isInCanary: boolean): readonly string[] {
  const entry = live?.apps[app]
  if (!entry) return []
  const isAllowed = (release: string) => !isRevoked(live, app, release)
  const first = isInCanary && entry.canary ? [entry.canary.release, entry.active] : [entry.active]
  return [...new Set([...first.filter(isAllowed), ...entry.previous.filter(isAllowed).slice(0, mostPrevious)])]
}

/**
 * The first release that has not failed in this tab; if all have, one that failed at other paths only: a page whose own
 * file is missing costs no other page its screen.
 */
export function pickRelease(order: readonly string[], { tried }: Memory, pathname: string): string | undefined {
  const failedAt = (release: string) => tried.filter(each => each.release === release).map(each => each.pathname)
  return (
    order.find(release => failedAt(release).length === 0) ??
    order.find(release => !failedAt(release).includes(pathname))
  )
}

export function next(state: AreaState, memory: Memory, event: AreaEvent): Step {
  const { status, pathname } = state
  const same: Step = { state, memory, effects: [] }
  switch (event.type) {
    case 'opened':
      return status === 'left' ? ask(closedArea(pathname), memory) : same
    case 'left':
      return status === 'left' ? same : { state: closedArea(pathname), memory, effects: [{ do: 'abort' }] }
    case 'retry':
    case 'returned':
      return status === 'card' ? retry(state, memory) : same
    case 'ordered':
      return status === 'asking' ? choose(state, memory, event.order) : same
    case 'sharedFailed':
      if (status !== 'asking' && status !== 'loading') return same
      return {
        ...card({ ...state, needsReload: true }, memory),
        effects: [{ do: 'abort' }, { do: 'reportShell', reason: event.reason }],
      }
    case 'revoked':
      return status === 'ready' || status === 'shown' ? ask(state, memory) : same
  }
  if (event.release !== state.release) return same
  switch (event.type) {
    case 'loaded':
      return status === 'loading' ? draw(state, memory) : same
    case 'failed':
      return status === 'loading' || status === 'ready' ? failed(state, memory, event) : same
    case 'shown':
      return status === 'ready' ? { ...same, state: { ...state, status: 'shown' } } : same
    case 'broke':
      return status === 'ready' || status === 'shown' ? broke(state, memory, event) : same
  }
}

function ask(
  { release: _, ...state }: AreaState,
  memory: Memory,
  first: readonly AreaEffect[] = [],
  from: 'known' | 'newest' = 'known',
): Step {
  const isNewest = state.isNewest || from === 'newest'
  return { state: { ...state, status: 'asking', isNewest }, memory, effects: [...first, { do: 'ask', from }] }
}

function choose(state: AreaState, memory: Memory, order: readonly string[]): Step {
  const best = state.stalls < mostStalls ? pickRelease(order, memory, state.pathname) : undefined
  if (best !== undefined) {
    const load: AreaEffect = { do: 'load', release: best, withinMs: state.stalls > 0 ? nextStallMs : stallMs }
    const effects: AreaEffect[] = memory.notImported.includes(best) && isRetried(memory, best) ? [{ do: 'reload' }] : []
    return { state: { ...state, status: 'loading', release: best }, memory, effects: [...effects, load] }
  }
  if (!state.isNewest && state.stalls < mostStalls) return ask(state, memory, [], 'newest')
  // Where no release is known, none is the reason.
  return card(state, memory, order.length > 0 ? [{ do: 'reportCard', reason: 'no release of it works' }] : [])
}

/** Its failures were forgotten, and not by the browser. */
function isRetried({ tried }: Memory, release: string): boolean {
  return !tried.some(each => each.release === release)
}

function card({ release: _, ...state }: AreaState, memory: Memory, effects: readonly AreaEffect[] = []): Step {
  return { state: { ...state, status: 'card' }, memory, effects }
}

function draw(state: AreaState, memory: Memory): Step {
  return { state: { ...state, status: 'ready', drawing: state.drawing + 1 }, memory, effects: [] }
}

type Failed = Pick<Extract<AreaEvent, { type: 'failed' }>, 'release' | 'phase' | 'reason'>

function failed(state: AreaState, memory: Memory, failure: Failed): Step {
  const stalls = state.stalls + (failure.phase === 'stall' ? 1 : 0)
  return ask({ ...state, stalls }, remember(memory, state.pathname, failure), [{ do: 'report', ...pick(failure) }])
}

function pick({ release, phase, reason }: Failed): Failed {
  return { release, phase, reason }
}

function remember({ tried, notImported }: Memory, pathname: string, { release, phase }: Failed): Memory {
  return {
    tried: [...tried, { release, pathname }],
    notImported: notImportedPhases.includes(phase) ? [...new Set([...notImported, release])] : notImported,
  }
}

function broke(state: AreaState, memory: Memory, event: Extract<AreaEvent, { type: 'broke' }>): Step {
  const { release, reason, isForeign } = event
  const onCard: AreaEffect = { do: 'reportCard', release, reason }
  if (isForeign && !state.isRedrawn) return draw({ ...state, isRedrawn: true }, memory)
  if (isForeign) return card(state, memory, [onCard])
  const failure: Failed = { release, phase: 'render', reason }
  if (state.status === 'ready') return failed(state, memory, failure)
  if (!state.isReplaced) return failed({ ...state, isReplaced: true }, memory, failure)
  return card(state, remember(memory, state.pathname, failure), [{ do: 'report', ...failure }, onCard])
}

/** By the person or the network's return: every release is tried again, in a new page if only that asks for files. */
function retry(state: AreaState, memory: Memory): Step {
  const first: readonly AreaEffect[] = [...(state.needsReload ? [{ do: 'reload' } as const] : []), { do: 'abort' }]
  const again = { ...closedArea(state.pathname), drawing: state.drawing }
  return ask(again, { ...memory, tried: [] }, first, 'newest')
}
