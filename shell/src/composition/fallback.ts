import { buildReleaseKey, type failurePhases, type Live } from '@adcoin/contract'

export type FailurePhase = (typeof failurePhases)[number]

/**
 * One remote at one path, and the release that it shows. No clock, network or DOM here; time arrives as an event.
 *
 * | status  | means                            | leaves on                                                         |
 * | ------- | -------------------------------- | ----------------------------------------------------------------- |
 * | asking  | waits for the fallback order     | ordered → loading, card; sharedFailed → card                      |
 * | loading | a release is on its way          | loaded → ready; failed → asking; sharedFailed → card              |
 * | ready   | a release can be drawn           | shown → shown; failed, broke, revoked → asking                    |
 * | shown   | a release is on screen           | paused; revoked → asking; broke → asking, ready (foreign) or card |
 * | paused  | its screen is kept, but hidden   | resumed → shown; broke → asking                                   |
 * | card    | no release works: the error card | retry → asking                                                    |
 * | left    | the path was left                |                                                                   |
 *
 * The event `left` leads from every status to left. An event that the row of a status does not name changes nothing. A
 * question or load ends with the status that began it.
 */
export type AreaState = {
  readonly status: 'asking' | 'loading' | 'ready' | 'shown' | 'paused' | 'card' | 'left'
  readonly pathname: string
  /** The release that is loading, ready, shown or paused. */
  readonly release?: string
  /** Grows each time that a release is to be drawn. */
  readonly drawing: number
  /** Loads that stalled in this navigation. */
  readonly stalls: number
  /** In this navigation: `/live.json` was read because no release was left to try. */
  readonly isNewest?: boolean
  /** In this navigation: a release broke after it had appeared. */
  readonly isReplaced?: boolean
  /** In this navigation: code of others changed the elements of a release, which was drawn again. */
  readonly isRedrawn?: boolean
}

/** The failures of one app's releases in this tab. Nothing of it is stored. */
export type Memory = {
  readonly tried: readonly { readonly release: string; readonly pathname: string }[]
  /**
   * What was imported in vain: releases, `shell` for a file of its own. Browsers remember it for the life of the page.
   */
  readonly notImported: readonly string[]
  /** Releases of which a script did not arrive. Firefox does not import it in this page, though it arrives later. */
  readonly notArrived: readonly string[]
}

type Failure = { readonly release: string; readonly phase: FailurePhase; readonly reason: string }
/** A release threw while it rendered. `isForeign`: because code of others changed its elements. */
type Breakage = { readonly release: string; readonly reason: string; readonly isForeign: boolean }
export type AreaEvent =
  | { readonly type: 'paused' | 'resumed' | 'left' | 'retry' | 'revoked' }
  /** The releases that can be loaded, best first. */
  | { readonly type: 'ordered'; readonly order: readonly string[] }
  | { readonly type: 'loaded' | 'shown'; readonly release: string }
  /** The release could not be loaded, or did not appear within its limit. */
  | ({ readonly type: 'failed' } & Failure)
  | ({ readonly type: 'broke' } & Breakage)
  | { readonly type: 'sharedFailed'; readonly reason: string }

/** `app`: the shell, if the failure is not the area's. `outcome`: the error card is on screen. */
type AreaReport = Omit<Failure, 'release'> & {
  readonly app?: 'shell'
  readonly release?: string
  readonly outcome?: 'card'
}
export type AreaEffect =
  /** Dispatch the fallback order: the known one, or that of the newest `/live.json`. */
  | { readonly do: 'ask'; readonly from: 'known' | 'newest' }
  | { readonly do: 'load'; readonly release: string; readonly withinMs: number }
  | ({ readonly do: 'report' } & AreaReport)
  | { readonly do: 'reload' }

export type Step = { readonly state: AreaState; readonly memory: Memory; readonly effects: readonly AreaEffect[] }

/** A load without a byte for this long stalls. */
export const stallMs = 5_000
/** Shorter, because the person has waited for the first stall; both together take at most 6.5 s. */
export const nextStallMs = 1_500
/** After a second stall the network is the cause, and no third release is loaded. */
const mostStalls = 2
/** More previous releases are not tried: the person has waited long enough. */
const mostPrevious = 3

export const noMemory: Memory = { tried: [], notImported: [], notArrived: [] }

/** The first state: the area asks for the fallback order. */
export function createAreaState(pathname: string, drawing = 0): AreaState {
  return { status: 'asking', pathname, drawing, stalls: 0 }
}

/** Whether a release must not be used any more. The candidate of a stopped canary counts as revoked. */
export function isRevoked(live: Live | undefined, app: string, release: string): boolean {
  return live?.apps[app]?.stopped === release || live?.revoked.includes(buildReleaseKey(app, release)) === true
}

/** The releases of an app, best first: the candidate if this browser is in the canary, the active, three previous. */
export function computeFallbackOrder(live: Live | undefined, app: string, isInCanary: boolean): readonly string[] {
  const entry = live?.apps[app]
  if (!entry) return []
  const isAllowed = (release: string) => !isRevoked(live, app, release)
  const first = isInCanary && entry.canary ? [entry.canary.release, entry.active] : [entry.active]
  return [...new Set([...first.filter(isAllowed), ...entry.previous.filter(isAllowed).slice(0, mostPrevious)])]
}

/**
 * The first release that has not failed in this tab; if all have, the first that failed at other paths only. A missing
 * file of one page must not affect other pages.
 */
export function pickRelease(order: readonly string[], { tried }: Memory, pathname: string): string | undefined {
  const listFailedPaths = (release: string) => tried.filter(each => each.release === release).map(each => each.pathname)
  const untried = order.find(release => listFailedPaths(release).length === 0)
  return untried ?? order.find(release => !listFailedPaths(release).includes(pathname))
}

export function advanceArea(state: AreaState, memory: Memory, event: AreaEvent): Step {
  const { status } = state
  const isOnWay = status === 'asking' || status === 'loading'
  const isDrawn = status === 'ready' || status === 'shown'
  const same: Step = { state, memory, effects: [] }
  if ('release' in event && event.release !== state.release) return same
  switch (event.type) {
    case 'left':
      return status === 'left' ? same : { ...same, state: { ...createAreaState(state.pathname), status: 'left' } }
    case 'paused':
      return status === 'shown' ? { ...same, state: { ...state, status: 'paused' } } : same
    case 'resumed':
      return status === 'paused' ? { ...same, state: { ...state, status: 'shown' } } : same
    case 'ordered':
      return status === 'asking' ? chooseRelease(state, memory, event.order) : same
    case 'loaded':
      return status === 'loading' ? drawRelease(state, memory) : same
    case 'shown':
      return status === 'ready' ? { ...same, state: { ...state, status: 'shown' } } : same
    case 'failed':
      return status === 'loading' || status === 'ready' ? failRelease(state, memory, event) : same
    case 'broke':
      // No person saw it: the next visit draws it again.
      if (status === 'paused') return askOrder(state, memory)
      return isDrawn ? replaceRelease(state, memory, event) : same
    case 'revoked':
      return isDrawn ? askOrder(state, memory) : same
    case 'sharedFailed':
      return isOnWay ? failShared(state, memory, event.reason) : same
    case 'retry':
      return status === 'card' ? retry(state, memory) : same
  }
}

function askOrder(
  { release: _, ...state }: AreaState,
  memory: Memory,
  before: readonly AreaEffect[] = [],
  from: 'known' | 'newest' = 'known',
): Step {
  return { state: { ...state, status: 'asking' }, memory, effects: [...before, { do: 'ask', from }] }
}

function chooseRelease(state: AreaState, memory: Memory, order: readonly string[]): Step {
  const mayTry = state.stalls < mostStalls
  const best = mayTry ? pickRelease(order, memory, state.pathname) : undefined
  if (best !== undefined) {
    const load: AreaEffect = { do: 'load', release: best, withinMs: state.stalls > 0 ? nextStallMs : stallMs }
    // Its failures were forgotten, but not by the browser.
    const isForgotten = memory.notImported.includes(best) && !memory.tried.some(each => each.release === best)
    const effects: readonly AreaEffect[] = isForgotten ? [{ do: 'reload' }, load] : [load]
    return { state: { ...state, status: 'loading', release: best }, memory, effects }
  }
  if (mayTry && !state.isNewest) return askOrder({ ...state, isNewest: true }, memory, [], 'newest')
  // Without a known release no failure is reported.
  const card: AreaEffect = { do: 'report', phase: 'render', reason: 'no release works', outcome: 'card' }
  return showCard(state, memory, order.length > 0 ? [card] : [])
}

function drawRelease(state: AreaState, memory: Memory): Step {
  return { state: { ...state, status: 'ready', drawing: state.drawing + 1 }, memory, effects: [] }
}

function showCard({ release: _, ...state }: AreaState, memory: Memory, effects: readonly AreaEffect[]): Step {
  return { state: { ...state, status: 'card' }, memory, effects }
}

function failRelease(state: AreaState, memory: Memory, { release, phase, reason }: Failure): Step {
  const stalls = state.stalls + (phase === 'stall' ? 1 : 0)
  const isRemembered = phase === 'integrity' && memory.notArrived.includes(release)
  const before: AreaEffect = isRemembered ? { do: 'reload' } : { do: 'report', release, phase, reason }
  return askOrder({ ...state, stalls }, remember(state, memory, phase), [before])
}

function remember({ release = '', pathname }: AreaState, memory: Memory, phase: FailurePhase): Memory {
  const isLost = phase === 'integrity' || phase === 'evaluate'
  const isAbsent = phase === 'entry' || phase === 'preload'
  return {
    tried: [...memory.tried, { release, pathname }],
    notImported: isLost ? [...new Set([...memory.notImported, release])] : memory.notImported,
    notArrived: isAbsent ? [...new Set([...memory.notArrived, release])] : memory.notArrived,
  }
}

/** Replaces a release that broke, after it appeared only once. A foreign change of its elements is no failure of it. */
function replaceRelease(state: AreaState, memory: Memory, { release, reason, isForeign }: Breakage): Step {
  const failure: Failure = { release, phase: 'render', reason }
  const onCard: AreaEffect = { do: 'report', ...failure, outcome: 'card' }
  if (isForeign && !state.isRedrawn) return drawRelease({ ...state, isRedrawn: true }, memory)
  if (isForeign) return showCard(state, memory, [onCard])
  if (state.status === 'ready') return failRelease(state, memory, failure)
  if (!state.isReplaced) return failRelease({ ...state, isReplaced: true }, memory, failure)
  return showCard(state, remember(state, memory, 'render'), [{ do: 'report', ...failure }, onCard])
}

function failShared(state: AreaState, memory: Memory, reason: string): Step {
  const missing: AreaEffect = { do: 'report', app: 'shell', phase: 'preload', reason }
  return showCard(state, { ...memory, notImported: [...memory.notImported, 'shell'] }, [missing])
}

/**
 * Tries every release again, after a tap or the network's return; reloads the page if only that refetches its files.
 */
function retry({ pathname, drawing }: AreaState, memory: Memory): Step {
  const reload: readonly AreaEffect[] = memory.notImported.includes('shell') ? [{ do: 'reload' }] : []
  return askOrder({ ...createAreaState(pathname, drawing), isNewest: true }, { ...memory, tried: [] }, reload, 'newest')
}
