import { randomBytes } from 'node:crypto'
import { hasCephServer } from '../object-server.ts'

const createKey = () => randomBytes(48).toString('base64')

/** What a deployment writes into `.env`: every secret, and unreachable providers. */
export const createDeploymentEnv = (): Readonly<Record<string, string>> => ({
  POSTGRES_PASSWORD: 'from-the-vault',
  PUBLIC_URL: 'https://app.example.com',
  SECRET_PEPPER: createKey(),
  SECRET_PAYWAY_KEY: createKey(),
  SECRET_CURSOR_KEY: createKey(),
  OPERATORS_SECRET: createKey(),
  OPERATIONS_SECRET: createKey(),
  SMS_HTTP_URL: 'https://sms.example.com',
  SMS_HTTP_TOKEN: 'token',
  SMTP_URL: 'smtps://mail.example.com',
  EMAIL_FROM: 'Ad Coin <no-reply@example.com>',
  AWS_ACCESS_KEY_ID: 'releases',
  AWS_SECRET_ACCESS_KEY: createKey(),
  FILES_ACCESS_KEY_ID: 'uploads',
  FILES_SECRET_ACCESS_KEY: createKey(),
})

/**
 * Where releases and uploads are stored: in the object store of the file; where this machine has no program for it, in
 * volumes, as `.env` can say it.
 */
export const storeVariables: Readonly<Record<string, string>> = hasCephServer
  ? {}
  : { RELEASE_STORE: '/data/store', FILES_STORE: '' }
export const missingParts: readonly string[] = hasCephServer ? [] : ['object-store']
