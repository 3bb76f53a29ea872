import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyImageSources } from './composed/images.ts'
import { makeFreshFolder } from './fixture-apps.ts'

const env = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' }
const buildah = (...words: readonly string[]) =>
  execFileSync('buildah', words, { env, encoding: 'utf8', maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'pipe'] }).trim()
const isThere = (program: string) => !spawnSync(program, ['--version']).error
/** Root, because buildah makes file systems of other users; debootstrap, where the base images are not stored yet. */
const canBuild = process.getuid?.() === 0 && isThere('buildah')
const bases = ['docker.io/library/debian:bookworm-slim', 'docker.io/library/node:24-bookworm-slim'] as const
const hasImage = (name: string) => spawnSync('buildah', ['inspect', '--type', 'image', name], { env }).status === 0
const megabyte = 1_000_000

describe.skipIf(!canBuild || !(bases.every(hasImage) || isThere('debootstrap')))('the images of the Dockerfile', () => {
  let folder = ''
  const running: ChildProcess[] = []
  const containers: string[] = []
  const built: string[] = []
  beforeAll(async () => {
    folder = await makeFreshFolder('adcoin-images-')
    if (!bases.every(hasImage)) makeBases(join(folder, 'base'))
    copyImageSources(join(folder, 'context'))
    rmSync(join(folder, 'context/node_modules'), { recursive: true })
  }, 300_000)
  afterAll(() => {
    for (const child of running) child.kill('SIGTERM')
    for (const name of containers) spawnSync('buildah', ['rm', name], { env })
    for (const name of built) spawnSync('buildah', ['rmi', '--force', name], { env })
    rmSync(folder, { recursive: true, force: true })
  }, 120_000)

  /** Builds a target; answers the name of a container of it. */
  function build(target: string, ...words: readonly string[]): string {
    const image = `localhost/adcoin-test-${target}`
    const context = join(folder, 'context')
    const file = join(context, 'release/docker/Dockerfile')
    buildah('bud', '--layers', '--pull-never', '-q', '--target', target, ...words, '-t', image, '-f', file, context)
    built.push(image)
    const container = buildah('from', '--pull-never', image)
    containers.push(container)
    return container
  }
  const bytesOf = (target: string) =>
    Number(buildah('images', '--json', `localhost/adcoin-test-${target}`).match(/"size": "([\d.]+) MB"/)?.[1]) *
    megabyte
  const run = (container: string, words: readonly string[], ...options: readonly string[]) =>
    spawnSync('buildah', ['run', ...options, container, '--', ...words], { env, encoding: 'utf8' })
  function begin(container: string, words: readonly string[], ...options: readonly string[]): void {
    running.push(spawn('buildah', ['run', ...options, container, '--', ...words], { env, stdio: 'ignore' }))
  }
  const answers = async (address: string) =>
    expect
      .poll(
        async () =>
          fetch(address).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 60_000 },
      )
      .toBe(200)

  it('the service: at most 250 MB, no shell, an SBOM, and ready', { timeout: 600_000 }, async () => {
    const service = build('service')
    expect(bytesOf('service')).toBeLessThan(250 * megabyte)
    expect(run(service, ['sh', '-c', 'true']).status).not.toBe(0)
    const sbom = run(service, ['node', '-p', 'require("./sbom.cdx.json").components.length'])
    expect(Number(sbom.stdout)).toBeGreaterThan(50)
    begin(
      service,
      ['node', 'api/src/server.ts'],
      '--env',
      'PORT=18741',
      '--env',
      'OPS_DIR=/tmp',
      '--env',
      'HOST=127.0.0.1',
    )
    await answers('http://127.0.0.1:18741/readyz')
    const found = run(
      service,
      ['node', 'api/src/operator-commands/main.ts', 'user', 'find', 'nobody'],
      '--env',
      'OPS_DIR=/tmp',
    )
    expect([found.status, found.stdout + found.stderr]).toEqual([1, expect.stringContaining('Not found')])
  })

  it('a team publishes with its image, operators make it live, the page answers', { timeout: 1_200_000 }, async () => {
    const places = ['store', 'keys', 'private'].flatMap(name => ['--volume', `${join(folder, name)}:/data/${name}`])
    for (const name of ['store', 'keys', 'private']) execFileSync('install', ['-d', '-o', '1000', join(folder, name)])
    const store = ['--env', 'RELEASE_STORE=/data/store', '--env', 'RELEASE_KEYS=given', ...places]
    const cli = ['node', 'release/src/cli/main.ts']
    const tools = build('gateway')
    for (const role of ['ops', 'shell']) {
      const made = run(tools, [...cli, 'keys', '--make', role], ...store, '--env', 'RELEASE_PRIVATE_KEYS=/data/private')
      expect([made.status, made.stderr]).toEqual([0, ''])
    }
    const publisher = build('publisher', '--build-arg', 'APP=shell')
    const [, , command = ''] = JSON.parse(
      /^CMD (.+publish.+)$/m.exec(readFileSync(join(folder, 'context/release/docker/Dockerfile'), 'utf8'))?.[1] ?? '[]',
    ) as string[]
    const keys = ['--env', 'RELEASE_PRIVATE_KEYS=/data/private']
    const published = run(publisher, ['sh', '-c', command], ...store, ...keys)
    expect([published.status, published.stderr]).toEqual([0, ''])
    const live = run(tools, [...cli, 'promote', 'shell', '--if-new', '--why', 'test'], ...store, ...keys)
    expect([live.status, live.stderr]).toEqual([0, ''])
    const operations = build('operations')
    const port = ['--env', 'OPERATIONS_PORT=18742', '--env', 'OPERATIONS_HOST=127.0.0.1']
    begin(operations, ['node', 'release/src/start/operations-main.ts'], ...store, ...keys, ...port)
    await answers('http://127.0.0.1:18742/')
  })
})

/**
 * Stores base images under the names of the Dockerfile, where no registry may be asked: Debian by debootstrap, from the
 * mirror that this machine installs from, and this process's own Node.js with its npm.
 */
function makeBases(folder: string): void {
  const [debian, node] = bases
  const mirror = execFileSync('apt-cache', ['policy', 'bash'], { encoding: 'utf8' }).match(
    /https?:\S+\/debian(?=\s)/,
  )?.[0]
  execFileSync('debootstrap', ['--variant=minbase', 'bookworm', folder, ...(mirror ? [mirror] : [])], {
    stdio: 'ignore',
  })
  rmSync(join(folder, 'var/cache/apt'), { recursive: true, force: true })
  const keep = (name: string, ...settings: readonly string[]) => {
    const container = buildah('from', 'scratch')
    buildah('copy', '-q', container, folder, '/')
    if (settings.length > 0) buildah('config', ...settings, container)
    buildah('commit', '-q', container, name)
    buildah('rm', container)
  }
  keep(debian)
  execFileSync('chroot', [folder, 'useradd', '--uid', '1000', '--create-home', 'node'])
  cpSync(process.execPath, join(folder, 'usr/local/bin/node'))
  const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim()
  cpSync(dirname(dirname(realpathSync(npm))), join(folder, 'usr/local/lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm'))
  // A network of an organisation may have an authority of its own.
  const authority = process.env['NODE_EXTRA_CA_CERTS']
  const own = authority !== undefined && existsSync(authority)
  if (own) cpSync(authority, join(folder, 'etc/ssl/authority.crt'))
  keep(node, ...(own ? ['--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/authority.crt'] : []))
}
