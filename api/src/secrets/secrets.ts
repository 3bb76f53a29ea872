import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { SecretTexts } from '../config.ts'

/** The service's keys, behind what they may be used for. */
export type Secrets = {
  /** Keyed hash of something guessable (a code, a destination), for one use: base64url. */
  keyed(use: string, text: string): string
  /** Fingerprint of a payment account. */
  fingerprint(text: string): string
  encrypt(text: string): string
  decrypt(sealed: string): string
  signCursor(text: string): string
}

export function openSecrets(texts: SecretTexts): Secrets {
  // Prepared once: createHmac takes eight times as long with bytes.
  const [pepper, cursor] = [createSecretKey(texts.pepper, 'base64'), createSecretKey(texts.cursorKey, 'base64')]
  const payway = createSecretKey(
    createHash('sha256').update('payway-encryption').update(Buffer.from(texts.paywayKey, 'base64')).digest(),
  )
  const mac = (key: KeyObject, use: string, text: string) =>
    createHmac('sha256', key).update(`${use}\0${text}`).digest('base64url')
  return {
    keyed: (use, text) => mac(pepper, use, text),
    fingerprint: text => mac(payway, 'fingerprint', text),
    signCursor: text => mac(cursor, 'cursor', text).slice(0, 22),
    encrypt(text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', payway, nonce)
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
        'base64url',
      )
    },
    decrypt(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', payway, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(-16))
      return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

/** The secrets of an evaluation: created once, stored beside the data (mode 0600). Never used in production. */
export function loadSecrets(dataDir: string): SecretTexts {
  const path = join(dataDir, 'secrets.json')
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as SecretTexts
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new Error(
        `${path} cannot be read: restore it from a copy, since the payment accounts are encrypted with it.`,
        { cause: error },
      )
  }
  // Whole beside, then linked: of two services that start on one folder at once, both take what the first one made.
  const beside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = openSync(beside, 'wx', 0o600)
  writeSync(file, JSON.stringify(generateSecrets()))
  fsyncSync(file)
  closeSync(file)
  try {
    linkSync(beside, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(beside)
  }
  return JSON.parse(readFileSync(path, 'utf8')) as SecretTexts
}

export function generateSecrets(): SecretTexts {
  const make = () => randomBytes(48).toString('base64')
  return { pepper: make(), paywayKey: make(), cursorKey: make() }
}
