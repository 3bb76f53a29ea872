import { createCell } from './cell.ts'

/**
 * A sentence above the screen that stays until it is read: how the last session ended. Not a toast. Source: rulings.md
 * R3.
 */
export const notice = createCell<'loggedOut' | null>(null)
