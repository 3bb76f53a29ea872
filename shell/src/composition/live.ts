import { assignCanaryGroup, type Live, type LiveApp, type LiveVersion } from '@adcoin/contract'
import { getBrowserNumber } from './browser-number.ts'
import { computeFallbackOrder, isRevoked } from './fallback.ts'
import {
  answerMs,
  fetchLive,
  parseLive,
  findRoute,
  listRoutes,
  listTabs,
  type AreaRoute,
  type AreaTab,
} from './read-live.ts'

/** Storage key of the overrides of this browser: `{ "remote-wallet": "1.2.3-0a1b2c3d4e5f" }`. */
export const overrideKey = 'adcoin.use'
/** A published release that this browser uses in place of a remote's live one. */
export type Override = {
  readonly app: string
  readonly id: string
  /** Undefined where the gateway has no such release. */
  readonly found: (Pick<LiveApp, 'routes' | 'tabs'> & { readonly version: LiveVersion }) | undefined
}
/** `overrides`: those that may be used. `live`: the live releases with the overrides as active ones. */
export type ApplyOverrides = (live: Live) => { overrides: readonly Override[]; live: Live }
type LiveParts = {
  /** The releases that this browser uses in place of live ones; undefined if none. */
  findOverrides: () => Promise<ApplyOverrides | undefined>
  /** Called if the page's block, `/live.json` or an app in them is missing, broken or forged. */
  onProblem: (problem: string) => void
  /** Called when `/live.json` is readable again, or the browser is online again. */
  onReturn: () => void
}

/** With its jitter at most 14.4 s: an open tab's next navigation uses a new release within 15 s. */
const intervalMs = 12_000
/** Spreads the polls of tabs that were opened together. */
const jitter = 0.2
/** Navigations and tab switches within this time poll once. */
const quietMs = 2_000
/** A new page is up to date: it does not poll while its first screen and its data load. */
const freshMs = 5_000
/** An area waits this long for `/live.json`, then goes on without its fallback releases. */
const shortMs = 3_000
/** The live releases in this tab: first from the page, then from `/live.json`. Their number never decreases. */
export class LiveReleases {
  readonly #listeners = new Set<() => void>()
  readonly #parts: LiveParts
  readonly #problems: readonly string[]
  #published: Live | undefined
  #applyOverrides: ApplyOverrides | undefined
  #current: Live | undefined
  #overrides: readonly Override[] = []
  #routes: readonly AreaRoute[] = []
  #tabs: readonly AreaTab[] = []
  /** Whether `/live.json` of the current number was read: the value is complete. */
  #isComplete = false
  #isReachable = true
  #changes = 0
  #starting: Promise<void> | undefined
  #refreshing: Promise<void> | undefined

  constructor(parts: LiveParts) {
    const text = document.getElementById('live')?.textContent
    const { live, problems } = text ? parseLive(text) : { live: undefined, problems: ['live_missing'] }
    this.#parts = parts
    this.#problems = problems
    this.#use(live)
    addEventListener('online', parts.onReturn)
  }

  /** Without the overrides of this browser; undefined while unknown. */
  readonly published = (): Live | undefined => this.#published
  readonly overrides = (): readonly Override[] => this.#overrides
  /** Whether every route is known. Until then a path without a remote may still have one. */
  readonly isComplete = (): boolean => this.#isComplete
  /** Every route of every live remote. The same array until `onChange`. */
  readonly routes = (): readonly AreaRoute[] => this.#routes
  /** Tabs of the live remotes, left to right. The same array until `onChange`. */
  readonly tabs = (): readonly AreaTab[] => this.#tabs
  /** The route of a path; undefined if there is none, or if it is not known yet. */
  readonly routeAt = (pathname: string): AreaRoute | undefined => findRoute(this.#routes, pathname)
  /** How often the listeners of `onChange` were called. */
  readonly changes = (): number => this.#changes

  /** The listener is called after a change of routes, tabs or releases, and if the screen must be drawn again. */
  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly redraw = (): void => {
    this.#changes++
    for (const listener of this.#listeners) listener()
  }

  /** The releases of an app to try in this browser, best first. */
  order(app: string): readonly string[] {
    return computeFallbackOrder(this.#current, app, this.side(app).group === 'canary')
  }

  /** The files of a release; undefined if the page only names it: `complete` reads them. */
  version(app: string, release: string): LiveVersion | undefined {
    return this.#current?.apps[app]?.versions[release]
  }

  /** This browser's side of the app's canary; empty if none runs. */
  side(app: string): { group?: ReturnType<typeof assignCanaryGroup>; trial?: string } {
    const canary = this.#current?.apps[app]?.canary
    return canary ? { group: assignCanaryGroup(getBrowserNumber() ?? '', app, canary), trial: canary.salt } : {}
  }

  isRevoked(app: string, release: string): boolean {
    return isRevoked(this.#current, app, release)
  }

  /** Whether only this browser uses the release: its failures are no evidence against the live one. */
  isOverride(app: string, release: string): boolean {
    return this.#overrides.some(each => each.app === app && each.id === release)
  }

  /** Resolves when the live releases are known, or cannot be read now. Never throws. */
  readonly ready = (): Promise<void> => (this.#starting ??= this.#start())

  /** Reads `/live.json`; resolves after `withinMs` at the latest. Never throws. */
  readonly refresh = async (withinMs = shortMs): Promise<void> => {
    this.#refreshing ??= this.#readLiveFile().finally(() => (this.#refreshing = undefined))
    await Promise.race([this.#refreshing, new Promise(done => setTimeout(done, withinMs))])
  }

  /** Refreshes unless the value is complete. */
  async complete(withinMs?: number): Promise<void> {
    if (!this.#isComplete) await this.refresh(withinMs)
  }

  /** Call at every navigation: reads `/live.json` in the background. */
  readonly navigated = startPolling(() => void this.refresh())

  #use(live: Live | undefined): void {
    const overridden = live && this.#applyOverrides?.(live)
    this.#published = live
    this.#overrides = overridden?.overrides ?? []
    this.#current = overridden?.live ?? live
    this.#routes = listRoutes(this.#current)
    this.#tabs = listTabs(this.#current)
    this.redraw()
  }

  async #start(): Promise<void> {
    if (!this.#published) await this.refresh(answerMs)
    // After the refresh: a report names the shell's release, which a missing block does not contain.
    this.#problems.forEach(this.#parts.onProblem)
    if (!this.#published?.overrides) return
    this.#applyOverrides = await this.#parts.findOverrides().catch(() => undefined)
    if (this.#applyOverrides) this.#use(this.#published)
  }

  async #readLiveFile(): Promise<void> {
    const answer = await fetchLive()
    const number = this.#published?.number ?? 0
    // A lower number is an old copy of the file: the current value stays.
    if (answer?.live && (answer.live.number > number || (answer.live.number === number && !this.#isComplete))) {
      answer.problems.forEach(this.#parts.onProblem)
      this.#isComplete = answer.problems.length === 0
      this.#use(answer.live)
    }
    const isBack = answer !== undefined && !this.#isReachable
    this.#isReachable = answer !== undefined
    if (isBack) this.#parts.onReturn()
  }
}

/** Polls when the tab becomes visible, and every 12 s ± 20 % while visible. @returns polls unless it just did */
function startPolling(refresh: () => void): () => void {
  let quietUntil = performance.now() + freshMs
  const poll = () => {
    if (document.visibilityState !== 'visible') return
    quietUntil = performance.now() + quietMs
    refresh()
  }
  const pollSoon = () => {
    if (performance.now() >= quietUntil) poll()
  }
  document.addEventListener('visibilitychange', pollSoon)
  setInterval(poll, intervalMs * (1 - jitter + Math.random() * 2 * jitter))
  return pollSoon
}
