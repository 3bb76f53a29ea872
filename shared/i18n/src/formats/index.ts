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
  joined,
} from './numbers.ts'
export { formatDate, type DateStyle, formatCity, formatZone, setTimeZone } from './dates.ts'
export { parseAmount, type AmountProblem, type ParsedAmount } from './parse-amount.ts'
