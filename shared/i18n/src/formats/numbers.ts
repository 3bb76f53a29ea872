import { type ApiCode, coin, tagOf, type Money } from '@adcoin/contract'
import { currentLanguage, createNumberFormatter, formatNumberParts, type NumberFormatter } from '../instance.ts'

/** Sentences one after the other, with what the language puts between them: a space, in Chinese nothing. */
export function joined(sentences: readonly string[], code: ApiCode = currentLanguage()): string {
  return sentences.join(code === 'zh_TW' ? '' : ' ')
}

const formatters = new Map<string, NumberFormatter>()

/** `Intl` formatters are slow to make (about 50 µs): one per language and form. */
function getFormatter(code: ApiCode, form: string, options: Intl.NumberFormatOptions): NumberFormatter {
  const key = `${code}|${form}`
  const formatter = formatters.get(key) ?? createNumberFormatter(tagOf(code), options)
  formatters.set(key, formatter)
  return formatter
}

/** Minor units as an exact decimal text: ('128450', 2) → `1284.50`. */
export function decimalOf(minor: string, scale: number): `${number}` {
  const digits = minor.replace('-', '').padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  return `${minor.startsWith('-') ? '-' : ''}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ''}` as `${number}`
}

/** Ad Coin from minor units: '128450' → `1,284.50`, always two decimals. */
export function formatCoin(minor: string, code: ApiCode = currentLanguage()): string {
  return getAmountFormatter(code, coin.scale)(decimalOf(minor, coin.scale))
}

/**
 * An amount in its currency: { amount: '1250', currency: 'MXN', scale: 2 } → `$12.50` in es_MX. Ad Coin is shown as a
 * plain amount.
 */
export function formatCash({ amount, currency, scale }: Money, code: ApiCode = currentLanguage()): string {
  if (currency === coin.currency) return formatCoin(amount, code)
  const digits = { minimumFractionDigits: scale, maximumFractionDigits: scale }
  const format = getFormatter(code, `${currency}${scale}`, { style: 'currency', currency, ...digits })
  return format(decimalOf(amount, scale))
}

/** A count; at most `decimals` decimals. */
export function formatNumber(value: number | bigint, code: ApiCode = currentLanguage(), decimals = 0): string {
  return getFormatter(code, `number${decimals}`, { maximumFractionDigits: decimals })(value)
}

/** A share of one: 0.02 → `2%`. */
export function formatPercent(share: number, code: ApiCode = currentLanguage()): string {
  return getFormatter(code, 'percent', { style: 'percent', maximumFractionDigits: 2 })(share)
}

/** `12.50` as the language writes it: the example beside an amount that could not be read. */
export function amountExample(code: ApiCode = currentLanguage(), scale: number = coin.scale): string {
  return getAmountFormatter(code, scale)(decimalOf(`125${'0'.repeat(Math.max(scale - 1, 0))}`, scale))
}

/** Seconds as `0:42`, `12:05`, `1:02:03`; never negative. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  const padTwo = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  return hours > 0 ? `${hours}:${padTwo(minutes)}:${padTwo(whole % 60)}` : `${minutes}:${padTwo(whole % 60)}`
}

const waits = [
  { unit: 'second', seconds: 1, below: 90 },
  { unit: 'minute', seconds: 60, below: 90 * 60 },
  { unit: 'hour', seconds: 3600, below: 36 * 3600 },
  { unit: 'day', seconds: 86_400, below: Infinity },
] as const

/** A waiting time in one unit, rounded up: 42 → `42 seconds`, 82342 → `23 hours`. */
export function formatWait(seconds: number, code: ApiCode = currentLanguage()): string {
  const { unit, seconds: each } = waits.find(({ below }) => seconds < below) ?? waits[0]
  const format = getFormatter(code, unit, { style: 'unit', unit, unitDisplay: 'long' })
  return format(Math.max(0, Math.ceil(seconds / each)))
}

function getAmountFormatter(code: ApiCode, scale: number): NumberFormatter {
  return getFormatter(code, `amount${scale}`, { minimumFractionDigits: scale, maximumFractionDigits: scale })
}

/** Separators of numbers in a language. */
export function separatorsOf(code: ApiCode): { decimal: string; group: string } {
  const parts = formatNumberParts(tagOf(code), 1234567.5)
  const findPart = (type: string) => parts.find(found => found.type === type)?.value ?? ''
  return { decimal: findPart('decimal'), group: findPart('group') }
}
