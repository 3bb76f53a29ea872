import {
  apiCodes,
  buildReleaseKey,
  reportPaths,
  tagOf,
  type browserFamilies,
  type reportHealth,
  type reportVisits,
  type RequestOf,
} from '@adcoin/contract'
import { getBrowserNumber } from './browser-number.ts'
import type { FailurePhase } from './fallback.ts'
import type { LiveReleases } from './live.ts'
import { SharedFailure } from './load-failure.ts'
import { withStorage } from './with-storage.ts'

type Visit = RequestOf<typeof reportVisits>['visits'][number]

/** The release that failed, and where. Defaults: the live `release`, the page's `pathname`. */
type FailureTarget = { app: string; release?: string | undefined; pathname?: string }

/** One step of a load in this page, or a failure. */
export type LogEntry = {
  /** As `performance.now()`. */
  readonly time: number
  readonly app: string
  readonly release: string
  /** `load`: began to load; `shown`: is on screen; `card`: the error card is; else the phase that failed. */
  readonly phase: 'load' | 'shown' | 'card' | FailurePhase
  readonly reason: string
}

export type Report = ReturnType<typeof createReport>

/** Leaves room for the source position; the contract allows 300. */
const reasonLength = 220
/** Health reports of one page, whatever happens in it. */
const mostReports = 20
/** The latest steps and failures that are kept. */
const mostLogged = 50
/** Long enough for the first screen and its data to load, so that this request delays neither. */
const collectMs = 4_000
/** One report and one message per app in this time, however much it throws. */
const runtimeQuietMs = 10_000
const seenKey = 'adcoin.seen'
const releasePattern = /\/releases\/(remote-[a-z][a-z0-9-]{1,30})\/([^/\s]+)\//

/** The one place that reports to the service what happens to releases in this browser. */
export function createReport(live: LiveReleases) {
  const reportedReleases = new Set<string>()
  const number = () => live.published()?.number ?? 0
  const visits = collectVisits(number)
  let log: readonly LogEntry[] = []
  let sent = 0

  function logStep(app: string, release: string, phase: LogEntry['phase'], reason = ''): void {
    log = [...log.slice(1 - mostLogged), { time: performance.now(), app, release, phase, reason }]
  }
  /** The route and the canary side for a report. */
  function describeContext(app: string, pathname: string) {
    const path = live.routeAt(pathname)?.path
    return { ...(path ? { path } : {}), ...live.side(app) }
  }
  /** Reports that a release could not be used, or broke on screen. `outcome`: the error card is on screen. */
  function failure(
    { app, release, pathname }: FailureTarget,
    phase: FailurePhase,
    thrown: unknown,
    outcome?: 'card',
  ): void {
    // Firefox and WebKit reject what a page that is being left has asked for: no release is to blame.
    if (phase === 'runtime' && (thrown instanceof SharedFailure || isMissingScript(describeThrown(thrown)))) return
    const id = release ?? live.order(app)[0]
    logStep(app, id ?? '', outcome ?? phase, describeThrown(thrown))
    if (id === undefined) return
    // An override in one browser counts neither for nor against the live release.
    if (live.isOverride(app, id)) return live.redraw()
    if (sent++ >= mostReports) return
    void send(reportPaths.health, {
      app,
      release: id,
      phase,
      // An area has described what it caught, with its position.
      reason: typeof thrown === 'string' ? thrown.slice(0, 300) : describeFailure(thrown, app, id),
      generation: number(),
      ...(outcome ? { outcome } : {}),
      ...describeContext(app, pathname ?? location.pathname),
    })
  }
  reportRuntimeFailures(failure)
  return {
    failure,
    /** Logs that the load of a release begins. */
    markLoading: (app: string, release: string) => logStep(app, release, 'load'),
    /** Reports a release on screen, `ms` after it was requested. Sent some seconds later, together with others. */
    markShown({ app, release, pathname }: Record<'app' | 'release' | 'pathname', string>, ms: number) {
      logStep(app, release, 'shown')
      const key = buildReleaseKey(app, release)
      if (reportedReleases.has(key) || live.isOverride(app, release)) return
      reportedReleases.add(key)
      const took = Math.min(600_000, Math.max(0, Math.round(ms)))
      visits.add({ app, release, ms: took, ...describeContext(app, pathname) })
    },
    /** The last steps and failures, oldest first. The same array until there is another one. */
    log: () => log,
  }
}

/** Reports errors that no boundary catches: in handlers, timers and rejections. The stack names the release. */
function reportRuntimeFailures(failure: (target: FailureTarget, phase: 'runtime', thrown: unknown) => void): void {
  const reportedAt = new Map<string, number>()
  const reportThrown = (thrown: unknown, file = '') => {
    const [, app, release] = releasePattern.exec(`${readStack(thrown)} ${file}`) ?? []
    if (!app || !release || performance.now() - (reportedAt.get(app) ?? -Infinity) < runtimeQuietMs) return
    reportedAt.set(app, performance.now())
    failure({ app, release }, 'runtime', thrown)
  }
  addEventListener('error', event => reportThrown(event.error, event.filename))
  addEventListener('unhandledrejection', event => reportThrown(event.reason))
}

/** Each browser words differently that a script did not arrive, or was rejected. */
export function isMissingScript(reason: string): boolean {
  return /dynamically imported module|module script failed/i.test(reason)
}

/** Whether a step ended a release in its area; reports about a release on screen did not. */
export function hasEnded({ phase }: LogEntry): boolean {
  return !['load', 'shown', 'card', 'runtime', 'locale'].includes(phase)
}

/** Any thrown value (`throw null`, frozen errors, throwing getters) as one line; never throws. */
export function describeThrown(thrown: unknown): string {
  try {
    return (thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)).slice(0, reasonLength)
  } catch {
    return 'an unreadable value was thrown'
  }
}

/** The stack of whatever was thrown; never throws itself. */
function readStack(thrown: unknown): string {
  try {
    return thrown instanceof Error ? (thrown.stack ?? '') : ''
  } catch {
    return ''
  }
}

/** The thrown value in words, and the position in the release that threw it. */
export function describeFailure(thrown: unknown, app: string, release: string, componentStack = ''): string {
  return describeThrown(thrown) + findSourcePosition(thrown, app, release, componentStack)
}

/**
 * The source position that threw, ` @ page-0.js:1:435`; empty if no stack has a file of the release.
 *
 * @param componentStack  React's, for a thrown value that has no stack of its own
 */
export function findSourcePosition(thrown: unknown, app: string, release: string, componentStack = ''): string {
  const folder = `/releases/${buildReleaseKey(app, release)}/`
  const after = `${readStack(thrown)}\n${componentStack}`.split(folder)[1] ?? ''
  const [position] = /^[\w.-]{1,60}:\d+:\d+/.exec(after) ?? []
  return position === undefined ? '' : ` @ ${position}`
}

/** Collects visits and reports them in one request, at the latest when the page is closed. */
function collectVisits(number: () => number) {
  let collected: Visit[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const visits = collected.splice(0, 10)
    if (visits.length > 0) void send(reportPaths.visits, { generation: number(), visits })
  }
  addEventListener('pagehide', flush)
  return {
    add(visit: Visit) {
      collected = [...collected, visit]
      timer ??= setTimeout(flush, collectMs)
    },
  }
}

/** The browser's random number, since when the service knows it, family and language. Nothing about the person. */
function describeBrowser() {
  const [browser, seen] = [getBrowserNumber(), withStorage(storage => storage.getItem(seenKey))]
  const language = apiCodes.find(code => tagOf(code) === document.documentElement.lang)
  return {
    ...(browser ? { browser } : {}),
    ...(seen ? { seen: seen.slice(0, 60) } : {}),
    family: detectFamily(navigator.userAgent),
    ...(language ? { language } : {}),
  }
}

function detectFamily(agent: string): (typeof browserFamilies)[number] {
  if (/Chrom(e|ium)\//.test(agent)) return 'chromium'
  if (agent.includes('Firefox/')) return 'firefox'
  return agent.includes('Safari/') ? 'safari' : 'other'
}

/**
 * Sends a report without personal data: the path is its pattern, never the address. It ignores every failure, because
 * it runs while other code is broken and must not break anything.
 */
async function send(path: string, report: RequestOf<typeof reportHealth | typeof reportVisits>): Promise<void> {
  try {
    const body = JSON.stringify({ ...report, ...describeBrowser() })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(path, { method: 'POST', keepalive: true, credentials: 'omit', headers, body })
    const seen = ((await answer.json()) as { data?: { seen?: unknown } }).data?.seen
    if (typeof seen === 'string') withStorage(storage => storage.setItem(seenKey, seen))
  } catch {
    // A browser without keepalive, no network, or a page that is closing.
  }
}
