import { toAsciiDigits, type FieldErrorKey } from '@adcoin/contract'
import { isCheckPassed } from './checksums.ts'
import type { PaywayField } from '../database/column-types.ts'

/** The fields of a pay way, parsed: the account and the others, or their errors. */
export type ReadFields =
  | { readonly values: Readonly<Record<string, string>> }
  | { readonly wrong: Readonly<Record<string, FieldErrorKey>> }

/**
 * Checks every field of a pay way by its pattern and checksum. `account` is named `account`, the others `fields.<key>`,
 * as the call has them.
 */
export function readFields(
  expected: readonly PaywayField[],
  account: string,
  others: Readonly<Record<string, string>>,
): ReadFields {
  const wrong: Record<string, FieldErrorKey> = {}
  const values: Record<string, string> = {}
  for (const field of expected) {
    const name = field.key === 'account' ? 'account' : `fields.${field.key}`
    const given = field.key === 'account' ? account : (others[field.key] ?? '')
    const value = bareValue(field, given)
    if (value === '') wrong[name] = 'required'
    else if (!new RegExp(field.regex, 'u').test(value) || !isCheckPassed(field.check, value))
      wrong[name] = 'payway_invalid'
    values[field.key] = value
  }
  for (const key of Object.keys(others))
    if (!expected.some(field => field.key === key && key !== 'account')) wrong[`fields.${key}`] = 'unknown_field'
  return Object.keys(wrong).length > 0 ? { wrong } : { values }
}

/**
 * Digits of any script to ASCII; numbers lose the spaces and hyphens that people paste; an address is kept, in lower
 * case.
 */
function bareValue(field: PaywayField, text: string): string {
  const plain = toAsciiDigits(text.normalize('NFKC')).trim()
  if (plain.includes('@')) return plain.toLowerCase()
  const bare = plain.replace(/[\s-]/g, '')
  return field.check === 'iban' || field.key === 'ifsc' || field.inputmode === 'text' ? bare.toUpperCase() : bare
}

/**
 * The same text for every spelling of one account: it belongs to one person. Its bank is the one that the number or the
 * routing code names, else the chosen one; a telephone number counts without its country.
 */
export function nameAccount(
  fields: readonly PaywayField[],
  { account = '', routing, ifsc }: Readonly<Record<string, string>>,
  bank = '',
): string {
  const { check, inputmode } = fields.find(({ key }) => key === 'account') ?? {}
  if (check === 'clabe' || check === 'iban' || account.includes('@')) return account
  const number = account.replace(/[+.]/g, '')
  return `${routing ?? ifsc?.slice(0, 4) ?? bank}|${inputmode === 'tel' ? number.slice(-9) : number}`
}
