import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { repositoryFolder } from './composed/images.ts'

const folder = join(repositoryFolder, 'deploy/systemd')
const units = globSync('*.service', { cwd: folder }).toSorted()
const read = (unit: string) => readFileSync(join(folder, unit), 'utf8')
const guide = readFileSync(join(repositoryFolder, 'docs/without-containers.md'), 'utf8')
const compose = parse(readFileSync(join(repositoryFolder, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Readonly<Record<string, { command?: readonly string[]; environment?: Readonly<Record<string, string>> }>>
}

it('systemd finds nothing wrong with the units', context => {
  const { error, stdout, stderr } = spawnSync('systemd-analyze', ['verify', ...units.map(unit => join(folder, unit))], {
    encoding: 'utf8',
  })
  context.skip(error !== undefined, 'there is no systemd-analyze')
  // Its programs and its user are those of another machine.
  const problems = `${stdout}${stderr}`
    .split('\n')
    .filter(line => line !== '' && !/is not executable|No such file or directory|Unit \S+ not found/.test(line))
  expect(problems.filter(line => line.includes(folder) || /^adcoin/.test(line))).toEqual([])
})

it('every unit is held in, has a user, is never given up, and logs into the journal', () => {
  for (const unit of units) {
    const text = read(unit)
    for (const line of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'ProtectHome=yes', 'PrivateTmp=yes'])
      expect([unit, text]).toEqual([unit, expect.stringContaining(line)])
    expect(text).toMatch(/^User=adcoin(-operators)?$/m)
    if (!text.includes('Type=oneshot')) expect(text).toMatch(/^Restart=always$/m)
    expect(text).toMatch(/^StartLimitIntervalSec=0$/m)
    // It is a socket beneath systemd, which no program can open by this name.
    expect(text).not.toContain('/dev/stdout')
  }
})

/** What `composed.test.ts` runs as processes. */
it.each([
  ['adcoin-service@.service', 'service', 'api/src/server.ts'],
  ['adcoin-gateway.service', 'gateway', 'release/src/start/gateway-main.ts'],
  ['adcoin-migrations.service', 'migrations', 'api/src/migrate-job.ts'],
  ['adcoin-operations.service', 'operations', 'release/src/start/operations-main.ts'],
])('%s runs what docker-compose.yml runs as %s, and the guide names its settings', (unit, part, program) => {
  const text = read(unit)
  expect(text).toContain(`/node ${program}\n`)
  const given = new Set(
    [...`${text.match(/^Environment=(.+)$/m)?.[1] ?? ''} ${guide}`.matchAll(/\b([A-Z][A-Z0-9_]+)\b/g)].map(
      ([, name = '']) => name,
    ),
  )
  // Buckets are for several machines; the guide names one variable per provider.
  const optional =
    /^(AWS_|FILES_STORE|RELEASE_STORE|SERVICE_PATHS|SMS_HTTP|SMTP|EMAIL_FROM|PAYOUT_HTTP|SOCIAL_|OIDC_|TWO_OPERATORS|PUSH_|OPERATIONS_SECRET$)/
  const required = Object.keys(compose.services[part]?.environment ?? {}).filter(name => !optional.test(name))
  expect(required.filter(name => !given.has(name))).toEqual([])
})
