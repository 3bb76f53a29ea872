/** Figures, dates and amounts in the person's language: an entry of its own, because a page without data needs none. */
export {
  formatCoin,
  formatCash,
  formatNumber,
  formatPercent,
  formatDuration,
  formatWait,
  amountExample,
  decimalOf,
  separatorsOf,
} from './numbers.ts'
export { joined } from './joined.ts'
export { formatDate, type DateStyle } from './dates.ts'
export { formatZone, setTimeZone } from './time-zone.ts'
export { parseAmount, type AmountProblem, type ParsedAmount } from './parse-amount.ts'
