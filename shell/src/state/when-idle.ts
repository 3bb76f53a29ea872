/**
 * Runs work when the page has nothing else to do, after 8 s in any case; where the browser does not tell of idle time,
 * as Safari, after half a second.
 *
 * @returns gives it up
 */
export function whenIdle(page: Window, work: () => void): () => void {
  if (typeof page.requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 500)
    return () => clearTimeout(timer)
  }
  const request = page.requestIdleCallback(work, { timeout: 8_000 })
  return () => page.cancelIdleCallback(request)
}
