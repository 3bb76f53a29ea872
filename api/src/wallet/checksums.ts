import { isValidIBAN } from 'ibantools'

/** Checksums of payment accounts. Pure: one text in, true when it can be an account. The text has no spaces. */

/** Mexico's 18 digits: weights 3, 7, 1; the last digit completes the sum to a multiple of ten. Source: ABM. */
export function isClabe(text: string): boolean {
  if (!/^[0-9]{18}$/.test(text)) return false
  const sum = [...text.slice(0, 17)].reduce(
    (total, digit, index) => total + ((Number(digit) * (clabeWeights[index % 3] ?? 0)) % 10),
    0,
  )
  return (10 - (sum % 10)) % 10 === Number(text[17])
}
const clabeWeights = [3, 7, 1]

/**
 * A routing number of a bank in the United States: 3·(a+d+g) + 7·(b+e+h) + (c+f+i) is a multiple of ten. Source: ABA.
 */
export function isAbaRouting(text: string): boolean {
  if (!/^[0-9]{9}$/.test(text) || text === '000000000') return false
  const sum = [...text].reduce((total, digit, index) => total + Number(digit) * (abaWeights[index % 3] ?? 0), 0)
  return sum % 10 === 0
}
const abaWeights = [3, 7, 1]

/**
 * `iban` (ISO 13616, with each country's own form), `clabe` and `aba` are computed; `none` has no checksum, only its
 * pattern is checked.
 */
export type AccountCheck = 'none' | 'iban' | 'clabe' | 'aba'

/** True when `text`, its spaces and hyphens dropped and in upper case, passes the check. */
export function isCheckPassed(check: AccountCheck, text: string): boolean {
  const bare = text.replace(/[\s-]/g, '').toUpperCase()
  if (check === 'iban') return isValidIBAN(bare)
  if (check === 'clabe') return isClabe(bare)
  if (check === 'aba') return isAbaRouting(bare)
  return true
}
