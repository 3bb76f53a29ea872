import type { BrowserContext } from 'playwright'

/** A defect that people would see: a page or an area without anything to read, or an endless wait. */
export type Sight = { readonly what: 'a blank screen' | 'a blank area' | 'an endless wait'; readonly path: string }

/**
 * Looks at every page of a context from now on, ten times a second, and reports once each moment that lasted too long.
 *
 * @param limits.blankMs  as long nothing may be there once a page has begun, in it or in an area: neither a word nor a
 *   sign of waiting
 * @param limits.waitMs  as long a skeleton or the loader may be shown, or a page take to begin
 */
export async function watchPage(
  context: BrowserContext,
  limits: { readonly blankMs: number; readonly waitMs: number },
  onSight: (sight: Sight) => void,
): Promise<void> {
  // By the console: a fault may break what a call into the page needs.
  context.on('console', message => {
    const [, what, path] = /^adcoin saw (.*) at (.*)$/.exec(message.text()) ?? []
    if (what && path) onSight({ what: what as Sight['what'], path })
  })
  await context.addInitScript(watchContent, limits)
}

/** Runs in the page, with the browser's functions as they were before any change. */
function watchContent({ blankMs, waitMs }: { blankMs: number; waitMs: number }): void {
  const [print, now] = [console.debug.bind(console), performance.now.bind(performance)]
  const since = new Map<string, number>()
  const reported = new Set<string>()
  // oxlint-disable-next-line adcoin/role-selectors -- The skeleton of a prerendered screen has no role.
  const waiting = '.ac-skeleton, .ac-loader'
  const hasText = (element: HTMLElement | null) => (element?.innerText ?? '').trim() !== ''
  const reportIfLong = (what: string, isSo: boolean, mostMs: number) => {
    if (!isSo) {
      since.delete(what)
      reported.delete(what)
      return
    }
    const began = since.get(what) ?? now()
    since.set(what, began)
    if (now() - began < mostMs || reported.has(what)) return
    reported.add(what)
    print(`adcoin saw ${what} at ${location.pathname}`)
  }
  // Not in the small documents that specs open to reach storage before the app.
  if (location.pathname === '/healthz' || location.protocol === 'about:') return
  let hasBegun = false
  setInterval(() => {
    if (!document.body || document.visibilityState === 'hidden') return
    const area = document.querySelector<HTMLElement>('#root [data-area]')
    const isBlank = !hasText(document.body) && !document.querySelector(waiting)
    hasBegun ||= !isBlank
    reportIfLong('a blank screen', hasBegun && isBlank, blankMs)
    reportIfLong('a blank area', area !== null && !hasText(area) && !area.querySelector(waiting), blankMs)
    reportIfLong('an endless wait', !hasBegun || document.querySelector(waiting) !== null, waitMs)
  }, 100)
}
