import { dictionary } from '@zxcvbn-ts/language-common'
import { toAsciiDigits, normalisePassword } from '@adcoin/contract'

/** Fifty thousand passwords of leaked lists, the commonest first, and where none is kept in a browser's bundle. */
const common = new Set(dictionary['passwords'].map(one => plain(String(one))))
const ownName = 'adcoin'
const fewestOwnLetters = 4

/**
 * Whether a password is easy to guess: in the list, our own name with an addition, one repeated character, or digits in
 * a row. Spelling does not matter: case, width, script of digits, spaces around it and invisible characters are
 * ignored.
 */
export function isCommonPassword(password: string): boolean {
  const text = plain(password)
  const letters = text.replace(/[^\p{L}\p{N}]/gu, '')
  return (
    common.has(text) ||
    (letters !== '' && common.has(letters)) ||
    new Set(text).size < 3 ||
    isRow(text) ||
    (letters.includes(ownName) && letters.replaceAll(ownName, '').replace(/\p{N}/gu, '').length < fewestOwnLetters)
  )
}

function plain(password: string): string {
  return toAsciiDigits(normalisePassword(password))
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .toLowerCase()
}

/** Each digit one more, or one less, than the former. */
function isRow(text: string): boolean {
  if (!/^[0-9]+$/.test(text)) return false
  const steps = new Set([...text].slice(1).map((digit, at) => (Number(digit) - Number(text[at]) + 10) % 10))
  return steps.size === 1 && (steps.has(1) || steps.has(9))
}
