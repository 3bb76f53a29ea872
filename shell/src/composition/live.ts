import * as v from 'valibot'
import {
  AppName,
  browserKey,
  browserPattern,
  canaryGroupOf,
  Integrity,
  Live,
  LiveApp,
  releaseKey,
  type LiveVersion,
  type ReleaseTab,
} from '@adcoin/contract'
import { matchPath } from '@adcoin/router'
import { fallbackOrder, isRevoked } from './fallback.ts'

/** A route of a live remote: a pattern (`/task/:taskId`). */
export type AreaRoute = { app: string; path: string }
/** A tab with its labels in six languages. */
export type AreaTab = ReleaseTab & { app: string }

/** Storage key of the overrides of this browser: `{ "remote-wallet": "1.2.3-0a1b2c3d4e5f" }`. */
export const overrideKey = 'adcoin.use'
/** The published release that this browser uses in place of a remote's live one. */
export type Override = {
  readonly app: string
  readonly id: string
  /** Undefined where the gateway has no such release. */
  readonly found: (Pick<LiveApp, 'routes' | 'tabs'> & { readonly version: LiveVersion }) | undefined
}

export type LiveReleases = ReturnType<typeof openLive>

/** With its jitter at most 14.4 s: an open tab's next navigation uses a new release within 15 s. */
const intervalMs = 12_000
/** So that many tabs that were opened together do not ask together. */
const jitter = 0.2
/** Navigations and tab switches in quick succession ask once. */
const quietMs = 2_000
/** A page that has just come is the newest: it does not ask while its first screen and the screen's data arrive. */
const freshMs = 5_000
/** An answer that takes longer is given up, so that the next question can be asked. */
const answerMs = 10_000
/** An area waits this long for `/live.json`: without a fallback it is still better than none. */
const shortMs = 3_000
/** An organisation with more teams than that has more than one app. */
const mostApps = 300
/** More problems would add no information. */
const mostProblems = 5

type Read = { live: Live | undefined; problems: string[] }

/**
 * What is live, in this tab: one value from the page, then from `/live.json`. Its number never decreases.
 *
 * @param findOverrides  the releases that this browser chose
 */
export function openLive(findOverrides: () => Promise<readonly Override[]>) {
  const ending = new AbortController()
  const listeners = new Set<() => void>()
  const integrity = importMapOf(document)
  const isChecked = comparesScripts()
  const { live, problems } = liveInPage(document)
  let published = live
  let found: readonly Override[] = []
  let current = live
  let routes = routesOf(live)
  let tabs = tabsOf(live)
  /** `/live.json` of the number in use was read: nothing is left to be known. */
  let isWhole = false
  let isReachable = true
  let changes = 0
  let onProblem: (problem: string) => void = () => undefined
  let onReturn: () => void = () => undefined
  let finding: Promise<void> | undefined
  let asking: Promise<void> | undefined

  function tell(): void {
    changes++
    for (const listener of listeners) listener()
  }
  function use(next: Live | undefined): void {
    published = next
    current = next && withOverrides(next, found)
    routes = routesOf(current)
    tabs = tabsOf(current)
    tell()
  }
  async function ask(): Promise<void> {
    const answer = await fetchLive(ending.signal)
    if (ending.signal.aborted) return
    const number = published?.number ?? 0
    // A lower number is an old copy of the file on its way; what is in use stays.
    if (answer?.live && (answer.live.number > number || (answer.live.number === number && !isWhole))) {
      answer.problems.forEach(onProblem)
      isWhole = answer.problems.length === 0
      use(answer.live)
    }
    const isBack = answer !== undefined && !isReachable
    isReachable = answer !== undefined
    if (isBack) onReturn()
  }
  async function refresh(withinMs = shortMs): Promise<void> {
    asking ??= ask().finally(() => (asking = undefined))
    await Promise.race([asking, new Promise(done => setTimeout(done, withinMs))])
  }
  async function find(): Promise<void> {
    found = await findOverrides().catch(() => [])
    if (found.length > 0) use(published)
  }
  /** The side of the app's canary that this browser is on; nothing if none runs. */
  function side(app: string): { group?: ReturnType<typeof canaryGroupOf>; trial?: string } {
    const canary = current?.apps[app]?.canary
    return canary ? { group: canaryGroupOf(browserNumber() ?? '', app, canary), trial: canary.salt } : {}
  }

  const polling = startPolling(() => refresh(answerMs), ending.signal)
  addEventListener('online', () => onReturn(), { signal: ending.signal })
  return {
    /** As all other browsers have it; undefined while nothing is known. */
    published: () => published,
    overrides: () => overridesIn(published, found),
    /** 0 while none is known. */
    number: () => current?.number ?? 0,
    /** Whether every route is known. Until then a path without a remote may still have one. */
    isComplete: () => isWhole,
    /** The releases of an app to try in this browser, best first. */
    order: (app: string) => fallbackOrder(current, app, side(app).group === 'canary'),
    /** How a release is loaded; undefined where the page only names it: `complete` asks for it. */
    version: (app: string, release: string) => current?.apps[app]?.versions[release],
    side,
    isRevoked: (app: string, release: string) => isRevoked(current, app, release),
    /** Only this browser uses the release: its failures are no evidence against the live one. */
    isOverride: (app: string, release: string) =>
      overridesIn(published, found).some(each => each.app === app && each.id === release),
    /** The hash of a script in the page's import map. `isChecked`: this browser compares the script's bytes with it. */
    inImportMap: (url: string) =>
      Object.hasOwn(integrity, url) ? { integrity: integrity[url], isChecked } : undefined,
    /** Every route of every live remote: pattern (`/task/:taskId`). The same array until `onChange`. */
    routes: () => routes,
    /** Tabs of the live remotes, left to right. The same array until `onChange`. */
    tabs: () => tabs,
    /** The remote of a path; undefined if there is none, or if it is not known yet. */
    routeAt: (pathname: string) => routeOf(routes, pathname),
    /** Resolves when it is known what is live, or cannot be had for now. Never throws. */
    async ready() {
      if (!published) await refresh(answerMs)
      // A report names the shell's release, which a missing block does not contain.
      problems.splice(0).forEach(onProblem)
      if (published?.overrides) await (finding ??= find())
    },
    /** Asks `/live.json`; resolves after `withinMs` at the latest. Never throws. */
    refresh,
    /** The same, unless nothing is left to be known. */
    complete: async (withinMs?: number) => void (isWhole || (await refresh(withinMs))),
    /** Call at every navigation: `/live.json` is asked in the background. */
    navigated: polling.askSoon,
    /** Called after routes, tabs or releases changed, or if the screen must be drawn again. */
    onChange(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    redraw: tell,
    /** Number of calls of the listeners of `onChange`. */
    changes: () => changes,
    /**
     * @param problem  the page's block, `/live.json` or an app of them is missing, broken or forged
     * @param back     `/live.json` can be read again after it could not, or the browser is online again
     */
    connect(problem: (what: string) => void, back: () => void) {
      onProblem = problem
      onReturn = back
    },
    stop: () => ending.abort(),
  }
}

/** The value that `<script type="application/json" id="live">` of the page carries. */
function liveInPage(page: Document): Read {
  const text = page.getElementById('live')?.textContent
  return text ? readLiveText(text) : { live: undefined, problems: ['live_missing'] }
}

/**
 * Checks a value app by app: one forged or broken entry costs that app alone. Files lie in the folder of their app and
 * release, whatever is written.
 */
export function readLive(value: unknown): Read {
  const frame = v.safeParse(v.object({ ...Live.entries, apps: v.record(v.string(), v.unknown()) }), value)
  if (!frame.success) return { live: undefined, problems: ['live_invalid'] }
  const named = Object.entries(frame.output.apps)
  const problems = named.length > mostApps ? [`apps_refused ${named.length - mostApps}`] : []
  const apps = named.slice(0, mostApps).flatMap(([app, entry]) => {
    const read = v.is(AppName, app) ? v.safeParse(LiveApp, entry) : undefined
    if (read?.success) return [[app, read.output] as const]
    problems.push(`entry_refused ${app.slice(0, 40)}`)
    return []
  })
  return { live: { ...frame.output, apps: Object.fromEntries(apps) }, problems: problems.slice(0, mostProblems) }
}

function readLiveText(text: string): Read {
  try {
    return readLive(JSON.parse(text))
  } catch {
    return { live: undefined, problems: ['live_unreadable'] }
  }
}

/**
 * Fetches `/live.json`; undefined without an answer. A cache would return wrong bytes for as long as the host answers
 * 304: an unreadable answer is fetched once more past the cache.
 */
async function fetchLive(signal: AbortSignal): Promise<Read | undefined> {
  const request = async (cache: RequestCache) => {
    const answer = await fetch('/live.json', {
      cache,
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
    })
    return answer.ok ? readLiveText(await answer.text()) : undefined
  }
  try {
    const read = await request('no-cache')
    return read && read.problems.length > 0 ? await request('reload') : read
  } catch {
    return undefined
  }
}

const ImportMap = v.object({ integrity: v.record(v.string(), Integrity) })

function importMapOf(page: Document): Readonly<Record<string, string>> {
  try {
    return v.parse(ImportMap, JSON.parse(page.querySelector('script[type=importmap]')?.textContent ?? '')).integrity
  } catch {
    return {}
  }
}

/**
 * Whether this browser compares scripts with the hashes of an import map. Only its age shows it: Chromium 127, Firefox
 * 138 and Safari 18 do, and no older version has both of these features.
 */
function comparesScripts(): boolean {
  return 'try' in Promise && 'captureStackTrace' in Error
}

/** Polls at navigation, on becoming visible, and every 12 s ± 20 % while visible. A hidden tab never asks. */
function startPolling(ask: () => Promise<unknown>, signal: AbortSignal) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let quietUntil = performance.now() + freshMs
  let isAsking = false

  const askNow = async () => {
    if (isAsking || document.visibilityState !== 'visible') return
    isAsking = true
    quietUntil = performance.now() + quietMs
    await ask()
    isAsking = false
  }
  const askSoon = () => void (performance.now() >= quietUntil && askNow())
  const schedule = () => {
    clearTimeout(timer)
    if (document.visibilityState !== 'visible' || signal.aborted) return
    timer = setTimeout(() => void askNow().then(schedule), intervalMs * (1 - jitter + Math.random() * 2 * jitter))
  }
  const onVisibility = () => {
    askSoon()
    schedule()
  }
  document.addEventListener('visibilitychange', onVisibility, { signal })
  signal.addEventListener('abort', schedule)
  schedule()
  return { askSoon }
}

/** The releases that this browser chose and may use. */
function overridesIn(live: Live | undefined, found: readonly Override[]): readonly Override[] {
  return live?.overrides ? found.filter(({ app, id }) => !live.revoked.includes(releaseKey(app, id))) : []
}

/** Each chosen release in front of what is live, which is what it falls back to. */
function withOverrides(live: Live, chosen: readonly Override[]): Live {
  const entries = overridesIn(live, chosen).flatMap(({ app, id, found }) => {
    const entry = live.apps[app]
    if (!found || entry?.active === id) return []
    const { version, routes, tabs } = found
    const previous = entry ? [entry.active, ...entry.previous] : []
    return [[app, { active: id, previous, versions: { ...entry?.versions, [id]: version }, routes, tabs }]]
  })
  return entries.length > 0 ? { ...live, apps: { ...live.apps, ...Object.fromEntries(entries) } } : live
}

/** Every route of every live remote. Two remotes cannot have the same one: the release gate refuses it. */
export function routesOf(live: Live | undefined): readonly AreaRoute[] {
  return Object.entries(live?.apps ?? {}).flatMap(([app, { routes }]) => routes.map(({ path }) => ({ app, path })))
}

/** Tabs of the live remotes, left to right; equal orders go by app name. */
export function tabsOf(live: Live | undefined): readonly AreaTab[] {
  const tabs = Object.entries(live?.apps ?? {}).flatMap(([app, entry]) => entry.tabs.map(tab => ({ app, ...tab })))
  return tabs.sort((a, b) => a.order - b.order || (a.app < b.app ? -1 : 1))
}

/** The route that a path belongs to, in whichever order they are declared. */
export function routeOf(routes: readonly AreaRoute[], pathname: string): AreaRoute | undefined {
  const parameters = ({ path }: AreaRoute) => path.split('/:').length
  const found = routes.filter(route => matchPath({ path: route.path, end: true }, pathname))
  return found.sort((a, b) => parameters(a) - parameters(b))[0]
}

/** The number that this browser made up for itself. Undefined where it cannot be kept: each load would have another. */
export function browserNumber(): string | undefined {
  return stored(storage => {
    const kept = storage.getItem(browserKey) ?? ''
    if (browserPattern.test(kept)) return kept
    const bytes = Array.from(crypto.getRandomValues(new Uint8Array(8)), byte => byte.toString(16).padStart(2, '0'))
    storage.setItem(browserKey, bytes.join(''))
    return bytes.join('')
  })
}

/** Undefined where storage is blocked or full: this page simply knows less. */
export function stored<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(localStorage)
  } catch {
    return undefined
  }
}
