import { createCell } from './cell.ts'

/**
 * A sentence above the screen that stays until it is read, not a toast. Source: rulings.md R3.
 *
 * - `loggedOut`: the last session ended by itself
 * - `otherPerson`: another tab signed in another person, and this tab follows
 * - `unsaved`: the browser's storage is full or blocked
 */
export type Notice = 'loggedOut' | 'otherPerson' | 'unsaved'

export const notice = createCell<Notice | null>(null)
