/**
 * Errors that no boundary catches (event handlers, promises) are reported at most once in this time. Source: faults.md
 * E04, E05.
 */
const quietMs = 10_000

export function followUncaught(page: Window, tell: () => void): void {
  let lastTold = Number.NEGATIVE_INFINITY
  const say = (error: unknown) => {
    if (isHarmless(error) || performance.now() - lastTold < quietMs) return
    lastTold = performance.now()
    tell()
  }
  page.addEventListener('error', event => say(event.error ?? event.message))
  page.addEventListener('unhandledrejection', event => say(event.reason))
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
