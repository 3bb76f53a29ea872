import type { Fetched } from './model.ts'

/**
 * Runs in the page before its own scripts. The page notes the moments itself: asked from outside it answers when it has
 * nothing else to do. The first data is an amount on the screen, drawn by the page or by React. A heading is the
 * application's when React holds it; one that the page brings prerendered is seen earlier, and counts as paint.
 */
export function recordMoments(): void {
  const notes = { lcp: 0, cls: 0, tbt: 0, framesDropped: 0 }
  const noted: Record<string, number> = {}
  const recordMoment = (name: string, ms = performance.now()) => {
    if (noted[name] !== undefined) return
    noted[name] = ms
    ;(window as { adcoinMoment?: (name: string) => void }).adcoinMoment?.(name)
  }
  Object.assign(window, { adcoinNotes: notes, adcoinMoments: noted })
  const observe = (type: string, each: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(each)).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => name === 'first-contentful-paint' && recordMoment('paint', startTime))
  observe('largest-contentful-paint', ({ startTime }) => (notes.lcp = startTime))
  observe('layout-shift', entry => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) notes.cls += value
  })
  observe('longtask', ({ duration }) => (notes.tbt += Math.max(0, duration - 50)))
  observe('long-animation-frame', ({ duration }) => (notes.framesDropped += Math.floor(duration / (1000 / 60)) - 1))

  const isDrawnByReact = (element: Element | null) =>
    !!element && Object.keys(element).some(key => key.startsWith('__react'))
  const checkMoments = () => {
    if (/\d/.test(document.querySelector('#root [translate=no]')?.textContent ?? '')) recordMoment('firstData')
    if (!isDrawnByReact(document.querySelector('#root [data-column] h1'))) return
    recordMoment('heading')
    if (document.querySelector('#root [role=status][aria-label]')) return
    recordMoment('filled')
    changes.disconnect()
  }
  const changes = new MutationObserver(checkMoments)
  changes.observe(document, { childList: true, subtree: true })
}

/** Runs in the page: the paint may be reported after the moment, if one frame shows both. */
export function hasReached(moment: string): boolean {
  const { adcoinMoments: noted } = window as unknown as { adcoinMoments: RecordedLoad['moments'] }
  return noted[moment] !== undefined && noted['paint'] !== undefined
}

/** The moments of `recordMoments`, with every file; one from the browser's own cache has no size. */
export type RecordedLoad = {
  readonly moments: Readonly<Record<string, number>>
  readonly vitals: { readonly lcp: number; readonly cls: number; readonly tbt: number; readonly framesDropped: number }
  readonly fetched: readonly (Fetched & { readonly path: string })[]
  readonly timeline: readonly string[]
}

/** Runs in the page, when what was drawn last is on the screen. */
export async function readRecordedLoad(): Promise<RecordedLoad> {
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))
  const entries = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ] as PerformanceResourceTiming[]
  const formatFigure = (value: number) => value.toFixed(0).padStart(6)
  const { adcoinMoments, adcoinNotes } = window as unknown as {
    adcoinMoments: RecordedLoad['moments']
    adcoinNotes: RecordedLoad['vitals']
  }
  return {
    moments: adcoinMoments,
    vitals: adcoinNotes,
    fetched: entries
      .filter(({ transferSize }) => transferSize > 0)
      .map(each => ({
        path: new URL(each.name).pathname,
        start: each.startTime,
        leads: each.entryType === 'navigation' ? each.responseStart : each.responseEnd,
        end: each.responseEnd,
        bytes: each.transferSize,
      })),
    timeline: entries.map(
      each =>
        `${formatFigure(each.startTime)}${formatFigure(each.requestStart)}${formatFigure(each.responseStart)}${formatFigure(each.responseEnd)}${formatFigure(each.transferSize)} ${each.nextHopProtocol.padEnd(9)}${each.initiatorType.padEnd(11)}${new URL(each.name).pathname}`,
    ),
  }
}

/** Runs in the page: clicks a tab. When that was and when the area's heading stood with nothing of it a skeleton. */
export function clickAndWait({ path, app }: { path: string; app: string }): Promise<{ began: number; ended: number }> {
  return new Promise(resolve => {
    const began = performance.now()
    new MutationObserver((_, watching) => {
      const area = document.querySelector(`#root [data-area="${app}"]`)
      if (!area?.querySelector('h1') || area.querySelector('[role=status][aria-label]')) return
      watching.disconnect()
      resolve({ began, ended: performance.now() })
    }).observe(document, { childList: true, subtree: true })
    document.querySelector<HTMLAnchorElement>(`#root a[href="${path}"]`)?.click()
  })
}

/**
 * Runs in the page: resolves when no file has come for three seconds. The stream of the inbox stays open, so that the
 * network is never idle.
 */
export function waitForIdle(): Promise<void> {
  return new Promise(resolve => {
    let quiet = setTimeout(resolve, 3_000)
    new PerformanceObserver(() => {
      clearTimeout(quiet)
      quiet = setTimeout(resolve, 3_000)
    }).observe({ type: 'resource' })
  })
}
