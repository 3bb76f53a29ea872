import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readPushKeys, type PushKeys } from './push/push-keys.ts'
import { readAllowedValue, startReading, readRequiredAddress, parseWebAddress, type Reading } from './config-reading.ts'

/** The configuration from the environment, parsed once. Missing and malformed values are listed in one error. */
export type Config = Readonly<{
  production: boolean
  host: string
  port: number
  dataDir: string
  /** Folder by which `npm run ops` finds this process; differs from the data folder if several services share that. */
  opsDir: string
  /** A bucket for uploads, `FILES_STORE=s3://bucket/prefix`; null: the data folder. */
  filesStore: { bucket: string; prefix: string; endpoint: string | null } | null
  databaseUrl: string | null
  /** Public address of the app; the return address of Google and the share link begin with it. */
  publicUrl: string
  /** A folder of the operator's own terms and privacy notice; null: the defaults, which describe the product. */
  legalDir: string | null
  secrets: SecretTexts | null
  /** Secret of operators' programs at `/operators/*`; null: the addresses do not exist. */
  operatorsSecret: string | null
  /** Reads `/operators/metrics` and nothing else. */
  scrapeSecret: string | null
  /** The collector of traces, the service's name and the share of requests; null: no traces. */
  tracing: { endpoint: string; service: string; share: number } | null
  sms: { provider: 'outbox' } | { provider: 'http'; url: string; token: string }
  email: { provider: 'outbox' } | { provider: 'smtp'; url: string; from: string }
  /** Sends withdrawals out: operators by hand, or a provider over HTTP. */
  payout: ProviderChoice
  /** Verifies social accounts: operators (and the sandbox in development), or a provider over HTTP. */
  social: ProviderChoice
  /** Null: no notifications outside the app. */
  push: PushKeys | null
  /** Push services besides those of the known browsers: `host` or `host:port`. */
  pushHosts: readonly string[]
  oidc: { issuer: string; clientId: string; clientSecret: string } | null
  /** The local identity provider; never in production. */
  oidcDevelopment: boolean
  /** Seconds until the sandbox reviewer decides; 0 = only operators decide. */
  sandboxReviewSeconds: number
  /** Hours within which people are promised the decision of an appeal. */
  appealHours: number
  /**
   * Invented tasks, prices and support links are planted: DEMO_DATA=on or off; by default everywhere but in production.
   */
  demoData: boolean
  /** Addresses whose X-Forwarded-For is believed. */
  trustProxy: string
  /**
   * Multiplies the limits per network address: 1 in production; more where all people share one address, as in
   * development.
   */
  addressLimitFactor: number
  databaseConnections: number
  /** Coin minor units: a larger withdrawal is approved and paid by two different operators; 0 = never. */
  twoOperatorsAbove: number
  logLevel: 'silent' | 'error' | 'warn' | 'info'
}>

/** A provider over HTTP: both sides sign what they send with the key. Source: decisions/providers.md. */
export type HttpProvider = Readonly<{ provider: 'http'; url: string; key: Buffer; timeoutMs: number }>
type ProviderChoice = Readonly<{ provider: 'operators' }> | HttpProvider

/** Base64url texts of at least 32 bytes each. */
export type SecretTexts = Readonly<{ pepper: string; paywayKey: string; cursorKey: string }>

const keyBytes = 32

export class ConfigProblem extends Error {
  constructor(problems: readonly string[]) {
    super(`The service cannot start:\n${problems.map(problem => `  - ${problem}`).join('\n')}`)
    this.name = 'ConfigProblem'
  }
}

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const reading = startReading(env)
  const { production, problems, text, required, whole } = reading
  // A slip in it would be development.
  readAllowedValue(reading, 'NODE_ENV')
  const config: Config = {
    production,
    host: required('HOST'),
    port: whole('PORT', 65_535),
    dataDir: resolve(required('DATA_DIR')),
    opsDir: resolve(text('OPS_DIR') ?? required('DATA_DIR')),
    filesStore: filesStoreOf(reading),
    databaseUrl: production
      ? required('DATABASE_URL', 'production runs on PostgreSQL, never on the embedded database')
      : text('DATABASE_URL'),
    publicUrl: parseWebAddress(reading, 'PUBLIC_URL', required('PUBLIC_URL')).replace(/\/+$/, ''),
    legalDir: folderOf(text('LEGAL_DIR')),
    secrets: secretsOf(reading),
    scrapeSecret: text('SCRAPE_SECRET'),
    tracing: tracingOf(reading),
    operatorsSecret: operatorsSecretOf(reading, text('OPERATORS_SECRET'), required('DATA_DIR')),
    sms: smsOf(reading),
    email: emailOf(reading),
    payout: providerOf(reading, 'PAYOUT'),
    social: providerOf(reading, 'SOCIAL'),
    push: readPushKeys(reading),
    pushHosts: (text('PUSH_HOSTS') ?? '').split(/[\s,]+/).filter(Boolean),
    oidc: oidcOf(reading),
    oidcDevelopment:
      !production && text('OIDC_ISSUER') === null && readAllowedValue(reading, 'OIDC_DEVELOPMENT') === 'on',
    sandboxReviewSeconds: whole('SANDBOX_REVIEW_SECONDS', 86_400),
    appealHours: whole('APPEAL_HOURS', 720),
    demoData: readAllowedValue(reading, 'DEMO_DATA') === 'on',
    trustProxy: required('TRUST_PROXY'),
    addressLimitFactor: whole('ADDRESS_LIMIT_FACTOR', 100_000),
    databaseConnections: whole('DATABASE_CONNECTIONS', 500),
    twoOperatorsAbove: whole('TWO_OPERATORS_ABOVE', 999_999_999),
    logLevel: readAllowedValue(reading, 'LOG_LEVEL'),
  }
  if (production) refuseDevelopment(config, reading)
  if (problems.length > 0) throw new ConfigProblem(problems)
  return config
}

const folderOf = (path: string | null): string | null => (path === null ? null : resolve(path))

/** Rejects, outside development, everything that pays by itself, invents data, or shows codes to operators. */
function refuseDevelopment(config: Config, { problems, text }: Reading): void {
  if (text('OIDC_DEVELOPMENT') === 'on')
    problems.push('OIDC_DEVELOPMENT=on: the development identity provider never runs in production')
  if (config.sandboxReviewSeconds > 0)
    problems.push(
      'SANDBOX_REVIEW_SECONDS is set: in production the sandbox would pay every proof; set 0 or leave it out',
    )
  if (config.demoData) problems.push('DEMO_DATA=on: invented tasks and prices never stand in production; leave it out')
  if (config.sms.provider === 'outbox')
    problems.push('SMS_PROVIDER must be http in production: the outbox keeps codes where an operator can read them')
  if (config.email.provider === 'outbox')
    problems.push('EMAIL_PROVIDER must be smtp in production: the outbox keeps codes where an operator can read them')
}

function secretsOf({ text, production, problems }: Reading): SecretTexts | null {
  const names = { pepper: 'SECRET_PEPPER', paywayKey: 'SECRET_PAYWAY_KEY', cursorKey: 'SECRET_CURSOR_KEY' } as const
  const given = Object.values(names).filter(name => text(name))
  if (given.length === 0 && !production) return null
  for (const name of Object.values(names)) {
    const value = text(name)
    if (!value)
      problems.push(
        `${name} is missing: production takes no generated secrets (make one with: openssl rand -base64 48)`,
      )
    else if (Buffer.from(value, 'base64').length < keyBytes)
      problems.push(`${name} must be base64 of at least ${keyBytes} random bytes`)
  }
  return {
    pepper: text(names.pepper) ?? '',
    paywayKey: text(names.paywayKey) ?? '',
    cursorKey: text(names.cursorKey) ?? '',
  }
}

function tracingOf(reading: Reading): Config['tracing'] {
  const endpoint = reading.text('OTEL_EXPORTER_OTLP_ENDPOINT')
  const share = Number(reading.required('OTEL_TRACES_SAMPLER_ARG'))
  if (!(share >= 0 && share <= 1)) reading.problems.push('OTEL_TRACES_SAMPLER_ARG is a number from 0 to 1')
  if (endpoint === null) return null
  return {
    // A trace has no address of a person and no value: a collector in one's own cluster may be without TLS.
    endpoint: parseWebAddress({ ...reading, production: false }, 'OTEL_EXPORTER_OTLP_ENDPOINT', endpoint),
    service: reading.required('OTEL_SERVICE_NAME'),
    share,
  }
}

/** The environment's, or the one that `npm start` has put into the data folder. A short one could be guessed. */
function operatorsSecretOf({ problems }: Reading, given: string | null, dataDir: string): string | null {
  const secret = given ?? textIn(join(resolve(dataDir), 'operators.secret'))
  if (secret === null || secret.length >= keyBytes) return secret
  problems.push(
    `${given === null ? 'operators.secret in the data folder' : 'OPERATORS_SECRET'} must be at least ${keyBytes} characters`,
  )
  return null
}

/** The text of a file; null where there is none. */
function textIn(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function smsOf(reading: Reading): Config['sms'] {
  const provider = readAllowedValue(reading, 'SMS_PROVIDER')
  if (provider === 'outbox') return { provider }
  return {
    provider,
    url: readRequiredAddress(reading, 'SMS_HTTP_URL', 'SMS_PROVIDER=http'),
    token: reading.required('SMS_HTTP_TOKEN', 'SMS_PROVIDER=http'),
  }
}

function emailOf(reading: Reading): Config['email'] {
  const provider = readAllowedValue(reading, 'EMAIL_PROVIDER')
  if (provider === 'outbox') return { provider }
  const url = reading.required('SMTP_URL', 'EMAIL_PROVIDER=smtp')
  if (url !== '' && !/^smtps?:$/.test(URL.parse(url)?.protocol ?? ''))
    reading.problems.push('SMTP_URL must be an smtp or smtps address')
  return { provider, url, from: reading.required('EMAIL_FROM', 'EMAIL_PROVIDER=smtp') }
}

/**
 * `<NAME>_PROVIDER`, `<NAME>_HTTP_URL`, `<NAME>_HTTP_KEY`, and `<NAME>_HTTP_TIMEOUT_MS`, shorter than a job's lease.
 */
function providerOf(reading: Reading, name: 'PAYOUT' | 'SOCIAL'): ProviderChoice {
  const provider = readAllowedValue(reading, `${name}_PROVIDER`)
  if (provider === 'operators') return { provider }
  const why = `${name}_PROVIDER=http`
  const url = readRequiredAddress(reading, `${name}_HTTP_URL`, why).replace(/\/+$/, '')
  const key = Buffer.from(reading.required(`${name}_HTTP_KEY`, why), 'base64')
  if (key.length > 0 && key.length < keyBytes)
    reading.problems.push(`${name}_HTTP_KEY must be base64 of at least ${keyBytes} random bytes`)
  return { provider, url, key, timeoutMs: reading.whole(`${name}_HTTP_TIMEOUT_MS`, 30_000) }
}

/** `FILES_STORE=s3://bucket/prefix`, and `FILES_STORE_ENDPOINT` for a server that is not Amazon's. */
function filesStoreOf({ text, problems }: Reading): Config['filesStore'] {
  const address = text('FILES_STORE')
  if (address === null) return null
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w-]+)*)\/?$/.exec(address) ?? []
  if (bucket === undefined) problems.push(`FILES_STORE must be s3://bucket or s3://bucket/prefix, not "${address}"`)
  const prefix = path === '' ? '' : `${path.slice(1)}/`
  return { bucket: bucket ?? '', prefix, endpoint: text('FILES_STORE_ENDPOINT') }
}

function oidcOf(reading: Reading): Config['oidc'] {
  const { text, required } = reading
  const issuer = text('OIDC_ISSUER')
  if (issuer === null) return null
  return {
    issuer: parseWebAddress(reading, 'OIDC_ISSUER', issuer),
    clientId: required('OIDC_CLIENT_ID', 'OIDC_ISSUER is set'),
    clientSecret: required('OIDC_CLIENT_SECRET', 'OIDC_ISSUER is set'),
  }
}
