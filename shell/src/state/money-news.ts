import { createCell } from './cell.ts'

/** Whether money came or went since somebody last looked at the money. */
export const moneyNews = createCell(false)
