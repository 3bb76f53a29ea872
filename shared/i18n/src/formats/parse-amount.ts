import { toAsciiDigits, type ApiCode } from '@adcoin/contract'
import { separatorsOf } from './numbers.ts'

/**
 * empty: nothing, or zero · malformed: no amount of this language · ambiguous: `1.234` where a point groups thousands:
 * 1234 or 1.234? · tooManyDecimals: more than the currency has; nothing is rounded · tooLarge: more than 15 digits of
 * minor units
 */
export type AmountProblem = 'empty' | 'malformed' | 'ambiguous' | 'tooManyDecimals' | 'tooLarge'
export type ParsedAmount =
  | { readonly ok: true; readonly minor: string }
  | { readonly ok: false; readonly why: AmountProblem }

/**
 * Reads an amount as a person types it: digits of any script, the decimal separator of the language, and its grouping
 * where that can mean nothing else (`1,284.50` in English). One mark with one or two digits behind it is a decimal mark
 * whichever it is, for no language groups so; so is a mark at the end or before the first digit (`10.`, `.5`). Zeros in
 * front change nothing. Anything that two people could read differently is refused, never
 * guessed. Source: bad-inputs.md 4.5.
 *
 * @param scale  decimals of the currency
 * @returns positive minor units as the wire wants them, `^[1-9][0-9]{0,14}$`
 */
export function parseAmount(text: string, code: ApiCode, scale: number): ParsedAmount {
  const typed = toAsciiDigits(text)
    .replaceAll('．', '.')
    .replaceAll('，', ',')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
  if (typed === '') return refuseAmount('empty')
  const { decimal } = separatorsOf(code)
  const groupMark = decimal === ',' ? '.' : ','
  const number = typed.replace(/[\s'’]/g, ' ')
  if (!/^[.,]?[0-9]/.test(number) || !/^[0-9., ]+$/.test(number)) return refuseAmount('malformed')

  const hasLoneMark = new RegExp(`^[0-9]*[${groupMark}][0-9]{0,2}$`).test(number)
  const [written = '', fraction, ...more] = number.split(hasLoneMark ? groupMark : decimal)
  const whole = written || '0'
  if (more.length > 0 || (fraction !== undefined && !/^[0-9]*$/.test(fraction))) return refuseAmount('malformed')
  const groups = whole.split(new RegExp(`[${groupMark} ]`))
  if (!isWellGrouped(groups, code)) return refuseAmount('malformed')
  // One mark with three digits behind it, and nothing else: a decimal mark to half of the world.
  if (groups.length === 2 && fraction === undefined && whole.includes(groupMark)) return refuseAmount('ambiguous')
  if (fraction !== undefined && fraction.length > scale) return refuseAmount('tooManyDecimals')
  return toMinor(`${groups.join('')}${(fraction ?? '').padEnd(scale, '0')}`)
}

/**
 * `1` · `1 284` · `12 84 500` in hi-IN: three digits last, and before them groups of three, or of two where lakhs are
 * counted.
 */
function isWellGrouped(groups: readonly string[], code: ApiCode): boolean {
  const [first = '', ...rest] = groups
  if (rest.length === 0) return /^[0-9]+$/.test(first)
  const sizes = rest.map(group => group.length)
  const isWestern = sizes.every(size => size === 3)
  const isIndian = code === 'hi_IN' && sizes.at(-1) === 3 && sizes.slice(0, -1).every(size => size === 2)
  return /^[1-9]/.test(first) && ((isWestern && first.length <= 3) || (isIndian && first.length <= 2))
}

function toMinor(digits: string): ParsedAmount {
  const minor = digits.replace(/^0+/, '')
  if (minor === '') return refuseAmount('empty')
  return minor.length > 15 ? refuseAmount('tooLarge') : { ok: true, minor }
}

function refuseAmount(why: AmountProblem): ParsedAmount {
  return { ok: false, why }
}
