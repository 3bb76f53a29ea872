import { createCell } from '../state/cell.ts'

/** What the page was asked for with: by now a redirect of the guard may have left it behind. */
export const searchAtStart =
  URL.parse(performance.getEntriesByType('navigation')[0]?.name ?? window.location.href)?.search ?? ''

export const isInspectorOpen = createCell(/[?&]inspect\b/.test(searchAtStart))
