/**
 * Runs work when the page is idle, after 8 s in any case; after half a second in browsers without idle callbacks, such
 * as Safari.
 *
 * @returns cancels it
 */
export function runWhenIdle(page: Window, work: () => void): () => void {
  if (typeof page.requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 500)
    return () => clearTimeout(timer)
  }
  const request = page.requestIdleCallback(work, { timeout: 8_000 })
  return () => page.cancelIdleCallback(request)
}
