import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { appsOf } from '../src/start/apps.ts'
import { root, stagesOf } from './composed/images.ts'
import { freshFolder } from './fixture-apps.ts'

/** The plugin of the docker client, or the program of its own that came before it: both are still met. */
const clients = [['docker', 'compose'], ['docker-compose']] as const
const installed = clients.filter(([command, ...words]) => spawnSync(command, [...words, 'version']).status === 0)

const shortOf = (app: string) => app.replace(/^remote-/, '')

it.each(appsOf(root))(
  'docker-compose.yml gives %s a key of its own, a publisher, and its turn to go live; `npm run references` writes it',
  app => {
    const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8')
    const short = shortOf(app)
    for (const line of [
      `      - key-${short}:/data/private/${app}\n`,
      `  publish-${short}:\n`,
      `args: { APP: ${app} }`,
      `key-${short}:/data/private:ro]`,
      `      publish-${short}: { condition: service_completed_successfully }\n`,
      `  key-${short}:\n`,
    ])
      expect(text).toContain(line)
    // The shell of the image finds the folders; the frame is first, so that no remote goes live without one.
    for (const loop of [/for role in ops ([^;]*);/, /for app in ([^;]*);/])
      expect(loop.exec(text)?.[1]).toBe('shell remote-*')
  },
)

it.runIf(installed.length > 0)(
  'docker-compose.yml passes the check of each client that is installed, alone and as for development',
  () => {
    const files = ['-f', 'docker-compose.yml', '-f', 'docker-compose.development.yml']
    const tries = installed.flatMap(client => [
      [...client, 'config'],
      [...client, ...files, 'config'],
    ])
    for (const [command = '', ...words] of tries) {
      const { status, stdout, stderr } = spawnSync(command, words, { cwd: root, encoding: 'utf8' })
      expect([command, status], stderr).toEqual([command, 0])
      for (const service of [
        'gateway',
        'service',
        'migrations',
        'postgres',
        ...appsOf(root).map(app => `publish-${shortOf(app)}`),
        'go-live',
      ])
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
  readonly volumes?: readonly string[]
  readonly [key: string]: unknown
}

it('docker-compose.yml holds every part in: nothing to write to but its own places, no rights, limits, health', () => {
  const { services } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
    services: Readonly<Record<string, Part>>
  }
  for (const [name, part] of Object.entries(services)) {
    expect([name, part]).toMatchObject([
      name,
      { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
    ])
    for (const limit of ['mem_limit', 'pids_limit', 'tmpfs']) expect([name, part]).toHaveProperty(`1.${limit}`)
    // Our own images end as the user `node`; another's says whom it runs as.
    expect(part['build'] !== undefined || /^(?!root|0)/.test(String(part['user'] ?? 'root'))).toBe(true)
    if (part['restart'] === 'unless-stopped') expect([name, part]).toHaveProperty('1.healthcheck')
  }
  const targets = new Set(Object.values(services).flatMap(({ build }) => (build ? [String(build.target)] : [])))
  for (const target of targets)
    expect([
      target,
      [
        ...stagesOf(target)
          .join('\n')
          .matchAll(/^USER (\w+)$/gm),
      ].at(-1)?.[1],
    ]).toEqual([target, target === 'object-store' ? 'ceph' : 'node'])
  expect(services['service-two']).toEqual(services['service'])
  expect(services['operations']?.['ports']).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)])
})

it('docker-compose.yml lets publishers reach the object store and nothing else, and nginx nothing of it', () => {
  const { services, networks, volumes } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), {
    merge: true,
  }) as {
    services: Readonly<Record<string, Part>>
    networks: Readonly<Record<string, { internal?: boolean } | null>>
    volumes: object
  }
  expect(networks['publishing']).toEqual({ internal: true })
  const there = Object.keys(services).filter(name => services[name]?.networks?.includes('publishing'))
  // Of these nobody listens but the object store.
  expect(there.sort()).toEqual(
    ['go-live', 'mirror', 'object-store', ...appsOf(root).map(app => `publish-${shortOf(app)}`)].sort(),
  )
  for (const name of there.filter(each => !['object-store', 'mirror'].includes(each)))
    expect([name, services[name]?.networks]).toEqual([name, ['publishing']])
  // It sends notices, and holds nothing that signs.
  expect(services['mirror']?.networks).toEqual(['publishing', 'outside'])
  expect(services['mirror']?.volumes?.filter(volume => volume.includes('private'))).toEqual([])
  // What may write releases may not read uploads, and the other way round.
  const keyOf = (name: string) => services[name]?.environment?.['AWS_ACCESS_KEY_ID']
  for (const name of there) expect([name, keyOf(name)]).toEqual([name, '${AWS_ACCESS_KEY_ID:-}'])
  for (const name of ['service', 'service-two']) expect(keyOf(name)).toBe('${FILES_ACCESS_KEY_ID:-}')
  expect(services['gateway']?.volumes).toContain('mirror:/data/mirror:ro')
  expect(Object.keys(services).filter(name => services[name]?.volumes?.includes('mirror:/data/mirror'))).toEqual([
    'mirror',
  ])
  expect(volumes).toHaveProperty('objects')
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
    const folder = await freshFolder()
    const script = join(root, 'shared/release/docker/object-store.sh')
    const { status, stderr } = spawnSync(script, [folder, '127.0.0.1:7480', '6789'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...given },
    })
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${name} is empty: set it in .env`)])
    expect(readdirSync(folder)).toEqual([])
  },
)

const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find(path => existsSync(path))

it.runIf(nginx !== undefined)(
  'what the containers of keys and of nginx run does its work, as processes',
  async () => {
    const { services } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
      services: Readonly<Record<string, Part>>
    }
    const data = await freshFolder()
    for (const name of ['make-keys', 'gateway-config']) {
      mkdirSync(join(data, 'gateway-config'), { recursive: true })
      const [command = '', ...words] = services[name]?.command ?? []
      const { status, stderr } = spawnSync(
        command,
        // Compose writes `$$` for `$`; the image's place for data is a folder of this test; its node is this one.
        words.map(word =>
          word
            .replaceAll('$$', '$')
            .replaceAll('/data/', `${data}/`)
            .replaceAll('node shared', `'${process.execPath}' shared`)
            .replace(/service(-two)?:8081/g, '127.0.0.1:8081'),
        ),
        {
          cwd: root,
          encoding: 'utf8',
          env: { PATH: process.env.PATH, DATA_DIR: data, PUBLIC_URL: '', SERVICE_PATHS: '/docs/', OFFLINE_PAGE: 'on' },
        },
      )
      expect([name, status], stderr).toEqual([name, 0])
    }
    expect(readdirSync(join(data, 'private')).sort()).toEqual(['ops', ...appsOf(root)].sort())
    for (const role of ['ops', ...appsOf(root)])
      expect(readdirSync(join(data, 'private', role))).toEqual([`${role}.pem`])
    const checked = spawnSync(String(nginx), ['-p', data, '-c', 'gateway-config/nginx.conf', '-e', 'stderr', '-t'], {
      encoding: 'utf8',
      // nginx opens /dev/stdout, which it can as a file or pipe and not as the socket that Node gives it.
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    expect(checked.status, checked.stderr).toBe(0)
  },
  60_000,
)
