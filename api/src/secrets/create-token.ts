import { randomBytes, randomInt } from 'node:crypto'

/** 256 random bits: a session token, a ticket. */
export const createToken = (): string => randomBytes(32).toString('base64url')

/** A random public id that cannot be guessed: 16 letters and digits, 80 bits. */
export function createRandomId(): string {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
  return [...randomBytes(16)].map(byte => alphabet[byte & 31]).join('')
}

/** Eight digits, the first not 0: what a person reads out as their user id. */
export const createUserId = (): string => String(randomInt(10_000_000, 100_000_000))

/** Nine digits, the first not 0: read aloud in groups of three in any language, and never the official 888888. */
export const createInviteCode = (): string => String(randomInt(100_000_000, 1_000_000_000))

/** A code that a person types. */
export const createFourDigits = (): string => String(randomInt(10_000)).padStart(4, '0')
