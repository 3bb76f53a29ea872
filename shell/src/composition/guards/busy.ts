/** Long tasks within this time are added up. */
const windowMs = 30_000
/** Healthy screens stay below a second in pieces of more than 50 ms, cold starts of slow phones below three. */
const toleratedMs = 5_000
/** The page is looked at this often; so many looks in a row without an idle moment are reported. */
const lookMs = 1_000
const mostLooks = 5

/**
 * Reports a page whose thread is busy: long tasks, and a screen that sets its state in each effect. Slow devices look
 * the same, so the report names no release. faults.md E08, E22.
 *
 * @returns stops watching
 */
export function watchBusy(notice: (what: string) => void): () => void {
  const endings = [watchLongTasks(notice), watchRest(notice)]
  return () => endings.forEach(end => end())
}

function watchLongTasks(notice: (what: string) => void): () => void {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes('longtask')) return () => undefined
  let recent: { at: number; ms: number }[] = []
  const observer = new PerformanceObserver(list => {
    recent = [...recent, ...list.getEntries().map(entry => ({ at: entry.startTime, ms: entry.duration }))].filter(
      ({ at }) => performance.now() - at < windowMs,
    )
    const held = recent.reduce((sum, { ms }) => sum + ms, 0)
    if (held < toleratedMs) return
    notice(`longtask: ${recent.length} tasks held the page for ${Math.round(held)} ms of ${windowMs}`)
    recent = []
  })
  observer.observe({ type: 'longtask' })
  return () => observer.disconnect()
}

/** Idle callbacks come whenever the page has nothing to do; a hidden page and one long piece of work count once. */
function watchRest(notice: (what: string) => void): () => void {
  if (!('requestIdleCallback' in globalThis)) return () => undefined
  let looks = 0
  const rested = () => {
    looks = 0
  }
  let waiting = requestIdleCallback(rested)
  const timer = setInterval(() => {
    looks = document.visibilityState === 'visible' ? looks + 1 : 0
    if (looks === mostLooks) notice('the page never comes to rest')
    cancelIdleCallback(waiting)
    waiting = requestIdleCallback(rested)
  }, lookMs)
  return () => {
    clearInterval(timer)
    cancelIdleCallback(waiting)
  }
}
