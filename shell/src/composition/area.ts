import { releaseKey, type ApiCode } from '@adcoin/contract'
import {
  closedArea,
  next,
  noMemory,
  pickRelease,
  type AreaEffect,
  type AreaEvent,
  type AreaState,
  type Memory,
} from './fallback.ts'
import type { LiveReleases } from './live.ts'
import { LoadFailure, removeSheets, type LoadRelease, type MountedRemote } from './load.ts'
import { reasonOf, type Report } from './report.ts'
import { SharedFailure } from './shared.ts'

/** A path of an area in a language. */
export type AreaPage = { app: string; pathname: string; language: ApiCode }

/** The view that the outlet draws. The same object until the view changes. */
export type View =
  | { readonly status: 'pending' }
  | { readonly status: 'unavailable' }
  /** `drawing` grows each time that it is to be drawn anew. */
  | { readonly status: 'ready'; readonly remote: MountedRemote; readonly drawing: number }

/** One area as `<RemoteOutlet>` uses it. */
export type Area = {
  view: () => View
  /** Settles with the first view that is not pending; `use()` reads it without suspending once it is settled. */
  readonly arrival: Promise<View>
  subscribe: (listener: () => void) => () => void
  /** The outlet is mounted; call what it returns when it goes. */
  enter: () => () => void
  shown: (remote: MountedRemote) => void
  /** It threw while it rendered. */
  broke: (remote: MountedRemote, thrown: unknown) => void
  retry: () => void
  /** Replaces the release on screen if it was revoked. */
  replaceRevoked: () => void
}

export type Areas = {
  /** The area at a path, which an outlet draws from now on. */
  area: (page: AreaPage) => Area
  /** Resolves when a release, or the card, can be drawn. Never throws. */
  open: (page: AreaPage) => Promise<unknown>
  /** Starts loading in the background. Never throws, never reports. */
  prefetch: (page: AreaPage) => Promise<void>
  /** Gives up what is loading for paths that were left. */
  navigated: (pathname: string) => void
  /** The network returned: what failed is forgotten, and areas whose card is on screen try again. */
  retryAll: () => void
  /** Forgets the failures of an app. */
  forget: (app: string) => void
  /** The release of an app that came last into this page. */
  mounted: (app: string) => MountedRemote | undefined
}

type Parts = { live: LiveReleases; load: LoadRelease; report: Report }
type OpenArea = Area & {
  readonly page: AreaPage
  state: () => AreaState
  dispatch: (event: AreaEvent) => void
  /** From now on a release counts as failed if it is not on screen within a limit. */
  expect: () => void
}
/** What the areas of a tab share. */
type Tab = Parts & {
  memories: Map<string, Memory>
  /** By app and release, in the order in which they came. */
  mounted: Map<string, MountedRemote>
}

/** A loaded release that renders nothing within this time counts as failed. */
const appearMs = 5_000
/** A release that follows a failed one gets less: the person has waited once already. */
const nextAppearMs = 1_400
/** An area waits this long for `/live.json` where the page only names its app: nothing can be shown before. */
const namedMs = 10_000

const pending: View = { status: 'pending' }
const unavailable: View = { status: 'unavailable' }

/** The areas of the page. */
export function createAreas(parts: Parts): Areas {
  const tab: Tab = { ...parts, memories: new Map(), mounted: new Map() }
  const areas = new Map<string, OpenArea>()
  let isFirst = true

  function areaAt(page: AreaPage): OpenArea {
    const key = `${page.app} ${page.pathname}`
    // The first area of the page was wanted as the page was.
    const since = isFirst ? 0 : performance.now()
    isFirst = false
    const area = areas.get(key) ?? openArea(page, since, tab, () => areas.get(key) === area && leave(area))
    areas.set(key, area)
    return area
  }
  function leave(area: OpenArea): void {
    areas.delete(`${area.page.app} ${area.page.pathname}`)
    area.dispatch({ type: 'left' })
  }
  const forget = (app: string) => {
    tab.memories.set(app, { ...memoryOf(tab, app), tried: [] })
  }

  return {
    area(page) {
      const area = areaAt(page)
      area.expect()
      return area
    },
    open: page => areaAt(page).arrival,
    prefetch: page => prefetch(page, tab),
    navigated(pathname) {
      for (const area of areas.values())
        if (area.page.pathname !== pathname && area.state().status !== 'shown') leave(area)
    },
    retryAll() {
      for (const app of tab.memories.keys()) forget(app)
      for (const area of areas.values()) area.dispatch({ type: 'returned' })
    },
    forget,
    mounted: app => [...tab.mounted.values()].findLast(remote => remote.app === app),
  }
}

function memoryOf({ memories }: Tab, app: string): Memory {
  return memories.get(app) ?? noMemory
}

function keepMounted({ mounted }: Tab, remote: MountedRemote): void {
  const key = releaseKey(remote.app, remote.release)
  mounted.delete(key)
  mounted.set(key, remote)
}

/** Holds the state of one area and runs the effects of its transitions. */
function openArea(page: AreaPage, since: number, tab: Tab, leaveIfOpen: () => void): OpenArea {
  const { live, report } = tab
  const { app, pathname } = page
  const listeners = new Set<() => void>()
  const run = createEffects(page, tab, dispatch)
  let state = closedArea(pathname)
  let view = pending
  let holders = 0
  let isExpected = false
  let appearing: ReturnType<typeof setTimeout> | undefined
  let arrive: (view: View) => void = () => undefined
  const arrival = new Promise<View>(resolve => (arrive = resolve))

  function dispatch(event: AreaEvent): void {
    const step = next(state, memoryOf(tab, app), event)
    const before = view
    if (step.state !== state) view = viewOf(step.state, view)
    state = step.state
    tab.memories.set(app, step.memory)
    if (view !== pending || state.status === 'left') {
      // `use()` then reads it without suspending.
      Object.assign(arrival, { status: 'fulfilled', value: view })
      arrive(view)
    }
    waitUntilShown()
    step.effects.forEach(run)
    if (view !== before) for (const listener of listeners) listener()
  }

  function viewOf({ status, release, drawing }: AreaState, shown: View): View {
    if (status === 'card') return unavailable
    if (status === 'shown') return shown
    const remote = status === 'ready' ? tab.mounted.get(releaseKey(app, release ?? '')) : undefined
    return remote ? { status: 'ready', remote, drawing } : pending
  }

  function waitUntilShown(): void {
    clearTimeout(appearing)
    const { status, release, pathname: at } = state
    if (!isExpected || status !== 'ready' || release === undefined) return
    const isNext = memoryOf(tab, app).tried.some(each => each.pathname === at)
    const limitMs = isNext ? nextAppearMs : appearMs
    appearing = setTimeout(() => {
      // A hidden tab draws when the browser lets it.
      if (document.visibilityState === 'hidden') return waitUntilShown()
      dispatch({ type: 'failed', release, phase: 'render', reason: `nothing of it was drawn for ${limitMs} ms` })
      // What React never committed subscribes to nothing.
      live.redraw()
    }, limitMs)
  }

  const area: OpenArea = {
    page,
    state: () => state,
    dispatch,
    expect() {
      if (isExpected) return
      isExpected = true
      waitUntilShown()
    },
    view: () => view,
    arrival,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    enter() {
      holders++
      return () => {
        holders--
        // Another outlet may take over in the same commit.
        queueMicrotask(() => holders === 0 && leaveIfOpen())
      }
    },
    shown({ release }) {
      if (state.status === 'ready') report.shown({ app, release, pathname }, performance.now() - since)
      dispatch({ type: 'shown', release })
      for (const other of tab.mounted.values())
        if (other.app === app && other.release !== release) removeSheets(app, other.release)
    },
    broke({ release }, thrown) {
      dispatch({ type: 'broke', release, reason: reasonOf(thrown), isForeign: isForeign(thrown) })
    },
    retry: () => dispatch({ type: 'retry' }),
    replaceRevoked() {
      if (state.release && live.isRevoked(app, state.release)) dispatch({ type: 'revoked' })
    },
  }
  dispatch({ type: 'opened' })
  return area
}

/** React's own calls find no node where something else (an add-on, a translator) has moved or removed it. */
function isForeign(thrown: unknown): boolean {
  return (
    thrown instanceof DOMException && thrown.name === 'NotFoundError' && /insertBefore|removeChild/.test(thrown.message)
  )
}

/** The effects of one area's transitions. */
function createEffects(page: AreaPage, tab: Tab, dispatch: (event: AreaEvent) => void): (effect: AreaEffect) => void {
  const { live, report } = tab
  const { app, pathname } = page
  let ending = new AbortController()

  async function ask(from: 'known' | 'newest'): Promise<void> {
    const { signal } = ending
    await (from === 'newest' ? live.refresh() : knowNext(page, tab))
    if (signal.aborted) return
    const order = live.order(app).filter(release => live.version(app, release) !== undefined)
    dispatch({ type: 'ordered', order })
  }

  async function load(release: string, withinMs: number): Promise<void> {
    const { signal } = ending
    report.loading(app, release)
    try {
      const remote = await tab.load({ ...page, release, signal, withinMs })
      keepMounted(tab, remote)
      if (!signal.aborted) dispatch({ type: 'loaded', release })
    } catch (thrown) {
      if (signal.aborted) return
      if (thrown instanceof SharedFailure) return dispatch({ type: 'sharedFailed', reason: reasonOf(thrown) })
      const { phase, reason } = thrown instanceof LoadFailure ? thrown : new LoadFailure('door', reasonOf(thrown))
      dispatch({ type: 'failed', release, phase, reason })
    }
  }

  return function run(effect) {
    switch (effect.do) {
      case 'ask':
        return void ask(effect.from)
      case 'load':
        return void load(effect.release, effect.withinMs)
      case 'report':
        return report.failure({ app, pathname, release: effect.release }, effect.phase, effect.reason)
      case 'reportShell':
        return report.failure({ app: 'shell', pathname }, 'preload', effect.reason)
      case 'reportCard':
        return report.card({ app, pathname, release: effect.release }, effect.reason)
      case 'reload':
        return location.reload()
      case 'abort':
        ending.abort()
        ending = new AbortController()
    }
  }
}

/** Waits for `/live.json` where the page leaves out how the next release is loaded. */
async function knowNext({ app, pathname }: AreaPage, tab: Tab): Promise<void> {
  const { live } = tab
  await live.ready()
  const order = live.order(app)
  const best = pickRelease(order, memoryOf(tab, app), pathname)
  if (best === undefined || live.version(app, best)) return
  const isOnlyNamed = order.every(release => live.version(app, release) === undefined)
  await live.complete(isOnlyNamed ? namedMs : undefined)
}

async function prefetch(page: AreaPage, tab: Tab): Promise<void> {
  const { app } = page
  const { signal } = new AbortController()
  try {
    await knowNext(page, tab)
    const [best] = tab.live.order(app)
    if (best === undefined || memoryOf(tab, app).tried.some(each => each.release === best)) return
    keepMounted(tab, await tab.load({ ...page, release: best, signal, withinMs: namedMs }))
  } catch {
    // The area reports it, should it be opened.
  }
}
