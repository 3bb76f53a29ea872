/** One report and one message per app in this time, however much it throws. */
const quietMs = 10_000

const releasePattern = /\/releases\/(remote-[a-z][a-z0-9-]{1,30}\/[^/\s]+)\//

/**
 * Listens for errors that no boundary catches: in handlers and timers, and unhandled rejections. The stack names the
 * release.
 */
export function watchRuntimeFailures(onFailure: (app: string, release: string, thrown: unknown) => void): void {
  const reportedAt = new Map<string, number>()
  const report = (thrown: unknown, place = '') => {
    const [app, release] = releasePattern.exec(`${stackOf(thrown)} ${place}`)?.[1]?.split('/') ?? []
    if (!app || !release || performance.now() - (reportedAt.get(app) ?? -Infinity) < quietMs) return
    reportedAt.set(app, performance.now())
    onFailure(app, release, thrown)
  }
  addEventListener('error', event => report(event.error, event.filename))
  addEventListener('unhandledrejection', event => report(event.reason))
}

/** The stack of whatever was thrown; never throws itself. */
export function stackOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? (thrown.stack ?? '') : ''
  } catch {
    return ''
  }
}
