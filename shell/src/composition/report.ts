import {
  apiCodes,
  releaseKey,
  reportPaths,
  tagOf,
  type browserFamilies,
  type reportHealth,
  type reportVisits,
  type RequestOf,
} from '@adcoin/contract'
import type { FailurePhase } from './fallback.ts'
import { browserNumber, stored, type LiveReleases } from './live.ts'

type Visit = RequestOf<typeof reportVisits>['visits'][number]

/** Whose failure it was, and where. Without `release` the live one is meant, without `pathname` the page's address. */
type Place = { app: string; release?: string | undefined; pathname?: string }

/** One step of a load in this page, or a failure. */
export type Logged = {
  /** As `performance.now()`. */
  readonly time: number
  readonly app: string
  readonly release: string
  /** `load`: it began; `shown`: it is on screen; `card`: no release is; else what failed. */
  readonly phase: 'load' | 'shown' | 'card' | FailurePhase
  readonly reason: string
}

export type Report = ReturnType<typeof createReport>

/** Leaves room for the place; the contract allows 300. */
const reasonLength = 220
/** Health reports of one page, whatever happens in it. */
const mostReports = 20
/** The latest steps and failures that are kept. */
const mostLogged = 50
/** Long enough for the first screen and its data to have come, so that this request delays neither. */
const gatherMs = 4_000
/** One report and one message per app in this time, however much it throws. */
const runtimeQuietMs = 10_000
const seenKey = 'adcoin.seen'
const releasePattern = /\/releases\/(remote-[a-z][a-z0-9-]{1,30})\/([^/\s]+)\//

/** The one place that reports to the service what happens to releases in this browser. */
export function createReport(live: LiveReleases) {
  const known = new Set<string>()
  const number = () => live.published()?.number ?? 0
  const visits = gatherVisits(number)
  let log: readonly Logged[] = []
  let sent = 0

  function note(app: string, release: string, phase: Logged['phase'], reason = ''): void {
    log = [...log.slice(1 - mostLogged), { time: performance.now(), app, release, phase, reason }]
  }
  /** What a report says of a release besides its name. */
  function about(app: string, pathname: string) {
    const path = live.routeAt(pathname)?.path
    return { ...(path ? { path } : {}), ...live.side(app) }
  }
  /** A release could not be used, or broke while it was. `outcome`: people see that an area cannot be shown. */
  function failure({ app, release, pathname }: Place, phase: FailurePhase, thrown: unknown, outcome?: 'card'): void {
    const id = release ?? live.order(app)[0]
    note(app, id ?? '', outcome ?? phase, reasonOf(thrown))
    if (id === undefined) return
    // An override in one browser counts neither for nor against the live release.
    if (live.isOverride(app, id)) return live.redraw()
    if (sent++ >= mostReports) return
    void send(reportPaths.health, {
      app,
      release: id,
      phase,
      reason: reasonOf(thrown) + placeOf(thrown, app, id),
      generation: number(),
      ...(outcome ? { outcome } : {}),
      ...about(app, pathname ?? location.pathname),
    })
  }
  reportRuntimeFailures(failure)
  return {
    failure,
    /** The load of a release begins; only logged. */
    loading: (app: string, release: string) => note(app, release, 'load'),
    /** A release is on screen, so many ms after it was asked for. Sent some seconds later, together with others. */
    shown({ app, release, pathname }: Record<'app' | 'release' | 'pathname', string>, ms: number) {
      note(app, release, 'shown')
      const key = releaseKey(app, release)
      if (known.has(key) || live.isOverride(app, release)) return
      known.add(key)
      const took = Math.min(600_000, Math.max(0, Math.round(ms)))
      visits.add({ app, release, ms: took, ...about(app, pathname) })
    },
    /** The last steps and failures, oldest first. The same array until there is another one. */
    log: () => log,
  }
}

/** Errors that no boundary catches: in handlers and timers, and unhandled rejections. The stack names the release. */
function reportRuntimeFailures(failure: (place: Place, phase: 'runtime', thrown: unknown) => void): void {
  const reportedAt = new Map<string, number>()
  const tell = (thrown: unknown, file = '') => {
    const [, app, release] = releasePattern.exec(`${stackOf(thrown)} ${file}`) ?? []
    if (!app || !release || performance.now() - (reportedAt.get(app) ?? -Infinity) < runtimeQuietMs) return
    reportedAt.set(app, performance.now())
    failure({ app, release }, 'runtime', thrown)
  }
  addEventListener('error', event => tell(event.error, event.filename))
  addEventListener('unhandledrejection', event => tell(event.reason))
}

/** Whether a step is the end of a release in its area; reports while it is on screen are not. */
export function hasEnded({ phase }: Logged): boolean {
  return !['load', 'shown', 'card', 'runtime', 'locale'].includes(phase)
}

/** Any thrown value (`throw null`, frozen errors, throwing getters) as one line; never throws. */
export function reasonOf(thrown: unknown): string {
  try {
    return (thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)).slice(0, reasonLength)
  } catch {
    return 'something that cannot be read was thrown'
  }
}

/** The stack of whatever was thrown; never throws itself. */
function stackOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? (thrown.stack ?? '') : ''
  } catch {
    return ''
  }
}

/** The place in the release that threw, ` @ page-0.js:1:435`; empty if the stack has no file of the release. */
function placeOf(thrown: unknown, app: string, release: string): string {
  const after = stackOf(thrown).split(`/releases/${releaseKey(app, release)}/`)[1] ?? ''
  const [place] = /^[\w.-]{1,60}:\d+:\d+/.exec(after) ?? []
  return place === undefined ? '' : ` @ ${place}`
}

/** Gathers releases on screen and reports them in one request, at the latest when the page is closed. */
function gatherVisits(number: () => number) {
  let gathered: Visit[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const visits = gathered.splice(0, 10)
    if (visits.length > 0) void send(reportPaths.visits, { generation: number(), visits })
  }
  addEventListener('pagehide', flush)
  return {
    add(visit: Visit) {
      gathered = [...gathered, visit]
      timer ??= setTimeout(flush, gatherMs)
    },
  }
}

/** A number that the browser made up, since when the service knows it, and nothing about the person. */
function aboutBrowser() {
  const [browser, seen] = [browserNumber(), stored(storage => storage.getItem(seenKey))]
  const language = apiCodes.find(code => tagOf(code) === document.documentElement.lang)
  return {
    ...(browser ? { browser } : {}),
    ...(seen ? { seen: seen.slice(0, 60) } : {}),
    family: familyOf(navigator.userAgent),
    ...(language ? { language } : {}),
  }
}

function familyOf(agent: string): (typeof browserFamilies)[number] {
  if (/Chrom(e|ium)\//.test(agent)) return 'chromium'
  if (agent.includes('Firefox/')) return 'firefox'
  return agent.includes('Safari/') ? 'safari' : 'other'
}

/**
 * No personal data: the path is its pattern, never the address. Fire and forget: it must work while everything else is
 * broken, and must never break anything itself.
 */
async function send(path: string, report: RequestOf<typeof reportHealth | typeof reportVisits>): Promise<void> {
  try {
    const body = JSON.stringify({ ...report, ...aboutBrowser() })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(path, { method: 'POST', keepalive: true, credentials: 'omit', headers, body })
    const seen = ((await answer.json()) as { data?: { seen?: unknown } }).data?.seen
    if (typeof seen === 'string') stored(storage => storage.setItem(seenKey, seen))
  } catch {
    // A browser without keepalive, no network, or a page that is being torn down.
  }
}
