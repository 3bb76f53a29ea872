import {
  apiCodes,
  releaseKey,
  reportPaths,
  tagOf,
  type failurePhases,
  type reportHealth,
  type reportVisits,
  type RequestOf,
} from '@adcoin/contract'
import { keepSeen, browserFields } from './browser.ts'
import { stackOf } from './runtime-failures.ts'

type HealthReport = RequestOf<typeof reportHealth>
type VisitsReport = RequestOf<typeof reportVisits>
export type FailurePhase = (typeof failurePhases)[number]

/** Whose failure it was, and where. Without `release` the live one is meant, without `pathname` the page's address. */
type Place = { app: string; release?: string | undefined; pathname?: string }
/** Leaves room for the place; the contract allows 300. */
const reasonLength = 220
/** Health reports of one page, whatever happens in it. */
const mostReports = 20

/** A reported failure in this page. */
export type Logged = { readonly time: number; readonly app: string; readonly release: string; readonly what: string }
/** The latest of them that are kept. */
const mostLogged = 50

/** The composition's only channel to report failures of this browser to the service. */
export type Reports = {
  /** A release could not be used, or broke while it was. */
  failure: (place: Place, phase: FailurePhase, thrown: unknown) => void
  /** People see that an area cannot be shown, and why. */
  card: (place: Place, thrown: unknown) => void
  /**
   * Wrong use of the page, each kind once for each release.
   *
   * @param key  `remote-wallet/1.0.0-0a1b2c3d4e5f`
   */
  violation: (key: string, what: string) => void
  /** The last failures, oldest first, for the inspector. The same array until there is another failure. */
  log: () => readonly Logged[]
  /** A release is on screen, so many ms after it was asked for. Sent some seconds later, together with others. */
  mounted: (place: Place & { release: string }, ms: number) => void
}

/** The page's data in a report, from the registry. */
type Live = {
  generation: () => number
  activeOf: (app: string) => { id: string } | undefined
  sideOf: (app: string) => Pick<HealthReport, 'group' | 'trial'>
  routeAt: (pathname: string) => { path: string } | undefined
  isOverride: (key: string) => boolean
  redraw: () => void
}

/** @param live  called for each report, because the live releases change while the page is open */
export function createReports(live: () => Live): Reports {
  const reported = new Set<string>()
  let log: readonly Logged[] = []
  let sent = 0
  const visits = gatherVisits(() => live().generation())
  function tell(
    { app, release = live().activeOf(app)?.id, pathname = location.pathname }: Place,
    phase: FailurePhase,
    thrown: unknown,
    more: Pick<HealthReport, 'outcome'> = {},
  ): void {
    const path = live().routeAt(pathname)?.path
    const what = `${more.outcome ?? phase}: ${reasonOf(thrown)}`
    log = [...log.slice(1 - mostLogged), { time: performance.now(), app, release: release ?? '', what }]
    // An override in one browser counts neither for nor against the live release.
    if (release && live().isOverride(releaseKey(app, release))) live().redraw()
    else if (release && sent++ < mostReports)
      send(reportPaths.health, {
        app,
        release,
        phase,
        reason: reasonOf(thrown) + placeOf(thrown, releaseKey(app, release)),
        generation: live().generation(),
        ...(path ? { path } : {}),
        ...more,
        ...live().sideOf(app),
        ...aboutBrowser(),
      })
  }
  return {
    failure: (place, phase, thrown) => tell(place, phase, thrown),
    card: (place, thrown) => tell(place, 'render', thrown, { outcome: 'card' }),
    log: () => log,
    mounted({ app, release, pathname = location.pathname }, ms) {
      const key = `${app}/${release}`
      if (reported.has(key) || live().isOverride(key)) return
      reported.add(key)
      const path = live().routeAt(pathname)?.path
      const took = Math.min(600_000, Math.max(0, Math.round(ms)))
      visits.add({ app, release, ms: took, ...(path ? { path } : {}), ...live().sideOf(app) })
    },
    violation(key, what) {
      const kind = `${key} ${what.replaceAll(/\d/g, '')}`
      if (reported.has(kind)) return
      reported.add(kind)
      const [app = '', release] = key.split('/')
      tell({ app, release }, 'runtime', what)
    },
  }
}

/** Any thrown value (`throw null`, frozen errors, throwing getters) as one line; never throws. */
export function reasonOf(thrown: unknown): string {
  try {
    return (thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)).slice(0, reasonLength)
  } catch {
    return 'something that cannot be read was thrown'
  }
}

/** The place in the release that threw, ` @ page-0.js:1:435`; empty if the stack has no file of the release. */
function placeOf(thrown: unknown, key: string): string {
  const after = stackOf(thrown).split(`/releases/${key}/`)[1] ?? ''
  const [place] = /^[\w.-]{1,60}:\d+:\d+/.exec(after) ?? []
  return place === undefined ? '' : ` @ ${place}`
}

/** Long enough for the first screen and its data to have come, so that this request delays neither. */
const gatherMs = 4_000

/** Gathers mounted releases and reports them in one request, at the latest when the page is closed. */
function gatherVisits(generation: () => number) {
  let gathered: VisitsReport['visits'] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const visits = gathered.splice(0, 10)
    if (visits.length > 0) send(reportPaths.visits, { generation: generation(), visits, ...aboutBrowser() })
  }
  addEventListener('pagehide', flush)
  return {
    add(visit: VisitsReport['visits'][number]) {
      gathered = [...gathered, visit]
      timer ??= setTimeout(flush, gatherMs)
    },
  }
}

function aboutBrowser() {
  const language = apiCodes.find(code => tagOf(code) === document.documentElement.lang)
  return { ...browserFields(), ...(language ? { language } : {}) }
}

/**
 * No personal data: the path is its pattern, never the address. Fire and forget: it must work while everything else is
 * broken, and must never break anything itself.
 */
function send(path: typeof reportPaths.health, report: HealthReport): void
function send(path: typeof reportPaths.visits, report: VisitsReport): void
function send(path: string, report: HealthReport | VisitsReport): void {
  try {
    void fetch(path, {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
    })
      .then(answer => (path === reportPaths.visits ? answer.json() : undefined))
      .then((answer?: { data?: { seen?: unknown } }) => {
        if (typeof answer?.data?.seen === 'string') keepSeen(answer.data.seen)
      })
      .catch(() => undefined)
  } catch {
    // A browser without keepalive, or a page that is being torn down.
  }
}
