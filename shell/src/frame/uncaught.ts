/**
 * Errors that no boundary catches (event handlers, promises) are reported at most once in this time. Source: faults.md
 * E04, E05.
 */
const quietMs = 10_000

export function followUncaught(
  page: Window,
  tell: (error: unknown) => void,
  now: () => number = () => performance.now(),
): () => void {
  let lastTold = Number.NEGATIVE_INFINITY
  const say = (error: unknown) => {
    if (isHarmless(error) || now() - lastTold < quietMs) return
    lastTold = now()
    tell(error)
  }
  const onError = (event: ErrorEvent) => say(event.error ?? event.message)
  const onRejection = (event: PromiseRejectionEvent) => say(event.reason)
  page.addEventListener('error', onError)
  page.addEventListener('unhandledrejection', onRejection)
  return () => {
    page.removeEventListener('error', onError)
    page.removeEventListener('unhandledrejection', onRejection)
  }
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
