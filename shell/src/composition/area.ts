import { releaseKey, type ApiCode } from '@adcoin/contract'
import { closedArea, next, noMemory, pickRelease, type AreaEffect, type AreaEvent, type Memory } from './fallback.ts'
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

type Parts = { live: LiveReleases; load: LoadRelease; report: Report }
/** What the areas of a tab share. `mounted`: by app and release, in the order in which they came. */
type Tab = Parts & { memories: Map<string, Memory>; mounted: Map<string, MountedRemote> }

/** A loaded release that renders nothing within this time counts as failed. */
const appearMs = 5_000
/** A release that follows a failed one gets less: the person has waited once already. */
const nextAppearMs = 1_400
/** An area waits this long for `/live.json` where the page only names its app: nothing can be shown before. */
const namedMs = 10_000

const pending: View = { status: 'pending' }
const unavailable: View = { status: 'unavailable' }

/** The areas of the page. */
export function createAreas(parts: Parts) {
  const tab: Tab = { ...parts, memories: new Map(), mounted: new Map() }
  const areas = new Map<string, ReturnType<typeof openArea>>()
  let isFirst = true

  function areaAt(page: AreaPage) {
    const key = `${page.app} ${page.pathname}`
    const area = areas.get(key) ?? openArea(page, isFirst ? 0 : performance.now(), tab, () => leave(key))
    isFirst = false
    areas.set(key, area)
    return area
  }
  function leave(key: string): void {
    areas.get(key)?.dispatch({ type: 'left' })
    areas.delete(key)
  }
  return {
    /** The area at a path, which an outlet draws from now on. */
    area(page: AreaPage): Area {
      const area = areaAt(page)
      area.expect()
      return area
    },
    /** Resolves when a release, or the card, can be drawn. Never throws. */
    open: (page: AreaPage): Promise<unknown> => areaAt(page).arrival,
    prefetch: (page: AreaPage) => prefetch(page, tab),
    /** Gives up what is loading for paths that were left. */
    navigated(pathname: string) {
      for (const [key, area] of areas) if (area.page.pathname !== pathname && !area.isShown()) leave(key)
    },
    /** The network returned: what failed is forgotten, and areas whose card is on screen try again. */
    retryAll() {
      tab.memories.forEach((_, app) => forget(tab, app))
      for (const area of areas.values()) area.retry()
    },
    /** Forgets the failures of an app. */
    forget: (app: string) => forget(tab, app),
    /** The release of an app that came last into this page. */
    mounted: (app: string) => [...tab.mounted.values()].findLast(remote => remote.app === app),
  }
}

function forget({ memories }: Tab, app: string): void {
  memories.set(app, { ...(memories.get(app) ?? noMemory), tried: [] })
}

/**
 * Holds the state of one area and runs the effects of its transitions.
 *
 * @param since  when it was wanted, as `performance.now()`
 * @param leave  called when the last outlet that draws it has gone
 */
function openArea(page: AreaPage, since: number, tab: Tab, leave: () => void) {
  const { live, report } = tab
  const { app, pathname } = page
  const listeners = new Set<() => void>()
  const memory = () => tab.memories.get(app) ?? noMemory
  let state = closedArea(pathname)
  let view = pending
  let ending = new AbortController()
  let holders = 0
  let isExpected = false
  let appearing: ReturnType<typeof setTimeout> | undefined
  let arrive: (view: View) => void = () => undefined
  const arrival = new Promise<View>(resolve => (arrive = resolve))

  function dispatch(event: AreaEvent): void {
    const step = next(state, memory(), event)
    const before = view
    if (step.state !== state && step.state.status !== 'shown') view = viewOf(step.state)
    state = step.state
    tab.memories.set(app, step.memory)
    if (view !== pending || state.status === 'left') {
      // `use()` then reads it without suspending.
      Object.assign(arrival, { status: 'fulfilled', value: view })
      arrive(view)
    }
    expectToAppear()
    step.effects.forEach(run)
    if (view !== before) for (const listener of listeners) listener()
  }

  function viewOf({ status, release = '', drawing }: typeof state): View {
    if (status === 'card') return unavailable
    const remote = status === 'ready' ? tab.mounted.get(releaseKey(app, release)) : undefined
    return remote ? { status: 'ready', remote, drawing } : pending
  }

  function expectToAppear(): void {
    clearTimeout(appearing)
    const { status, release } = state
    if (!isExpected || status !== 'ready' || release === undefined) return
    const limitMs = memory().tried.some(each => each.pathname === pathname) ? nextAppearMs : appearMs
    appearing = setTimeout(() => {
      // A hidden tab draws when the browser lets it.
      if (document.visibilityState === 'hidden') return expectToAppear()
      dispatch({ type: 'failed', release, phase: 'render', reason: `nothing of it was drawn for ${limitMs} ms` })
      // What React never committed subscribes to nothing.
      live.redraw()
    }, limitMs)
  }

  function run(effect: AreaEffect): void {
    if (effect.do === 'ask') void ask(effect.from)
    if (effect.do === 'load') void load(effect.release, effect.withinMs)
    if (effect.do === 'report') report.failure({ app, pathname, release: effect.release }, effect.phase, effect.reason)
    if (effect.do === 'reportShell') report.failure({ app: 'shell', pathname }, 'preload', effect.reason)
    if (effect.do === 'reportCard') report.card({ app, pathname, release: effect.release }, effect.reason)
    if (effect.do === 'reload') location.reload()
    if (effect.do !== 'abort') return
    ending.abort()
    ending = new AbortController()
  }

  async function ask(from: 'known' | 'newest'): Promise<void> {
    const { signal } = ending
    await (from === 'newest' ? live.refresh() : knowNext(page, tab))
    if (signal.aborted) return
    dispatch({ type: 'ordered', order: live.order(app).filter(release => live.version(app, release)) })
  }

  async function load(release: string, withinMs: number): Promise<void> {
    const { signal } = ending
    report.loading(app, release)
    try {
      keepMounted(tab, await tab.load({ ...page, release, signal, withinMs }))
      if (!signal.aborted) dispatch({ type: 'loaded', release })
    } catch (thrown) {
      if (signal.aborted) return
      const { phase, reason } = thrown instanceof LoadFailure ? thrown : new LoadFailure('door', reasonOf(thrown))
      if (thrown instanceof SharedFailure) dispatch({ type: 'sharedFailed', reason })
      else dispatch({ type: 'failed', release, phase, reason })
    }
  }

  dispatch({ type: 'opened' })
  return {
    page,
    dispatch,
    isShown: () => state.status === 'shown',
    /** An outlet draws it: from now on a release counts as failed if it is not on screen within a limit. */
    expect() {
      if (isExpected) return
      isExpected = true
      expectToAppear()
    },
    view: () => view,
    arrival,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    enter() {
      holders++
      return () => {
        holders--
        // Another outlet may take over in the same commit.
        queueMicrotask(() => holders === 0 && state.status !== 'left' && leave())
      }
    },
    shown({ release }: MountedRemote) {
      if (state.status === 'ready') report.shown({ app, release, pathname }, performance.now() - since)
      dispatch({ type: 'shown', release })
      for (const other of tab.mounted.values())
        if (other.app === app && other.release !== release) removeSheets(app, other.release)
    },
    broke({ release }: MountedRemote, thrown: unknown) {
      dispatch({ type: 'broke', release, reason: reasonOf(thrown), isForeign: isForeign(thrown) })
    },
    retry: () => dispatch({ type: 'retry' }),
    replaceRevoked() {
      if (state.release && live.isRevoked(app, state.release)) dispatch({ type: 'revoked' })
    },
  }
}

/** React's own calls find no node where something else (an add-on, a translator) has moved or removed it. */
function isForeign(thrown: unknown): boolean {
  const isNotFound = thrown instanceof DOMException && thrown.name === 'NotFoundError'
  return isNotFound && /insertBefore|removeChild/.test(thrown.message)
}

function keepMounted({ mounted }: Tab, remote: MountedRemote): void {
  const key = releaseKey(remote.app, remote.release)
  mounted.delete(key)
  mounted.set(key, remote)
}

/** Waits for `/live.json` where the page leaves out how the next release is loaded. */
async function knowNext({ app, pathname }: AreaPage, { live, memories }: Tab): Promise<void> {
  await live.ready()
  const order = live.order(app)
  const best = pickRelease(order, memories.get(app) ?? noMemory, pathname)
  if (best === undefined || live.version(app, best)) return
  await live.complete(order.some(release => live.version(app, release)) ? undefined : namedMs)
}

/** Starts loading in the background. Never throws, never reports: the area does, should it be opened. */
async function prefetch(page: AreaPage, tab: Tab): Promise<void> {
  const { app } = page
  const { signal } = new AbortController()
  try {
    await knowNext(page, tab)
    const [release] = tab.live.order(app)
    if (release === undefined || tab.memories.get(app)?.tried.some(each => each.release === release)) return
    keepMounted(tab, await tab.load({ ...page, release, signal, withinMs: namedMs }))
  } catch {
    return
  }
}
