import { createCell } from './cell.ts'

/** Whether the balance changed since the money screen was last shown. */
export const moneyNews = createCell(false)
