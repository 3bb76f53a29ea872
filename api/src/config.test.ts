import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import webPush from 'web-push'
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
  PUBLIC_URL: 'https://app.example.com',
}

const payout = {
  PAYOUT_PROVIDER: 'http',
  PAYOUT_HTTP_URL: 'https://bank.example.com/v1/',
  PAYOUT_HTTP_KEY: secret(),
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

  it('starts in production with a database, secrets and real providers, without a sandbox', () => {
    expect(readConfig(production)).toMatchObject({
      production: true,
      oidcDevelopment: false,
      sandboxReviewSeconds: 0,
      addressLimitFactor: 1,
    })
  })

  it('sends traces to a collector of the same cluster without TLS, also in production', () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318'
    expect(readConfig({ ...production, OTEL_EXPORTER_OTLP_ENDPOINT }).tracing?.endpoint).toBe(
      OTEL_EXPORTER_OTLP_ENDPOINT,
    )
  })

  it('takes a payout provider, in production and on a plain address of development', () => {
    const taken = { provider: 'http', url: 'https://bank.example.com/v1', timeoutMs: 10_000 }
    expect(readConfig({ ...production, ...payout }).payout).toMatchObject(taken)
    expect(readConfig({ ...payout, PAYOUT_HTTP_URL: 'http://127.0.0.1:9/v1' }).payout).toMatchObject({
      url: 'http://127.0.0.1:9/v1',
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
    [{ PUBLIC_URL: 'http://app.example.com' }, 'PUBLIC_URL must begin with https'],
    [{ SMS_HTTP_URL: 'http://sms.example.com' }, 'SMS_HTTP_URL must begin with https'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must be'],
    [{ EMAIL_PROVIDER: 'pigeon' }, 'EMAIL_PROVIDER must be outbox or smtp, not "pigeon"'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be production or development or test, not "prod"'],
    [{ DEMO_DATA: 'yes' }, 'DEMO_DATA must be on or off'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be'],
    [{ PAYOUT_PROVIDER: 'bank' }, 'PAYOUT_PROVIDER must be operators or http, not "bank"'],
    [{ PAYOUT_PROVIDER: 'http' }, 'PAYOUT_HTTP_URL is missing: PAYOUT_PROVIDER=http'],
    [{ ...payout, PAYOUT_HTTP_KEY: undefined }, 'PAYOUT_HTTP_KEY is missing: PAYOUT_PROVIDER=http'],
    [{ ...payout, PAYOUT_HTTP_KEY: 'c2hvcnQ=' }, 'PAYOUT_HTTP_KEY must be base64 of at least 32'],
    [{ ...payout, PAYOUT_HTTP_URL: 'http://bank.example.com' }, 'PAYOUT_HTTP_URL must begin with https'],
    [{ ...payout, PAYOUT_HTTP_URL: 'bank' }, 'PAYOUT_HTTP_URL must be an http or https address'],
    [{ SOCIAL_PROVIDER: 'http' }, 'SOCIAL_HTTP_URL is missing: SOCIAL_PROVIDER=http'],
  ])('refuses %j in production', (change, name) => {
    expect(() => readConfig({ ...production, ...change })).toThrow(name)
  })

  it('names the mistake in the keys of notifications', () => {
    const [pair, other] = [webPush.generateVAPIDKeys(), webPush.generateVAPIDKeys()]
    const right = {
      ...{ PUSH_PUBLIC_KEY: pair.publicKey, PUSH_PRIVATE_KEY: pair.privateKey },
      PUSH_CONTACT: 'mailto:push@example.com',
    }
    expect(readConfig({}).push).toBeNull()
    expect(readConfig(right).push).toEqual({ ...pair, contact: 'mailto:push@example.com' })
    const { PUSH_CONTACT: _, ...withoutContact } = right
    expect(() => readConfig(withoutContact)).toThrow('PUSH_CONTACT is missing')
    for (const [change, sentence] of [
      [{ PUSH_PRIVATE_KEY: other.privateKey }, 'PUSH_PUBLIC_KEY and PUSH_PRIVATE_KEY are not a pair'],
      [{ PUSH_PUBLIC_KEY: pair.privateKey }, 'PUSH_PUBLIC_KEY must be base64url of 65 bytes'],
      [{ PUSH_PRIVATE_KEY: 'abc' }, 'PUSH_PRIVATE_KEY must be base64url of 32 bytes'],
      [{ PUSH_PRIVATE_KEY: '' }, 'PUSH_PRIVATE_KEY is missing'],
      [{ PUSH_CONTACT: 'push@example.com' }, 'PUSH_CONTACT must begin with mailto: or https://'],
    ] as const)
      expect(() => readConfig({ ...right, ...change })).toThrow(sentence)
  })
})
