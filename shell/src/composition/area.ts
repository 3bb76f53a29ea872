import { releaseKey, type ApiCode } from '@adcoin/contract'
import { closedArea, next, noMemory, pickRelease, type AreaEffect, type AreaEvent, type Memory } from './fallback.ts'
import { LoadFailure, removeSheets } from './files.ts'
import type { LiveReleases } from './live.ts'
import type { LoadRelease, MountedRemote } from './load.ts'
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
export type OutletArea = Pick<
  Area,
  'view' | 'arrival' | 'subscribe' | 'enter' | 'shown' | 'broke' | 'retry' | 'replaceRevoked'
>

/** What the areas of a tab share. `mounted`: by app and release, in the order in which they came. */
export type Tab = {
  readonly live: LiveReleases
  readonly report: Report
  load: LoadRelease
  readonly memories: Map<string, Memory>
  readonly mounted: Map<string, MountedRemote>
}

/** A loaded release that renders nothing within this time counts as failed. */
const appearMs = 5_000
/** A release that follows a failed one gets less: the person has waited once already. */
const nextAppearMs = 1_400
/** An area waits this long for `/live.json` where the page only names its app: nothing can be shown before. */
const namedMs = 10_000

const pending: View = { status: 'pending' }
const unavailable: View = { status: 'unavailable' }

/** Holds the state of one area and runs the effects of its transitions. */
export class Area {
  readonly page: AreaPage
  /** Settles with the first view that is not pending; `use()` reads it without suspending once it is settled. */
  readonly arrival: Promise<View>
  readonly #tab: Tab
  readonly #since: number
  readonly #leave: () => void
  readonly #listeners = new Set<() => void>()
  #state: ReturnType<typeof closedArea>
  #view = pending
  #arrive: (view: View) => void = () => undefined
  #ending = new AbortController()
  #holders = 0
  #isExpected = false
  #appearing: ReturnType<typeof setTimeout> | undefined

  /**
   * @param since  when it was wanted, as `performance.now()`
   * @param leave  called when the last outlet that draws it has gone
   */
  constructor(page: AreaPage, tab: Tab, since: number, leave: () => void) {
    this.page = page
    this.#tab = tab
    this.#since = since
    this.#leave = leave
    this.#state = closedArea(page.pathname)
    this.arrival = new Promise(resolve => (this.#arrive = resolve))
  }

  readonly view = (): View => this.#view
  readonly isShown = (): boolean => this.#state.status === 'shown'
  readonly retry = (): void => this.dispatch({ type: 'retry' })

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The outlet is mounted; call what it returns when it goes. */
  enter(): () => void {
    this.#holders++
    return () => {
      this.#holders--
      // Another outlet may take over in the same commit.
      queueMicrotask(() => this.#holders === 0 && this.#state.status !== 'left' && this.#leave())
    }
  }

  /** An outlet draws it: from now on a release counts as failed if it is not on screen within a limit. */
  expect(): this {
    if (!this.#isExpected) this.#expectToAppear((this.#isExpected = true))
    return this
  }

  shown({ app, release }: MountedRemote): void {
    const { report, mounted } = this.#tab
    const { pathname } = this.page
    if (this.#state.status === 'ready') report.shown({ app, release, pathname }, performance.now() - this.#since)
    this.dispatch({ type: 'shown', release })
    for (const other of mounted.values())
      if (other.app === app && other.release !== release) removeSheets(app, other.release)
  }

  /** It threw while it rendered. */
  broke({ release }: MountedRemote, thrown: unknown): void {
    this.dispatch({ type: 'broke', release, reason: reasonOf(thrown), isForeign: isForeign(thrown) })
  }

  /** Replaces the release on screen if it was revoked. */
  replaceRevoked(): void {
    const { release } = this.#state
    if (release && this.#tab.live.isRevoked(this.page.app, release)) this.dispatch({ type: 'revoked' })
  }

  dispatch(event: AreaEvent): void {
    const { memories } = this.#tab
    const { app } = this.page
    const step = next(this.#state, memories.get(app) ?? noMemory, event)
    const before = this.#view
    if (step.state !== this.#state && step.state.status !== 'shown') this.#view = this.#viewOf(step.state)
    this.#state = step.state
    memories.set(app, step.memory)
    if (this.#view !== pending || this.#state.status === 'left') {
      // `use()` then reads it without suspending.
      Object.assign(this.arrival, { status: 'fulfilled', value: this.#view })
      this.#arrive(this.#view)
    }
    this.#expectToAppear()
    for (const effect of step.effects) this.#run(effect)
    if (this.#view !== before) for (const listener of this.#listeners) listener()
  }

  #viewOf({ status, release = '', drawing }: ReturnType<typeof closedArea>): View {
    if (status === 'card') return unavailable
    const remote = status === 'ready' ? this.#tab.mounted.get(releaseKey(this.page.app, release)) : undefined
    return remote ? { status: 'ready', remote, drawing } : pending
  }

  #expectToAppear(isExpected = this.#isExpected): void {
    clearTimeout(this.#appearing)
    const { status, release, pathname } = this.#state
    if (!isExpected || status !== 'ready' || release === undefined) return
    const hasFailed = this.#tab.memories.get(this.page.app)?.tried.some(each => each.pathname === pathname)
    const limitMs = hasFailed ? nextAppearMs : appearMs
    this.#appearing = setTimeout(() => {
      // A hidden tab draws when the browser lets it.
      if (document.visibilityState === 'hidden') return this.#expectToAppear()
      this.dispatch({ type: 'failed', release, phase: 'render', reason: `nothing was drawn for ${limitMs} ms` })
      // What React never committed subscribes to nothing.
      this.#tab.live.redraw()
    }, limitMs)
  }

  #run(effect: AreaEffect): void {
    const { report } = this.#tab
    const { app, pathname } = this.page
    if (effect.do === 'ask') void this.#ask(effect.from)
    if (effect.do === 'load') void this.#load(effect.release, effect.withinMs)
    if (effect.do === 'report') report.failure({ app, pathname, release: effect.release }, effect.phase, effect.reason)
    if (effect.do === 'reportShell') report.failure({ app: 'shell', pathname }, 'preload', effect.reason)
    if (effect.do === 'reportCard') report.card({ app, pathname, release: effect.release }, effect.reason)
    if (effect.do === 'reload') location.reload()
    if (effect.do !== 'abort') return
    this.#ending.abort()
    this.#ending = new AbortController()
  }

  async #ask(from: 'known' | 'newest'): Promise<void> {
    const { live } = this.#tab
    const { app } = this.page
    const { signal } = this.#ending
    await (from === 'newest' ? live.refresh() : knowNext(this.page, this.#tab))
    if (signal.aborted) return
    this.dispatch({ type: 'ordered', order: live.order(app).filter(release => live.version(app, release)) })
  }

  async #load(release: string, withinMs: number): Promise<void> {
    const { load, report } = this.#tab
    const { signal } = this.#ending
    report.loading(this.page.app, release)
    try {
      keepMounted(this.#tab, await load({ ...this.page, release, signal, withinMs }))
      if (!signal.aborted) this.dispatch({ type: 'loaded', release })
    } catch (thrown) {
      if (signal.aborted) return
      const { phase, reason } = thrown instanceof LoadFailure ? thrown : new LoadFailure('door', reasonOf(thrown))
      if (thrown instanceof SharedFailure) this.dispatch({ type: 'sharedFailed', reason })
      else this.dispatch({ type: 'failed', release, phase, reason })
    }
  }
}

/** React's own calls, with no remote in the stack, find no node where an add-on has moved or removed it. */
function isForeign(thrown: unknown): boolean {
  if (!(thrown instanceof DOMException) || thrown.name !== 'NotFoundError') return false
  const text = `${thrown.message} ${thrown.stack}`
  return /insertBefore|removeChild/.test(text) && !text.includes('/releases/remote-')
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
export async function prefetch(page: AreaPage, tab: Tab): Promise<void> {
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
