import { advanceArea, noMemory, createAreaState, pickRelease, type AreaEffect, type AreaEvent } from './fallback.ts'
import type { AreaPage, MountedRemote } from './load.ts'
import { LoadFailure, SharedFailure } from './load-failure.ts'
import { describeFailure, describeThrown, findSourcePosition } from './report.ts'
import { removeOtherSheets } from './style-sheets.ts'
import { awaitNextVersion, type Tab } from './tab.ts'

/** What the outlet draws. The same object until it changes. */
export type View =
  | { readonly status: 'pending' }
  | { readonly status: 'unavailable' }
  /** `drawing` grows each time that the release must be drawn again. */
  | { readonly status: 'ready'; readonly remote: MountedRemote; readonly drawing: number }

/** One area as `<RemoteOutlet>` uses it. */
export type OutletArea = Pick<
  Area,
  'view' | 'arrival' | 'subscribe' | 'enter' | 'markShown' | 'handleBreak' | 'retry' | 'isRevoked' | 'replaceRevoked'
>

/** A loaded release of which nothing can be seen within this time counts as failed. */
const appearMs = 5_000
/** Shorter after a failed release, because the person has waited already, and once React has rendered the release. */
const nextAppearMs = 1_400
/** How long a page that is to be loaded again may take to answer. */
const reloadMs = 5_000
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
  #state: ReturnType<typeof createAreaState>
  #view = pending
  #remote: MountedRemote | undefined
  #arrive: (view: View) => void = () => undefined
  /** Aborts the question or load that the state began. */
  #ending = new AbortController()
  /** Never settles where the page is loaded again: nothing is tried in this one any more. */
  #reloading: Promise<void> | undefined
  #holders = 0
  #isExpected = false
  #appearing: ReturnType<typeof setTimeout> | undefined

  /**
   * @param since  when the area was opened, as `performance.now()`
   * @param leave  called when the last outlet that draws it has unmounted, unless it is kept
   */
  constructor(page: AreaPage, tab: Tab, since: number, leave: () => void) {
    this.page = page
    this.#tab = tab
    this.#since = since
    this.#leave = leave
    this.#state = createAreaState(page.pathname)
    this.arrival = new Promise(resolve => (this.#arrive = resolve))
    void this.#ask('known')
  }

  readonly view = (): View => this.#view
  readonly isShown = (): boolean => this.#state.status === 'shown'
  readonly isPaused = (): boolean => this.#state.status === 'paused'
  readonly retry = (): void => this.dispatch({ type: 'retry' })

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** True if its screen may be shown again: it worked, and a new visit would get the same release. */
  canResume(): boolean {
    const { status, release } = this.#state
    const { live, memories, mounted } = this.#tab
    const { app, pathname } = this.page
    return (
      (status === 'shown' || status === 'paused') &&
      // The style sheets of a release go when another one is shown.
      mounted.get(app)?.release === release &&
      pickRelease(live.order(app), memories.get(app) ?? noMemory, pathname) === release
    )
  }

  /** Call when an outlet mounts or is visible again, and the returned function when it unmounts or is hidden. */
  enter(): () => void {
    this.#holders++
    this.dispatch({ type: 'resumed' })
    this.#expectToAppear()
    // The path was left while React rendered it: its next area takes over.
    if (this.#state.status === 'left') queueMicrotask(this.#tab.live.redraw)
    return () => {
      this.#holders--
      // Another outlet may take over in the same commit.
      queueMicrotask(() => {
        if (this.#holders > 0 || this.#state.status === 'left') return
        if (this.#tab.kept.includes(this.page.pathname)) this.dispatch({ type: 'paused' })
        if (!this.isPaused()) this.#leave()
      })
    }
  }

  /** Call when an outlet draws the area: from now on a release fails if it does not appear within a limit. */
  expect(): this {
    if (this.#isExpected) return this
    this.#isExpected = true
    this.#expectToAppear()
    return this
  }

  markShown({ app, release }: MountedRemote): void {
    const { pathname } = this.page
    if (this.#state.status === 'ready')
      this.#tab.report.markShown({ app, release, pathname }, performance.now() - this.#since)
    this.dispatch({ type: 'shown', release })
    removeOtherSheets(app, release)
  }

  /** Call when a release threw while it rendered, or in an effect. */
  handleBreak({ app, release }: MountedRemote, thrown: unknown, componentStack?: string): void {
    const reason = describeFailure(thrown, app, release, componentStack)
    this.dispatch({ type: 'broke', release, reason, isForeign: isForeign(thrown) })
  }

  /** Whether the release on screen was revoked. */
  isRevoked(): boolean {
    const { release } = this.#state
    return release !== undefined && this.#tab.live.isRevoked(this.page.app, release)
  }

  /** Replaces the release on screen if it was revoked. */
  replaceRevoked(): void {
    if (this.isRevoked()) this.dispatch({ type: 'revoked' })
  }

  dispatch(event: AreaEvent): void {
    const { memories } = this.#tab
    const { app } = this.page
    const step = advanceArea(this.#state, memories.get(app) ?? noMemory, event)
    if (step.state === this.#state) return
    this.#state = step.state
    memories.set(app, step.memory)
    this.#ending.abort()
    this.#ending = new AbortController()
    this.#draw()
    this.#expectToAppear()
    for (const effect of step.effects) this.#run(effect)
  }

  #draw(): void {
    const { status, drawing } = this.#state
    const before = this.#view
    if (status === 'shown' || status === 'paused') return
    if (status === 'card') this.#view = unavailable
    else this.#view = status === 'ready' && this.#remote ? { status, remote: this.#remote, drawing } : pending
    if (this.#view !== pending || status === 'left') {
      // `use()` then reads it without suspending.
      void Object.assign(this.arrival, { status: 'fulfilled', value: this.#view })
      this.#arrive(this.#view)
    }
    if (this.#view !== before) for (const listener of this.#listeners) listener()
  }

  #expectToAppear(): void {
    clearTimeout(this.#appearing)
    const { status, release, pathname } = this.#state
    if (!this.#isExpected || status !== 'ready' || release === undefined) return
    const hasFailed = this.#tab.memories.get(this.page.app)?.tried.some(each => each.pathname === pathname)
    const limitMs = hasFailed || this.#holders > 0 ? nextAppearMs : appearMs
    this.#appearing = setTimeout(() => {
      // A hidden tab draws when the browser lets it.
      if (document.visibilityState === 'hidden') return this.#expectToAppear()
      // React rendered a path that the person has left meanwhile: no person waits for it.
      if (location.pathname !== this.page.pathname) return this.#leave()
      this.dispatch({ type: 'failed', release, phase: 'render', reason: `nothing was drawn for ${limitMs} ms` })
      // An outlet that React never committed is not subscribed.
      this.#tab.live.redraw()
    }, limitMs)
  }

  #run(effect: AreaEffect): void {
    if (effect.do === 'ask') void this.#ask(effect.from)
    if (effect.do === 'load') void this.#load(effect.release, effect.withinMs)
    if (effect.do === 'reload') this.#reloading = reloadOnline(this.#tab.reload)
    if (effect.do !== 'report') return
    const { app = this.page.app, release, phase, reason, outcome } = effect
    this.#tab.report.failure({ app, pathname: this.page.pathname, release }, phase, reason, outcome)
  }

  async #ask(from: 'known' | 'newest'): Promise<void> {
    const { live } = this.#tab
    const { app } = this.page
    const { signal } = this.#ending
    await this.#reloading
    await (from === 'newest' ? live.refresh() : awaitNextVersion(this.page, this.#tab))
    if (signal.aborted) return
    this.dispatch({ type: 'ordered', order: live.order(app).filter(release => live.version(app, release)) })
  }

  async #load(release: string, withinMs: number): Promise<void> {
    const { load, report, mounted } = this.#tab
    const { app } = this.page
    const { signal } = this.#ending
    await this.#reloading
    if (signal.aborted) return
    report.markLoading(app, release)
    try {
      const remote = await load({ ...this.page, release, signal, withinMs })
      mounted.set(app, remote)
      if (signal.aborted) return
      this.#remote = remote
      this.dispatch({ type: 'loaded', release })
    } catch (thrown) {
      if (signal.aborted) return
      if (thrown instanceof SharedFailure) return this.dispatch({ type: 'sharedFailed', reason: thrown.message })
      const { phase, message, cause } =
        thrown instanceof LoadFailure ? thrown : new LoadFailure('door', describeThrown(thrown), thrown)
      this.dispatch({ type: 'failed', release, phase, reason: message + findSourcePosition(cause, app, release) })
    }
  }
}

/** Loads the page again once its address answers: without a network the person would lose what it still shows. */
async function reloadOnline(reload: () => void): Promise<void> {
  const asking = {
    method: 'HEAD',
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(reloadMs),
  } as const
  const answer = await fetch(location.pathname, asking).catch(() => undefined)
  if (!answer?.ok) return
  reload()
  await new Promise(() => undefined)
}

/** Whether React itself failed, without a remote in the stack, on a node that an add-on has moved or removed. */
function isForeign(thrown: unknown): boolean {
  if (!(thrown instanceof DOMException) || thrown.name !== 'NotFoundError') return false
  const text = `${thrown.message} ${thrown.stack}`
  return /insertBefore|removeChild/.test(text) && !text.includes('/releases/remote-')
}
