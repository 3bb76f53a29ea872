import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ConfigProblem, readConfig } from './config.ts'

const secret = () => randomBytes(48).toString('base64')
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db/adcoin',
  SECRET_PEPPER: secret(),
  SECRET_PAYWAY_KEY: secret(),
  SECRET_CURSOR_KEY: secret(),
  SMS_PROVIDER: 'http',
  SMS_HTTP_URL: 'https://sms.example.com',
  SMS_HTTP_TOKEN: 't',
  EMAIL_PROVIDER: 'smtp',
  SMTP_URL: 'smtps://mail.example.com',
  EMAIL_FROM: 'Ad Coin <no-reply@example.com>',
}

describe('the configuration', () => {
  it('needs nothing for an evaluation', () => {
    expect(readConfig({})).toMatchObject({
      production: false,
      databaseUrl: null,
      sms: { provider: 'outbox' },
      oidcDevelopment: true,
    })
  })

  it('starts in production with a database, secrets and real providers, without sandbox and development provider', () => {
    expect(readConfig(production)).toMatchObject({
      production: true,
      oidcDevelopment: false,
      sandboxReviewSeconds: 0,
      addressLimitFactor: 1,
    })
  })

  it('lists everything that production misses, in one error', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(ConfigProblem)
    try {
      readConfig({ NODE_ENV: 'production' })
    } catch (error) {
      const { message } = error as Error
      for (const name of [
        'DATABASE_URL',
        'SECRET_PEPPER',
        'SECRET_PAYWAY_KEY',
        'SECRET_CURSOR_KEY',
        'SMS_PROVIDER',
        'EMAIL_PROVIDER',
      ])
        expect(message).toContain(name)
    }
  })

  it.each([
    [{ SECRET_PEPPER: 'short' }, 'SECRET_PEPPER'],
    [{ OIDC_DEVELOPMENT: 'on' }, 'OIDC_DEVELOPMENT'],
    [{ SANDBOX_REVIEW_SECONDS: '20' }, 'SANDBOX_REVIEW_SECONDS'],
    [{ DEMO_DATA: 'on' }, 'DEMO_DATA'],
    [{ SMS_PROVIDER: 'outbox' }, 'SMS_PROVIDER'],
    [{ PUBLIC_URL: 'ftp://x' }, 'PUBLIC_URL'],
    [{ PORT: '70000' }, 'PORT'],
    [{ OIDC_ISSUER: 'https://accounts.google.com' }, 'OIDC_CLIENT_ID'],
  ])('refuses %j in production', (change, name) => {
    expect(() => readConfig({ ...production, ...change })).toThrow(name)
  })
})
