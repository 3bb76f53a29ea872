import { createCell } from '../state/cell.ts'

/** The query of the page's first address: a redirect of the guard may have removed it by now. */
export const searchAtStart =
  URL.parse(performance.getEntriesByType('navigation')[0]?.name ?? window.location.href)?.search ?? ''

export const isInspectorOpen = createCell(/[?&]inspect\b/.test(searchAtStart))
