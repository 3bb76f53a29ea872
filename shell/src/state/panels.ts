import { createCell } from './cell.ts'

/** Whether the card of a failed area is shown: then the tab bar stands on every screen, as the way out of it. */
export const isAreaFailed = createCell(false)

/** The sheet of the shell that is open, over whatever screen. */
export const openPanel = createCell<'help' | 'language' | null>(null)
