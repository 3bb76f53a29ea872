import { reportHealth, type failurePhases, type RequestOf } from '@adcoin/contract'

type HealthReport = RequestOf<typeof reportHealth>
export type FailurePhase = (typeof failurePhases)[number]

/** Whose failure it was, and where. Without `release` the live one is meant, without `pathname` the page's address. */
type Place = { app: string; release?: string | undefined; pathname?: string }

/** The only way by which the composition tells the service what went wrong in this browser. */
export type Reports = {
  /** A release could not be used, or broke while it was. */
  failure: (place: Place, phase: FailurePhase, thrown: unknown) => void
  /**
   * A release did to the page what no release may.
   *
   * @param key  `remote-wallet/1.0.0-0a1b2c3d4e5f`; undefined where nobody can say whose doing it was
   */
  misdeed: (key: string | undefined, what: string) => void
  /** The same, for what may happen again and again: each kind once of each release. */
  misdeedOnce: (key: string | undefined, what: string) => void
}

/** What a report says about the page; the registry knows it. */
type Live = {
  generation: () => number
  activeOf: (app: string) => { id: string } | undefined
  routeAt: (pathname: string) => { path: string } | undefined
}

/** @param live  asked at each report, because what is live changes while the page stands */
export function createReports(live: () => Live): Reports {
  const said = new Set<string>()
  const reports: Reports = {
    failure({ app, release = live().activeOf(app)?.id, pathname = location.pathname }, phase, thrown) {
      const path = live().routeAt(pathname)?.path
      if (release)
        send({
          app,
          release,
          phase,
          reason: reasonOf(thrown),
          generation: live().generation(),
          ...(path ? { path } : {}),
        })
    },
    misdeed(key = 'shell', what) {
      const [app = '', release] = key.split('/')
      reports.failure({ app, release }, 'runtime', what)
    },
    misdeedOnce(key, what) {
      const kind = `${key} ${what.replaceAll(/\d/g, '')}`
      if (said.has(kind)) return
      said.add(kind)
      reports.misdeed(key, what)
    },
  }
  return reports
}

/** Whatever was thrown (`throw null`, frozen errors, getters that throw) as one line; never throws itself. */
export function reasonOf(thrown: unknown): string {
  try {
    if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`.slice(0, 300)
    return String(thrown).slice(0, 300)
  } catch {
    return 'something that cannot be read was thrown'
  }
}

/**
 * No personal data: the path is its pattern, never the address. Fire and forget: it must work while everything else is
 * broken, and must never break anything itself.
 */
function send(report: HealthReport): void {
  try {
    void fetch(reportHealth.path, {
      method: reportHealth.method,
      keepalive: true,
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
    }).catch(() => undefined)
  } catch {
    // A browser without keepalive, or a page that is being torn down.
  }
}
