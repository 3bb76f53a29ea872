/** One report and one message per app in this time, however much it throws. */
const quietMs = 10_000

const releasePattern = /\/releases\/(remote-[a-z][a-z0-9-]{1,30}\/[^/\s]+)\//

/**
 * The release whose code is running, `remote-wallet/1.0.0-0a1b2c3d4e5f`; undefined if only the shell's or the
 * browser's is.
 */
export function releaseInStack(stack: string = new Error().stack ?? ''): string | undefined {
  return releasePattern.exec(stack)?.[1]
}

/**
 * Listens for errors that no boundary catches: in handlers and timers, and unhandled rejections. The stack names the
 * release.
 *
 * @returns stops listening
 */
export function watchRuntimeFailures(onFailure: (app: string, release: string, thrown: unknown) => void): () => void {
  const reportedAt = new Map<string, number>()
  const report = (thrown: unknown, place = '') => {
    const [app, release] = releaseInStack(`${stackOf(thrown)} ${place}`)?.split('/') ?? []
    if (!app || !release || performance.now() - (reportedAt.get(app) ?? -Infinity) < quietMs) return
    reportedAt.set(app, performance.now())
    onFailure(app, release, thrown)
  }
  const onError = (event: ErrorEvent) => report(event.error, event.filename)
  const onRejection = (event: PromiseRejectionEvent) => report(event.reason)
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)
  return () => {
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onRejection)
  }
}

/** The stack of whatever was thrown; never throws itself. */
export function stackOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? (thrown.stack ?? '') : ''
  } catch {
    return ''
  }
}
