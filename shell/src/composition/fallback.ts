import { releaseKey, type failurePhases, type Live } from '@adcoin/contract'

export type FailurePhase = (typeof failurePhases)[number]

/**
 * One remote at one path, and the release that it shows. No clock, network or DOM here; time arrives as an event.
 *
 * | status  | means                            | leaves on                                                 |
 * | ------- | -------------------------------- | --------------------------------------------------------- |
 * | left    | the path is not wanted           | opened → asking                                           |
 * | asking  | waits for the fallback order     | ordered → loading, card; sharedFailed → card              |
 * | loading | a release is on its way          | loaded → ready; failed → asking; sharedFailed → card      |
 * | ready   | a release can be drawn           | shown → shown; failed, broke, revoked → asking            |
 * | shown   | a release is on screen           | revoked → asking; broke → asking, ready (foreign) or card |
 * | card    | no release works: the error card | retry → asking                                            |
 *
 * `left` leads from every status to left. An event that a status does not name changes nothing.
 */
export type AreaState = {
  readonly status: 'left' | 'asking' | 'loading' | 'ready' | 'shown' | 'card'
  readonly pathname: string
  /** The release that is loading, ready or shown. */
  readonly release?: string
  /** Grows each time that a release is to be drawn. */
  readonly drawing: number
  /** Loads that stalled in this navigation. */
  readonly stalls: number
  /** In this navigation: `/live.json` was asked because nothing was left to try. */
  readonly isNewest?: boolean
  /** In this navigation: a release broke after it had appeared. */
  readonly isReplaced?: boolean
  /** In this navigation: something else changed the elements of a release, which was drawn once more. */
  readonly isRedrawn?: boolean
  /** A file of the shell is missing: only a new page asks for it again. */
  readonly needsReload?: boolean
}

/** The failures of one app's releases in this tab. Nothing of it is stored. */
export type Memory = {
  readonly tried: readonly { readonly release: string; readonly pathname: string }[]
  /** Browsers remember a failed `import()` for the life of the page. */
  readonly notImported: readonly string[]
}

type Failure = { readonly release: string; readonly phase: FailurePhase; readonly reason: string }
/** It threw while it rendered. `isForeign`: because something else changed its elements. */
type Broke = { readonly release: string; readonly reason: string; readonly isForeign: boolean }
export type AreaEvent =
  | { readonly type: 'opened' | 'left' | 'retry' | 'revoked' }
  /** The releases that can be loaded, best first. */
  | { readonly type: 'ordered'; readonly order: readonly string[] }
  | { readonly type: 'loaded' | 'shown'; readonly release: string }
  /** It could not be loaded, or is not on screen within the time that it was given. */
  | ({ readonly type: 'failed' } & Failure)
  | ({ readonly type: 'broke' } & Broke)
  | { readonly type: 'sharedFailed'; readonly reason: string }

export type AreaEffect =
  /** Give the order: as far as it is known, or of `/live.json` as it is now. */
  | { readonly do: 'ask'; readonly from: 'known' | 'newest' }
  | { readonly do: 'load'; readonly release: string; readonly withinMs: number }
  | ({ readonly do: 'report' } & Failure)
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
const notImported: readonly FailurePhase[] = ['integrity', 'evaluate']

export const noMemory: Memory = { tried: [], notImported: [] }

export function closedArea(pathname: string, drawing = 0): AreaState {
  return { status: 'left', pathname, drawing, stalls: 0 }
}

/** Whether a release may not be used any more. The candidate of a stopped canary counts as revoked. */
export function isRevoked(live: Live | undefined, app: string, release: string): boolean {
  return live?.apps[app]?.stopped === release || live?.revoked.includes(releaseKey(app, release)) === true
}

/** The releases of an app, best first: the candidate if this browser is in the canary, the active, three previous. */
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
  const untried = order.find(release => failedAt(release).length === 0)
  return untried ?? order.find(release => !failedAt(release).includes(pathname))
}

export function next(state: AreaState, memory: Memory, event: AreaEvent): Step {
  const { status, pathname } = state
  const isOnWay = status === 'asking' || status === 'loading'
  const isDrawn = status === 'ready' || status === 'shown'
  const same: Step = { state, memory, effects: [] }
  if ('release' in event && event.release !== state.release) return same
  switch (event.type) {
    case 'opened':
      return status === 'left' ? ask(closedArea(pathname), memory) : same
    case 'left':
      return status === 'left' ? same : { state: closedArea(pathname), memory, effects: [{ do: 'abort' }] }
    case 'ordered':
      return status === 'asking' ? choose(state, memory, event.order) : same
    case 'loaded':
      return status === 'loading' ? draw(state, memory) : same
    case 'shown':
      return status === 'ready' ? { ...same, state: { ...state, status: 'shown' } } : same
    case 'failed':
      return status === 'loading' || status === 'ready' ? fail(state, memory, event) : same
    case 'broke':
      return isDrawn ? replace(state, memory, event) : same
    case 'revoked':
      return isDrawn ? ask(state, memory) : same
    case 'sharedFailed':
      return isOnWay ? failShared(state, memory, event.reason) : same
    case 'retry':
      return status === 'card' ? retry(state, memory) : same
  }
}

function ask({ release: _, ...state }: AreaState, memory: Memory, before: readonly AreaEffect[] = []): Step {
  return { state: { ...state, status: 'asking' }, memory, effects: [...before, { do: 'ask', from: 'known' }] }
}

function askNewest(state: AreaState, memory: Memory, before: readonly AreaEffect[] = []): Step {
  const asking: AreaState = { ...state, status: 'asking', isNewest: true }
  return { state: asking, memory, effects: [...before, { do: 'ask', from: 'newest' }] }
}

function choose(state: AreaState, memory: Memory, order: readonly string[]): Step {
  const mayTry = state.stalls < mostStalls
  const best = mayTry ? pickRelease(order, memory, state.pathname) : undefined
  if (best === undefined) {
    if (mayTry && !state.isNewest) return askNewest(state, memory)
    // Where no release is known, none is the reason.
    return showCard(state, memory, order.length > 0 ? [{ do: 'reportCard', reason: 'no release of it works' }] : [])
  }
  const load: AreaEffect = { do: 'load', release: best, withinMs: state.stalls > 0 ? nextStallMs : stallMs }
  // Its failures were forgotten, but not by the browser.
  const isForgotten = memory.notImported.includes(best) && !memory.tried.some(each => each.release === best)
  const effects: readonly AreaEffect[] = isForgotten ? [{ do: 'reload' }, load] : [load]
  return { state: { ...state, status: 'loading', release: best }, memory, effects }
}

function draw(state: AreaState, memory: Memory): Step {
  return { state: { ...state, status: 'ready', drawing: state.drawing + 1 }, memory, effects: [] }
}

function showCard({ release: _, ...state }: AreaState, memory: Memory, effects: readonly AreaEffect[]): Step {
  return { state: { ...state, status: 'card' }, memory, effects }
}

function fail(state: AreaState, memory: Memory, { release, phase, reason }: Failure): Step {
  const stalls = state.stalls + (phase === 'stall' ? 1 : 0)
  return ask({ ...state, stalls }, remember(state, memory, phase), [{ do: 'report', release, phase, reason }])
}

function remember({ release = '', pathname }: AreaState, memory: Memory, phase: FailurePhase): Memory {
  const isLost = notImported.includes(phase) && !memory.notImported.includes(release)
  return {
    tried: [...memory.tried, { release, pathname }],
    notImported: isLost ? [...memory.notImported, release] : memory.notImported,
  }
}

/** A release that breaks is replaced; after it appeared, once. What others did to its elements is not its failure. */
function replace(state: AreaState, memory: Memory, { release, reason, isForeign }: Broke): Step {
  const onCard: AreaEffect = { do: 'reportCard', release, reason }
  if (isForeign && !state.isRedrawn) return draw({ ...state, isRedrawn: true }, memory)
  if (isForeign) return showCard(state, memory, [onCard])
  const failure: Failure = { release, phase: 'render', reason }
  if (state.status === 'ready') return fail(state, memory, failure)
  if (!state.isReplaced) return fail({ ...state, isReplaced: true }, memory, failure)
  return showCard(state, remember(state, memory, 'render'), [{ do: 'report', ...failure }, onCard])
}

function failShared(state: AreaState, memory: Memory, reason: string): Step {
  return showCard({ ...state, needsReload: true }, memory, [{ do: 'abort' }, { do: 'reportShell', reason }])
}

/** By the person or the network's return: each release is tried again, in a new page if only that asks for its files. */
function retry({ pathname, drawing, needsReload }: AreaState, memory: Memory): Step {
  const before: readonly AreaEffect[] = needsReload ? [{ do: 'reload' }, { do: 'abort' }] : [{ do: 'abort' }]
  return askNewest(closedArea(pathname, drawing), { ...memory, tried: [] }, before)
}
