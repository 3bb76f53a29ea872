import { randomBytes } from 'node:crypto'

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
})
