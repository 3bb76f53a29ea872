/** Within this time … */
const windowMs = 30_000
/**
 * … so much in pieces of more than 50 ms: taps wait. Healthy screens stay below a second, cold starts of slow phones
 * below three.
 */
const toleratedMs = 5_000

/**
 * Tells when the page's thread was held in long pieces, once per window. What was on screen then is probably the
 * reason. faults.md E08.
 *
 * @returns how to stop watching
 */
export function watchLongTasks(tell: (what: string) => void): () => void {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes('longtask')) return () => undefined
  let recent: { at: number; ms: number }[] = []
  const observer = new PerformanceObserver(list => {
    recent = [...recent, ...list.getEntries().map(entry => ({ at: entry.startTime, ms: entry.duration }))].filter(
      ({ at }) => performance.now() - at < windowMs,
    )
    const held = recent.reduce((sum, { ms }) => sum + ms, 0)
    if (held < toleratedMs) return
    tell(`longtask: ${recent.length} tasks held the page for ${Math.round(held)} ms of ${windowMs}`)
    recent = []
  })
  observer.observe({ type: 'longtask' })
  return () => observer.disconnect()
}
