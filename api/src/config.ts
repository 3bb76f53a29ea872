import { resolve } from 'node:path'

/** Everything that the environment decides, parsed once. What is missing or malformed is listed in one error. */
export type Config = Readonly<{
  production: boolean
  host: string
  port: number
  dataDir: string
  databaseUrl: string | null
  /** Where people open the app; the return address of Google and the share link begin with it. */
  publicUrl: string
  secrets: SecretTexts | null
  sms: { provider: 'outbox' } | { provider: 'http'; url: string; token: string }
  email: { provider: 'outbox' } | { provider: 'smtp'; url: string; from: string }
  oidc: { issuer: string; clientId: string; clientSecret: string } | null
  /** The local identity provider; never in production. */
  oidcDevelopment: boolean
  /** Seconds until the sandbox reviewer decides; 0 = nobody decides but an operator. */
  sandboxReviewSeconds: number
  /**
   * Invented tasks, prices and support links are planted: DEMO_DATA=on or off; by default everywhere but in production.
   */
  demoData: boolean
  /** Addresses whose X-Forwarded-For is believed. */
  trustProxy: string
  /**
   * Multiplies the limits per network address: 1 in production; more where everybody shares one address, as in
   * development.
   */
  addressLimitFactor: number
  databaseConnections: number
  /** Coin minor units: a larger withdrawal is approved and paid by two different operators; 0 = never. */
  twoOperatorsAbove: number
  logLevel: 'silent' | 'error' | 'warn' | 'info'
}>

/** Base64url texts of at least 32 bytes each. */
export type SecretTexts = Readonly<{ pepper: string; paywayKey: string; cursorKey: string }>

export class ConfigProblem extends Error {
  constructor(problems: readonly string[]) {
    super(`The service cannot start:\n${problems.map(problem => `  - ${problem}`).join('\n')}`)
    this.name = 'ConfigProblem'
  }
}

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = []
  const production = env.NODE_ENV === 'production'
  const text = (name: string): string | null => env[name]?.trim() || null
  const required = (name: string, why: string): string => {
    const value = text(name)
    if (!value) problems.push(`${name} is missing: ${why}`)
    return value ?? ''
  }
  const whole = (name: string, fallback: number, max: number): number => {
    const value = text(name)
    if (value === null) return fallback
    if (/^[0-9]{1,9}$/.test(value) && Number(value) <= max) return Number(value)
    problems.push(`${name} must be a whole number from 0 to ${max}, not "${value}"`)
    return fallback
  }
  const config: Config = {
    production,
    host: text('HOST') ?? '127.0.0.1',
    port: whole('PORT', 8081, 65_535),
    dataDir: resolve(text('DATA_DIR') ?? '.data'),
    databaseUrl: production
      ? required('DATABASE_URL', 'production runs on PostgreSQL, never on the embedded database')
      : text('DATABASE_URL'),
    publicUrl: publicUrlOf(text('PUBLIC_URL') ?? 'http://localhost:8080', problems),
    secrets: secretsOf(env, production, problems),
    sms: smsOf(text('SMS_PROVIDER') ?? 'outbox', required, production, problems),
    email: emailOf(text('EMAIL_PROVIDER') ?? 'outbox', required, production, problems),
    oidc: text('OIDC_ISSUER')
      ? {
          issuer: required('OIDC_ISSUER', ''),
          clientId: required('OIDC_CLIENT_ID', 'OIDC_ISSUER is set'),
          clientSecret: required('OIDC_CLIENT_SECRET', 'OIDC_ISSUER is set'),
        }
      : null,
    oidcDevelopment: !production && text('OIDC_ISSUER') === null && text('OIDC_DEVELOPMENT') !== 'off',
    sandboxReviewSeconds: whole('SANDBOX_REVIEW_SECONDS', production ? 0 : 8, 86_400),
    demoData: text('DEMO_DATA') === null ? !production : text('DEMO_DATA') === 'on',
    trustProxy: text('TRUST_PROXY') ?? 'loopback',
    addressLimitFactor: whole('ADDRESS_LIMIT_FACTOR', production ? 1 : 50, 100_000),
    databaseConnections: whole('DATABASE_CONNECTIONS', 10, 500),
    twoOperatorsAbove: whole('TWO_OPERATORS_ABOVE', production ? 1_000_000 : 0, 999_999_999),
    logLevel: levelOf(text('LOG_LEVEL')),
  }
  if (production && text('OIDC_DEVELOPMENT') === 'on')
    problems.push('OIDC_DEVELOPMENT=on: the development identity provider never runs in production')
  if (production && config.sandboxReviewSeconds > 0)
    problems.push(
      'SANDBOX_REVIEW_SECONDS is set: in production the sandbox would pay every proof; set 0 or leave it out',
    )
  if (production && config.demoData)
    problems.push('DEMO_DATA=on: invented tasks and prices never stand in production; leave it out')
  if (problems.length > 0) throw new ConfigProblem(problems)
  return config
}

function secretsOf(env: NodeJS.ProcessEnv, production: boolean, problems: string[]): SecretTexts | null {
  const names = { pepper: 'SECRET_PEPPER', paywayKey: 'SECRET_PAYWAY_KEY', cursorKey: 'SECRET_CURSOR_KEY' } as const
  const given = Object.values(names).filter(name => env[name])
  if (given.length === 0 && !production) return null
  for (const name of Object.values(names)) {
    const value = env[name]
    if (!value)
      problems.push(
        `${name} is missing: production takes no generated secrets (make one with: openssl rand -base64 48)`,
      )
    else if (Buffer.from(value, 'base64').length < 32)
      problems.push(`${name} must be base64 of at least 32 random bytes`)
  }
  return {
    pepper: env[names.pepper] ?? '',
    paywayKey: env[names.paywayKey] ?? '',
    cursorKey: env[names.cursorKey] ?? '',
  }
}

type Required = (name: string, why: string) => string

function smsOf(provider: string, required: Required, production: boolean, problems: string[]): Config['sms'] {
  if (provider === 'http')
    return {
      provider,
      url: required('SMS_HTTP_URL', 'SMS_PROVIDER=http'),
      token: required('SMS_HTTP_TOKEN', 'SMS_PROVIDER=http'),
    }
  if (provider !== 'outbox') problems.push(`SMS_PROVIDER must be outbox or http, not "${provider}"`)
  if (production)
    problems.push('SMS_PROVIDER must be http in production: the outbox keeps codes where an operator can read them')
  return { provider: 'outbox' }
}

function emailOf(provider: string, required: Required, production: boolean, problems: string[]): Config['email'] {
  if (provider === 'smtp')
    return {
      provider,
      url: required('SMTP_URL', 'EMAIL_PROVIDER=smtp'),
      from: required('EMAIL_FROM', 'EMAIL_PROVIDER=smtp'),
    }
  if (provider !== 'outbox') problems.push(`EMAIL_PROVIDER must be outbox or smtp, not "${provider}"`)
  if (production)
    problems.push('EMAIL_PROVIDER must be smtp in production: the outbox keeps codes where an operator can read them')
  return { provider: 'outbox' }
}

function publicUrlOf(value: string, problems: string[]): string {
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol))
    problems.push(`PUBLIC_URL must be an http or https address, not "${value}"`)
  return value.replace(/\/+$/, '')
}

function levelOf(value: string | null): Config['logLevel'] {
  return value === 'silent' || value === 'error' || value === 'info' ? value : 'warn'
}
