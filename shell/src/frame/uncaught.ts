/**
 * Errors that no boundary catches (event handlers, promises) are reported at most once in this time. Source: faults.md
 * E04, E05.
 */
const quietMs = 10_000

export function followUncaught(page: Window, notify: () => void): void {
  let lastReported = Number.NEGATIVE_INFINITY
  const reportUnlessHarmless = (error: unknown) => {
    if (isHarmless(error) || performance.now() - lastReported < quietMs) return
    lastReported = performance.now()
    notify()
  }
  page.addEventListener('error', event => reportUnlessHarmless(event.error ?? event.message))
  page.addEventListener('unhandledrejection', event => reportUnlessHarmless(event.reason))
}

/** A cancelled call is harmless; a failed one was already reported by the transport. Never throws. */
function isHarmless(error: unknown): boolean {
  try {
    if (typeof error === 'string') return /^ResizeObserver loop/.test(error)
    return error instanceof Error && ['HttpFailure', 'AbortError', 'CancelledError'].includes(error.name)
  } catch {
    return false
  }
}
