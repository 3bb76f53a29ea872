import { createCell } from './cell.ts'

/** Whether the card of a failed area is shown: then every screen has the tab bar, as the way out. */
export const isAreaFailed = createCell(false)

/** The sheet of the shell that is open, over whatever screen. */
export const openPanel = createCell<'help' | 'language' | null>(null)
