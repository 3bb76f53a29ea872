import { toAsciiDigits, countCodePoints, normalisePassword } from '@adcoin/contract'
import type { Transaction } from '../database/database.ts'
import { tryWithinLimits } from '../limits/limits.ts'
import { limitTable } from '../limits/table.ts'
import type { Hashing } from '../passwords/passwords.ts'
import { isCommonPassword } from '../passwords/common-password.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'

/** A new password, hashed and ready to be kept: the hash that is compared at login, and the one of the history. */
export type HashedPassword = { readonly hash: string; readonly historyHash: string; readonly kind: 'login' | 'pay' }

type Wanted = {
  readonly kind: 'login' | 'pay'
  readonly password: string
  readonly confirmation: string
  readonly confirmationField: string
  readonly passwordField: string
  /** Own number and address: no password. */
  readonly notEqual: readonly (string | null)[]
  /** Hash of the other of the two passwords, where there is one. */
  readonly other: string | null
  /** Public id: the salt of the history. */
  readonly publicId: string
  /** Null while the account does not exist. */
  readonly userId: bigint | null
}

/**
 * Checks and hashes a new password, outside any transaction. Rejects passwords that the person used before (rulings.md
 * R11), common ones, and the other one of the two: a thief of one would have both.
 */
export async function prepareNewPassword(services: Services, wanted: Wanted): Promise<HashedPassword> {
  const { passwords, database } = services
  const { kind, password, confirmation, passwordField, confirmationField, notEqual, userId, publicId } = wanted
  if (normalisePassword(password) !== normalisePassword(confirmation))
    throw new Refusal('pwd_mismatch', { fields: { [confirmationField]: 'pwd_mismatch' } })
  if (countCodePoints(normalisePassword(password)) < 6)
    throw new Refusal('pwd_short', { fields: { [passwordField]: 'pwd_short' } })
  if (notEqual.some(own => own !== null && isOwn(password, own)))
    throw new Refusal('invalid_input', { fields: { [passwordField]: 'invalid' } })
  if (isCommonPassword(password)) throw new Refusal('pwd_common', { fields: { [passwordField]: 'pwd_common' } })
  return passwords.inTurn('proved', async hashing => {
    await requireAnother(services, hashing, wanted)
    const historyHash = await hashing.historyHash(password, kind, publicId)
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
    return { kind, hash: await hashing.hash(password), historyHash }
  })
}

/** A new login password and its confirmation, from the fields of a form. */
export function prepareLoginPassword(
  services: Services,
  { password, confirm_password }: { readonly password: string; readonly confirm_password: string },
  of: Pick<Wanted, 'notEqual' | 'other' | 'publicId' | 'userId'>,
): Promise<HashedPassword> {
  const fields = { passwordField: 'password', confirmationField: 'confirm_password' }
  return prepareNewPassword(services, { kind: 'login', password, confirmation: confirm_password, ...fields, ...of })
}

/** Trying a code must not reveal whether a password is the person's other one. */
async function requireAnother({ limits }: Services, { matches }: Hashing, wanted: Wanted): Promise<void> {
  const { other, password, passwordField, publicId } = wanted
  if (other === null) return
  const counter = { name: 'other-password', subject: publicId, limit: limitTable.passwordChanges }
  if (await tryWithinLimits(limits, [counter], () => matches(password, other)))
    throw new Refusal('pwd_same', { fields: { [passwordField]: 'pwd_same' } })
}

/** An own address in any case; an own number with or without its country, however it is written. */
function isOwn(password: string, own: string): boolean {
  const plain = normalisePassword(password).trim().toLowerCase()
  if (plain === own.toLowerCase()) return true
  const [digits, number] = [toAsciiDigits(plain).replace(/[\s()+.-]/g, ''), own.replace(/^\+/, '')]
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
