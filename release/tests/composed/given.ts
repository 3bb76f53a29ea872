import { randomBytes } from 'node:crypto'
import { hasObjectServer } from '../object-server.ts'

const key = () => randomBytes(48).toString('base64')

/** What a deployment writes into `.env`: every secret, and providers that nobody reaches. */
export const given = (): Readonly<Record<string, string>> => ({
  POSTGRES_PASSWORD: 'from-the-vault',
  PUBLIC_URL: 'https://app.example.com',
  SECRET_PEPPER: key(),
  SECRET_PAYWAY_KEY: key(),
  SECRET_CURSOR_KEY: key(),
  OPERATORS_SECRET: key(),
  OPERATIONS_SECRET: key(),
  SMS_HTTP_URL: 'https://sms.example.com',
  SMS_HTTP_TOKEN: 'token',
  SMTP_URL: 'smtps://mail.example.com',
  EMAIL_FROM: 'Ad Coin <no-reply@example.com>',
  AWS_ACCESS_KEY_ID: 'releases',
  AWS_SECRET_ACCESS_KEY: key(),
  FILES_ACCESS_KEY_ID: 'uploads',
  FILES_SECRET_ACCESS_KEY: key(),
})

/**
 * Where releases and uploads stand: in the object store of the file; where this machine has no program for it, in
 * volumes, as `.env` can say it.
 */
export const stored: Readonly<Record<string, string>> = hasObjectServer
  ? {}
  : { RELEASE_STORE: '/data/store', FILES_STORE: '' }
export const leftOut: readonly string[] = hasObjectServer ? [] : ['object-store']
