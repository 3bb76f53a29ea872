import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { listApps } from '../src/releases/list-apps.ts'
import { repositoryFolder, listStages } from './composed/images.ts'
import { makeFreshFolder } from './fixture-apps.ts'

/** The plugin of the docker client, or the program of its own that came before it: both are still met. */
const clients = [['docker', 'compose'], ['docker-compose']] as const
const installed = clients.filter(([command, ...words]) => spawnSync(command, [...words, 'version']).status === 0)

it.runIf(installed.length > 0)(
  'docker-compose.yml passes the check of each installed client, alone and for development',
  () => {
    const files = ['-f', 'docker-compose.yml', '-f', 'docker-compose.development.yml']
    const tries = installed.flatMap(client => [
      [...client, 'config'],
      [...client, ...files, 'config'],
    ])
    for (const [command = '', ...words] of tries) {
      const { status, stdout, stderr } = spawnSync(command, words, { cwd: repositoryFolder, encoding: 'utf8' })
      expect([command, status], stderr).toEqual([command, 0])
      for (const service of ['gateway', 'service', 'migrations', 'postgres'])
        expect(stdout).toContain(`  ${service}:\n`)
    }
  },
  30_000,
)

type Part = {
  readonly command?: readonly string[]
  readonly build?: { readonly target?: string }
  readonly environment?: Readonly<Record<string, string>>
  readonly networks?: readonly string[]
  readonly volumes?: readonly (string | { readonly source: string; readonly volume: { readonly subpath: string } })[]
  readonly [key: string]: unknown
}

it('docker-compose.yml holds every part in: own places to write, no rights, limits, health', () => {
  const { services } = parse(readFileSync(join(repositoryFolder, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
    services: Readonly<Record<string, Part>>
  }
  for (const [name, part] of Object.entries(services)) {
    expect([name, part]).toMatchObject([
      name,
      { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
    ])
    for (const limit of ['mem_limit', 'pids_limit', 'tmpfs']) expect([name, part]).toHaveProperty(`1.${limit}`)
    // Our own images end as the user `node`; a foreign image names its user.
    expect(part['build'] !== undefined || /^(?!root|0)/.test(String(part['user'] ?? 'root'))).toBe(true)
    if (part['restart'] === 'unless-stopped') expect([name, part]).toHaveProperty('1.healthcheck')
  }
  const targets = new Set(Object.values(services).flatMap(({ build }) => (build ? [String(build.target)] : [])))
  for (const target of targets)
    expect([
      target,
      [
        ...listStages(target)
          .join('\n')
          .matchAll(/^USER (\w+)$/gm),
      ].at(-1)?.[1],
    ]).toEqual([target, target === 'object-store' ? 'ceph' : 'node'])
  expect(Object.keys(services).length).toBeLessThanOrEqual(8)
  expect(services['operations']?.['ports']).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)])
})

it('docker-compose.yml lets a publisher reach the object store alone, with its app’s key', () => {
  const { services, networks } = parse(readFileSync(join(repositoryFolder, 'docker-compose.yml'), 'utf8'), {
    merge: true,
  }) as {
    services: Readonly<Record<string, Part>>
    networks: Readonly<Record<string, { internal?: boolean } | null>>
  }
  expect(networks['publishing']).toEqual({ internal: true })
  const there = Object.keys(services).filter(name => services[name]?.networks?.includes('publishing'))
  // Of these only the object store listens.
  expect(there.toSorted()).toEqual(['object-store', 'publisher'])
  expect(services['publisher']?.networks).toEqual(['publishing'])
  // What may write releases may not read uploads, and the other way round.
  const keyOf = (name: string) => services[name]?.environment?.['AWS_ACCESS_KEY_ID']
  for (const name of ['publisher', 'gateway', 'operations']) expect(keyOf(name)).toBe('${AWS_ACCESS_KEY_ID:-}')
  expect(keyOf('service')).toBe('${FILES_ACCESS_KEY_ID:-}')
  // Each part mounts the keys of one folder; only the part that makes keys mounts all of them.
  const keysOf = ({ volumes = [] }: Part) =>
    volumes.flatMap(each => {
      if (typeof each !== 'string') return [each.volume.subpath]
      return each.startsWith('private-keys:') ? ['all'] : []
    })
  const held = Object.entries(services).flatMap(([name, part]) => keysOf(part).map(key => [name, key]))
  expect(held.toSorted()).toEqual([
    ['keys', 'all'],
    ['operations', 'ops'],
    ['publisher', '${APP:-}'],
  ])
  expect(services['publisher']?.volumes).toContain('public-keys:/data/keys:ro')
  expect(services['gateway']?.volumes).toContain('public-keys:/data/keys:ro')
})

it('the image of a publisher fails with its usage where no app is named', () => {
  const command = /^CMD (.+publish.+)$/m.exec(
    readFileSync(join(repositoryFolder, 'release/docker/Dockerfile'), 'utf8'),
  )?.[1]
  const [program = '', ...words] = JSON.parse(command ?? '[]') as string[]
  const { status, stderr } = spawnSync(program, words, { encoding: 'utf8', env: { PATH: process.env.PATH } })
  expect([status === 0, stderr]).toEqual([false, expect.stringContaining('APP: say which: APP=remote-team')])
})

it.each(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'FILES_ACCESS_KEY_ID', 'FILES_SECRET_ACCESS_KEY'])(
  'the object store reports that %s is empty, and does not start',
  async name => {
    const given = Object.fromEntries(
      ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'FILES_ACCESS_KEY_ID', 'FILES_SECRET_ACCESS_KEY'].map(each => [
        each,
        each === name ? '' : 'given',
      ]),
    )
    const folder = await makeFreshFolder()
    const script = join(repositoryFolder, 'release/docker/object-store.sh')
    const { status, stderr } = spawnSync(script, [folder, '127.0.0.1:7480', '6789'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...given },
    })
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${name} is empty: set it in .env`)])
    expect(readdirSync(folder)).toEqual([])
  },
)

it('the container of keys makes one for operators and one for each app, each in its folder', async () => {
  const { services } = parse(readFileSync(join(repositoryFolder, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
    services: Readonly<Record<string, Part>>
  }
  const data = await makeFreshFolder()
  const [command = '', ...words] = services['keys']?.command ?? []
  const { status, stderr } = spawnSync(
    command,
    // Compose writes `$$` for `$`; the image's place for data is a folder of this test; its node is this one.
    words.map(word =>
      word
        .replaceAll('$$', '$')
        .replaceAll('/data/', `${data}/`)
        .replaceAll('node shared', `'${process.execPath}' shared`),
    ),
    { cwd: repositoryFolder, encoding: 'utf8', env: { PATH: process.env.PATH, DATA_DIR: data } },
  )
  expect(status, stderr).toBe(0)
  const roles = ['ops', ...listApps(repositoryFolder)]
  expect(readdirSync(join(data, 'private')).sort()).toEqual(roles.toSorted())
  for (const role of roles) expect(readdirSync(join(data, 'private', role))).toEqual([`${role}.pem`])
}, 60_000)
