import { releaseKey, type RegistryRelease } from '@adcoin/contract'
import type { LoadRelease } from '../loading/load-release.ts'
import { LoadFailure, SharedFailure, type MountedRemote } from '../loading/release.ts'
import { stallMs } from '../loading/stall-watch.ts'
import type { LiveRegistry } from '../releases/live-registry.ts'
import type { Quarantine } from '../releases/quarantine.ts'
import { reasonOf, type Reports } from '../reports.ts'
import { idle, next, type AreaEffect, type AreaEvent, type AreaState } from './area-state.ts'
import type { AreaPage, ReadyReleases } from './ready-releases.ts'

/** The view that the outlet draws. The same object until the view changes. */
export type View =
  | { readonly status: 'pending' }
  | { readonly status: 'unavailable' }
  | { readonly status: 'ready'; readonly remote: MountedRemote }

export type AreaParts = {
  registry: LiveRegistry
  quarantine: Quarantine
  load: LoadRelease
  reports: Reports
  ready: ReadyReleases
}

export type Area = {
  readonly place: AreaPage
  /** When it was wanted, as `performance.now()`. */
  readonly since: number
  state: () => AreaState
  view: () => View
  /** Settles with the first view that is not pending; `use()` reads it without suspending once it is settled. */
  readonly arrival: Promise<View>
  subscribe: (listener: () => void) => () => void
  dispatch: (event: AreaEvent) => void
  /** From now on the release counts as failed if it is not on screen within a limit. */
  expect: () => void
  /** When a release became ready, as `performance.now()`. */
  readySince: () => number
}

/** A loaded release that renders nothing within this time counts as failed. */
const appearMs = 5_000
/** A release that follows a failed one gets less: the person has waited once already. */
const nextAppearMs = 1_400
/** Two releases that hang are given up within this time together. */
const togetherMs = stallMs + 600
/** A hedge that begins late still gets as long as an answer takes in a slow network. */
const leastMs = 2_000

const pending: View = { status: 'pending' }
const unavailable: View = { status: 'unavailable' }

/** The releases of an app to try, best first. */
export function orderOf({ registry, quarantine }: AreaParts, app: string): readonly RegistryRelease[] {
  return registry.fallbackOrder(app, quarantine.isAvoided)
}

/** Whether the whole registry must be known before the order is: the page leaves previous releases out. */
function isUnsettled({ registry, quarantine }: AreaParts, app: string): boolean {
  const key = releaseKey(app, registry.activeOf(app)?.id ?? '')
  return registry.isOnlyNamed(app) || quarantine.isAvoided(key) || registry.isRevoked(key)
}

/** Holds the state of one area and runs the effects of its transitions. */
export function openArea(place: AreaPage, since: number, parts: AreaParts): Area {
  const listeners = new Set<() => void>()
  let state = idle
  let view = pending
  let shown = pending
  let depth = 0
  let readyAt = 0
  let arrive: (view: View) => void = () => undefined
  const arrival = new Promise<View>(resolve => (arrive = resolve))
  const run = createEffects(place, parts, dispatch)
  const patience = createPatience(() => state, dispatch)

  function dispatch(event: AreaEvent): void {
    const before = state
    const step = next(state, event)
    state = step.state
    if (state !== before) view = viewOf(state, view, parts.ready, place.app)
    if (state.status === 'ready' && before.status !== 'ready') readyAt = performance.now()
    depth++
    step.effects.forEach(run)
    depth--
    if (depth > 0) return
    if (view !== pending || state.status === 'idle') settle()
    if (view === shown) return
    shown = view
    patience.renew()
    for (const listener of listeners) listener()
  }

  function settle(): void {
    Object.assign(arrival, { status: 'fulfilled', value: view })
    arrive(view)
  }

  const area: Area = {
    place,
    since,
    state: () => state,
    view: () => view,
    arrival,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    dispatch,
    expect: patience.begin,
    readySince: () => readyAt,
  }
  dispatch({ type: 'opened' })
  return area
}

/** Time for a release that is ready to appear, once an outlet draws it. */
function createPatience(stateNow: () => AreaState, dispatch: (event: AreaEvent) => void) {
  let isExpected = false
  let timer: ReturnType<typeof setTimeout> | undefined
  function renew(): void {
    clearTimeout(timer)
    const { release, status, failed } = stateNow()
    if (!isExpected || status !== 'ready' || release === undefined) return
    const limitMs = failed.length > 0 ? nextAppearMs : appearMs
    timer = setTimeout(() => {
      // A hidden tab draws when the browser lets it.
      if (document.visibilityState === 'hidden') return renew()
      dispatch({ type: 'unseen', release, reason: `nothing of it was drawn for ${limitMs} ms` })
    }, limitMs)
  }
  return {
    renew,
    begin() {
      if (isExpected) return
      isExpected = true
      renew()
    },
  }
}

function viewOf({ status, release }: AreaState, before: View, ready: ReadyReleases, app: string): View {
  if (status === 'unavailable') return unavailable
  if (status === 'shown') return before
  const remote = status === 'ready' && ready.get(app, release)
  return remote ? { status: 'ready', remote } : pending
}

/** The effects of one area's transitions. */
function createEffects(place: AreaPage, parts: AreaParts, dispatch: (event: AreaEvent) => void) {
  const { registry, load, reports, ready } = parts
  const { app, pathname } = place
  let ending = new AbortController()
  let order: readonly RegistryRelease[] = []
  let startedAt: number | undefined

  function resolved(): void {
    order = orderOf(parts, app)
    dispatch({ type: 'resolved', order: order.map(({ id }) => id) })
  }

  function resolve(from: 'known' | 'whole' | 'newest'): void {
    const best = orderOf(parts, app)[0]
    const isSettled = !registry.isBrief() || !isUnsettled(parts, app)
    if (from === 'known' && isSettled && best && ready.at(place, best.id)) return resolved()
    if (from === 'whole' && !registry.isBrief()) return resolved()
    const { signal } = ending
    void askRegistry(from).then(() => signal.aborted || resolved())
  }

  async function askRegistry(from: 'known' | 'whole' | 'newest'): Promise<void> {
    if (from === 'known') await registry.ready()
    if (from === 'newest') await registry.renew()
    else if (from === 'whole' || isUnsettled(parts, app)) await registry.complete(app)
  }

  function bring(id: string, isHedge: boolean): void {
    const release = order.find(each => each.id === id)
    if (!release || ready.at(place, id)) return dispatch({ type: 'loaded', release: id })
    const { signal } = ending
    startedAt ??= performance.now()
    const leftMs = Math.max(leastMs, startedAt + togetherMs - performance.now())
    const onLocaleFailure = (reason: string) => reports.failure({ app, pathname, release: id }, 'locale', reason)
    const onQuiet = () => dispatch({ type: 'quiet', release: id })
    load({ ...place, release, signal, onQuiet, onLocaleFailure, withinMs: isHedge ? leftMs : stallMs }).then(
      remote => {
        ready.add(place, remote)
        if (!signal.aborted) dispatch({ type: 'loaded', release: id })
      },
      (thrown: unknown) => signal.aborted || failed(id, thrown),
    )
  }

  function failed(release: string, thrown: unknown): void {
    if (thrown instanceof SharedFailure) return dispatch({ type: 'sharedFailed', reason: reasonOf(thrown) })
    const { phase, reason, mayRetry } =
      thrown instanceof LoadFailure ? thrown : new LoadFailure('door', reasonOf(thrown))
    dispatch({ type: 'failed', release, phase, reason, mayRetry })
  }

  return function run(effect: AreaEffect): void {
    if (effect.do === 'resolve') return resolve(effect.from)
    if (effect.do === 'load') return bring(effect.release, effect.isHedge)
    if (effect.do !== 'abort') return tell(effect, place, parts)
    ending.abort()
    ending = new AbortController()
    startedAt = undefined
  }
}

/** Effects that no event follows. */
function tell(effect: AreaEffect, { app, pathname }: AreaPage, { quarantine, reports }: AreaParts): void {
  if (effect.do === 'postpone') return quarantine.postpone(releaseKey(app, effect.release))
  if (effect.do === 'report')
    return reports.failure({ app, pathname, release: effect.release }, effect.phase, effect.reason)
  if (effect.do === 'reportShell') return reports.failure({ app: 'shell', pathname }, 'preload', effect.reason)
  if (effect.do === 'reportCard') return reports.card({ app, pathname, release: effect.release }, effect.reason)
  if (effect.do === 'forget') return quarantine.reset(app)
  if (effect.do === 'reload') location.reload()
}
