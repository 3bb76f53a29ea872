import { createCell } from './cell.ts'

/** The sheet of the shell that is open, over whatever screen. */
export const openPanel = createCell<'help' | 'language' | null>(null)
