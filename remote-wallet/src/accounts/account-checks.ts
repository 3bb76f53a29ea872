import type { Payway, UserPayway } from '@adcoin/contract'
import { toAsciiDigits } from '@adcoin/contract'
import type { InferOutput } from 'valibot'

export type PayWay = InferOutput<typeof Payway>
export type PayWayField = PayWay['fields'][number]
export type AccountKind = UserPayway['kind']

/** Normalises a pasted value: ASCII digits, no separators, upper case in an IBAN. */
export function normaliseAccount(text: string, { check, inputmode }: Pick<PayWayField, 'check' | 'inputmode'>): string {
  const plain = toAsciiDigits(text).trim()
  if (inputmode === 'email') return plain
  const joined = removeSeparators(plain)
  return check === 'iban' ? joined.toUpperCase() : joined
}

/** The part of a number that counts, without the spaces and dashes that people put between its groups. */
export const removeSeparators = (text: string): string => text.replace(/[\s\u2010-\u2015-]/g, '')

/** The service checks again. */
export function isValidField(text: string, field: PayWayField): boolean {
  return hasForm(text, field) && checksums[field.check](normaliseAccount(text, field))
}

/** Whether only a checksum can refuse it. */
export function hasForm(text: string, field: PayWayField): boolean {
  const value = normaliseAccount(text, field)
  return value.length <= field.max && new RegExp(field.regex, 'u').test(value)
}

/** The length of a value that consists of digits only. */
export function findDigitCount({ regex }: PayWayField): number | undefined {
  const count = /^\^\[0-9\]\{([0-9]+)\}\$$/.exec(regex)?.[1]
  return count === undefined ? undefined : Number(count)
}

/**
 * The example of a field, with its last digit changed where a checksum would accept it: no
 * person has it, and the form refuses a copy of it.
 */
export function createExample({ check, example }: Pick<PayWayField, 'check' | 'example'>): string {
  return check === 'none' ? example : example.replace(/[0-9](?=[^0-9]*$)/, digit => String((Number(digit) + 1) % 10))
}

const checksums: Record<PayWayField['check'], (value: string) => boolean> = {
  none: () => true,
  iban: value => computeIbanRemainder(value) === 1,
  clabe: value =>
    computeWeightedSum(value.slice(0, 17), [3, 7, 1], digit => digit % 10) % 10 === (10 - Number(value[17])) % 10,
  aba: value => computeWeightedSum(value, [3, 7, 1], digit => digit) % 10 === 0,
}

/** ISO 13616: first four characters to the end, letters as numbers, modulo 97. */
function computeIbanRemainder(iban: string): number {
  const digits = [...(iban.slice(4) + iban.slice(0, 4))].map(sign => parseInt(sign, 36)).join('')
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0)
}

function computeWeightedSum(digits: string, weights: readonly number[], each: (product: number) => number): number {
  return [...digits].reduce(
    (sum, digit, index) => sum + each(Number(digit) * (weights[index % weights.length] ?? 0)),
    0,
  )
}
