import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from './config.ts'

type File = { readonly services: Readonly<Record<string, { readonly environment?: Readonly<Record<string, string>> }>> }
const read = (name: string) =>
  parse(readFileSync(join(import.meta.dirname, '../..', name), 'utf8'), { merge: true }) as File
const [production, development] = [read('docker-compose.yml'), read('docker-compose.development.yml')]

/**
 * What a container gets: `${NAME:-default}` and `${NAME-default}` read from the given variables, a later file over an
 * earlier one.
 */
function environmentOf(service: string, files: readonly File[], given: Record<string, string> = {}) {
  const merged = Object.assign({}, ...files.map(file => file.services[service]?.environment)) as Record<string, string>
  return Object.fromEntries(
    Object.entries(merged).map(([name, text]) => [
      name,
      text.replace(
        /\$\{([A-Z_]+)(:?)-([^}]*)\}/g,
        (_all, variable: string, orEmpty: string, fallback: string) =>
          (orEmpty ? given[variable] || undefined : given[variable]) ?? fallback,
      ),
    ]),
  )
}

const key = () => randomBytes(48).toString('base64')
const given = {
  POSTGRES_PASSWORD: 'from the vault',
  PUBLIC_URL: 'https://app.example.com',
  SECRET_PEPPER: key(),
  SECRET_PAYWAY_KEY: key(),
  SECRET_CURSOR_KEY: key(),
  SMS_HTTP_URL: 'https://sms.example.com',
  SMS_HTTP_TOKEN: 't',
  SMTP_URL: 'smtps://mail.example.com',
  EMAIL_FROM: 'Ad Coin <no-reply@example.com>',
}

describe('docker-compose.yml', () => {
  it('is production: without secrets and providers the service names them and does not start', () => {
    expect(() => readConfig(environmentOf('service', [production]))).toThrow(
      /PUBLIC_URL[\s\S]*SECRET_PEPPER[\s\S]*SECRET_PAYWAY_KEY[\s\S]*SECRET_CURSOR_KEY[\s\S]*SMS_HTTP_URL[\s\S]*SMTP_URL/,
    )
    expect(environmentOf('postgres', [production]).POSTGRES_PASSWORD).toBe('')
    // The login of the services is made by deploy/postgres/first-start.sh: POSTGRES_USER would be a superuser.
    expect(environmentOf('postgres', [production])).not.toHaveProperty('POSTGRES_USER')
  })

  it('starts with them, without sandbox, demonstration data or variables that invent any', () => {
    const config = readConfig(environmentOf('service', [production], { ...given, DEMO_DATA: 'on' }))
    expect(config).toMatchObject({
      production: true,
      sandboxReviewSeconds: 0,
      demoData: false,
      payout: { provider: 'operators' },
    })
    expect(Object.keys(environmentOf('service', [production]))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/SANDBOX|DEMO|OIDC_DEVELOPMENT/)]),
    )
  })

  it('keeps uploads in its object store, or with an empty FILES_STORE in the volume', () => {
    const stored = (more: Record<string, string>) =>
      readConfig(environmentOf('service', [production], { ...given, ...more })).filesStore
    expect(stored({})).toEqual({ bucket: 'uploads', prefix: '', endpoint: 'http://object-store:7480' })
    expect(stored({ FILES_STORE: '' })).toBeNull()
  })

  it('hands on what a payout and a social provider need', () => {
    const http = (name: string) => ({
      [`${name}_PROVIDER`]: 'http',
      [`${name}_HTTP_URL`]: 'https://provider.example.com',
      [`${name}_HTTP_KEY`]: key(),
    })
    expect(
      readConfig(environmentOf('service', [production], { ...given, ...http('PAYOUT'), ...http('SOCIAL') })),
    ).toMatchObject({ payout: { provider: 'http' }, social: { provider: 'http' } })
  })
})

describe('docker-compose.development.yml over it', () => {
  it('starts without variables: sandbox, codes in the outbox, one password everywhere', () => {
    const files = [production, development]
    expect(readConfig(environmentOf('service', files))).toMatchObject({
      production: false,
      demoData: true,
      sms: { provider: 'outbox' },
      publicUrl: 'http://localhost:8080',
    })
    for (const service of ['service', 'migrations'])
      expect(environmentOf(service, files).DATABASE_URL).toBe('postgres://adcoin:adcoin@postgres:5432/adcoin')
    expect(environmentOf('postgres', files).POSTGRES_PASSWORD).toBe('adcoin')
  })
})
