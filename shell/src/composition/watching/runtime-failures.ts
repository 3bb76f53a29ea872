import { releaseInStack } from './leftovers.ts'

/** One report and one message per app in this time, however much it throws. */
const quietMs = 10_000

/**
 * Listens for what no boundary catches: errors in handlers and timers, unhandled rejections. The stack says whose it
 * is.
 *
 * @returns how to stop listening
 */
export function watchRuntimeFailures(onFailure: (app: string, thrown: unknown) => void): () => void {
  const toldAt = new Map<string, number>()
  const tellOfRelease = (thrown: unknown, place = '') => {
    const app = releaseInStack(`${stackOf(thrown)} ${place}`)?.split('/')[0]
    if (!app || performance.now() - (toldAt.get(app) ?? -Infinity) < quietMs) return
    toldAt.set(app, performance.now())
    onFailure(app, thrown)
  }
  const onError = (event: ErrorEvent) => tellOfRelease(event.error, event.filename)
  const onRejection = (event: PromiseRejectionEvent) => tellOfRelease(event.reason)
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)
  return () => {
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onRejection)
  }
}

function stackOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? (thrown.stack ?? '') : ''
  } catch {
    return ''
  }
}
