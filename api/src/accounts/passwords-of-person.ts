import { asciiDigits, lengthOf, normalisedPassword } from '@adcoin/contract'
import type { Transaction } from '../database/database.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'

/** A new password, hashed and ready to be kept: the hash that is compared at login, and the one of the history. */
export type NewPassword = { readonly hash: string; readonly historyHash: string; readonly kind: 'login' | 'pay' }

type Wanted = {
  readonly kind: 'login' | 'pay'
  readonly password: string
  readonly confirmation: string
  readonly confirmationField: string
  readonly passwordField: string
  /** Own number and address: no password. */
  readonly notEqual: readonly (string | null)[]
  /** Public id: the salt of the history. */
  readonly publicId: string
  /** Null while the account does not exist. */
  readonly userId: bigint | null
}

/**
 * Checks and hashes a new password, outside any transaction. Never one that the person ever used before (rulings.md
 * R11).
 */
export async function prepareNewPassword({ passwords, database }: Services, wanted: Wanted): Promise<NewPassword> {
  const { kind, password, confirmation, passwordField, confirmationField, notEqual, userId, publicId } = wanted
  if (normalisedPassword(password) !== normalisedPassword(confirmation))
    throw new Refusal('pwd_mismatch', { fields: { [confirmationField]: 'pwd_mismatch' } })
  if (lengthOf(normalisedPassword(password)) < 6)
    throw new Refusal('pwd_short', { fields: { [passwordField]: 'pwd_short' } })
  if (notEqual.some(own => own !== null && isOwn(password, own)))
    throw new Refusal('invalid_input', { fields: { [passwordField]: 'invalid' } })
  const historyHash = await passwords.historyHash(password, kind, publicId)
  if (userId !== null) {
    const earlier = await database.read
      .selectFrom('password_history')
      .select('id')
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('hash', '=', historyHash)
      .executeTakeFirst()
    if (earlier) throw new Refusal('pwd_reused', { fields: { [passwordField]: 'pwd_reused' } })
  }
  return { kind, hash: await passwords.hash(password), historyHash }
}

/** An own address in any case; an own number with or without its country, however it is written. */
function isOwn(password: string, own: string): boolean {
  const plain = normalisedPassword(password).trim().toLowerCase()
  if (plain === own.toLowerCase()) return true
  const [digits, number] = [asciiDigits(plain).replace(/[\s()+.-]/g, ''), own.replace(/^\+/, '')]
  const longestCountryCode = 3
  return (
    own.startsWith('+') &&
    /^[0-9]+$/.test(digits) &&
    number.endsWith(digits.replace(/^0+/, '')) &&
    digits.replace(/^0+/, '').length >= number.length - longestCountryCode
  )
}

/** Remembers a password as used. */
export async function rememberPassword(
  tx: Transaction,
  userId: bigint,
  kind: 'login' | 'pay',
  historyHash: string,
): Promise<void> {
  await tx.insertInto('password_history').values({ user_id: userId, kind, hash: historyHash }).execute()
}
