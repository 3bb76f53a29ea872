import { createCell } from '../state/cell.ts'

/** Whether the card of a failed area is shown: then every screen has the tab bar, as the way out. */
export const isAreaFailed = createCell(false)
