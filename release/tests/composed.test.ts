import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Live } from '@adcoin/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listApps } from '../src/releases/list-apps.ts'
import { readComposeFile } from './composed/compose-file.ts'
import { createDeploymentEnv, missingParts, storeVariables } from './composed/deployment-env.ts'
import { repositoryFolder } from './composed/images.ts'
import { canRunWhole, startWhole } from './composed/start-whole.ts'
import { makeFreshFolder } from './fixture-apps.ts'
import { hasCephServer } from './object-server.ts'

const cli = 'release/src/cli/main.ts'

// Skipped, and counted as such, where curl or PostgreSQL's server programs are missing.
describe.skipIf(!canRunWhole)('what each container of docker-compose.yml does, run as processes', () => {
  const env = { ...createDeploymentEnv(), ...storeVariables }
  let folder = ''
  let whole: Awaited<ReturnType<typeof startWhole>>
  beforeAll(async () => {
    folder = await makeFreshFolder('adcoin-whole-')
    whole = await startWhole({ folder, env, without: missingParts })
  }, 600_000)
  afterAll(async () => {
    await whole?.stop()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  const expectOrder = (...words: readonly string[]) =>
    expect(
      whole.happened.filter(each => words.includes(each)),
      whole.happened.join('\n'),
    ).toEqual(words)
  const ops = (name: string, ...words: readonly string[]) =>
    whole.exec(name, ['node', 'tools/checks/bin/run.mjs', 'api/src/operator-commands/main.ts', ...words, '--json'])
  const live = async () => v.parse(Live, await (await fetch(`${whole.url}/live.json`)).json())

  /** Operators change what is live; answers after how many milliseconds the gateway serves it. */
  async function changeOverrides(overrides: 'on' | 'off'): Promise<number> {
    const { status, stdout, stderr } = whole.exec('operations', [
      'node',
      cli,
      'status',
      '--overrides',
      overrides,
      '--json',
    ])
    expect(status, stdout + stderr).toBe(0)
    const { generation } = JSON.parse(stdout) as { generation: number }
    const began = performance.now()
    await expect.poll(async () => (await live()).number, { timeout: 30_000, interval: 10 }).toBe(generation)
    return performance.now() - began
  }

  it('starts in the order of the file', () => {
    const parts = Object.keys(readComposeFile(env, missingParts))
    expect(whole.happened.filter(each => each.endsWith(' starts')).sort()).toEqual(
      parts.map(name => `${name} starts`).sort(),
    )
    expectOrder(
      'postgres is healthy',
      'migrations starts',
      'migrations is done',
      'service starts',
      'service is healthy',
    )
    expectOrder('keys is done', 'gateway starts')
    expectOrder(
      'migrations is done',
      'service-two starts',
      'service is healthy',
      'gateway starts',
      'gateway is healthy',
    )
    for (const app of listApps(repositoryFolder)) {
      const publisher = `publish-${app.replace(/^remote-/, '')}`
      expectOrder('keys is done', `${publisher} starts`, `${publisher} is done`)
      expect(readdirSync(join(folder, 'parts', publisher, 'data/private'))).toEqual([`${app}.pem`])
    }
  })

  // Skipped, and counted as such, where this user may not build the walls of a container.
  it('gives the programs no more than containers do', context => {
    if (!whole.isEnclosed) return context.skip('no mount namespaces for this user')
    const look = `
      const { readFileSync, writeFileSync } = require('node:fs')
      const rights = /CapEff:\\s*(\\w+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]
      const write = path => { try { writeFileSync(path, ''); return 'written' } catch (error) { return error.code } }
      console.log(process.getuid(), Number('0x' + rights), write('there'), write(process.env.TMPDIR + '/there'))`
    for (const name of ['gateway', 'service', 'operations'])
      expect([name, whole.exec(name, ['node', '-e', look]).stdout]).toEqual([name, '1000 0 EROFS written\n'])
  })

  it.for(['gateway', 'service', 'operations'] as const)('passes the probes of Kubernetes for the %s', async name => {
    const address = { gateway: whole.url, service: whole.services[0], operations: whole.operations }[name]
    const paths = listProbePaths(name)
    expect(paths.length).toBeGreaterThan(1)
    for (const path of paths) expect([path, (await fetch(`${address}${path}`)).status]).toEqual([path, 200])
  })

  it('serves the product, and nothing that is for development', async () => {
    const page = await fetch(`${whole.url}/home`)
    expect([page.status, page.headers.get('strict-transport-security')]).toEqual([
      200,
      expect.stringContaining('max-age'),
    ])
    expect(Object.keys((await live()).apps).sort()).toEqual([...listApps(repositoryFolder)].sort())
    for (const address of [whole.url, ...whole.services])
      expect(await (await fetch(`${address}/app/launch`)).json()).toMatchObject({ code: 0 })
    expect((await fetch(`${whole.services[0]}/docs/`)).status).toBe(404)
    // Demonstration data would be tasks; there are none, nor a code that an operator could read.
    expect(JSON.parse(ops('service', 'task', 'list').stdout)).toEqual([])
    // The job of migrations again, as a second `up` runs it.
    expect(whole.exec('migrations', ['node', 'api/src/migrate-job.ts']).stdout).toBe('The database is up to date.\n')
    for (const [slip, message] of [
      [{ SECRET_PEPPER: '' }, 'SECRET_PEPPER is missing'],
      [{ SMS_PROVIDER: 'outbox' }, 'SMS_PROVIDER must be http'],
      [{ DEMO_DATA: 'on' }, 'DEMO_DATA=on'],
      [{ OIDC_DEVELOPMENT: 'on' }, 'OIDC_DEVELOPMENT=on'],
    ] as const) {
      const refused = whole.exec('service', ['node', 'api/src/server.ts'], slip)
      expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining(message)])
    }
  }, 60_000)

  it('goes on when a part of it is killed, and shows what operators make live within a second', async () => {
    expect(await changeOverrides('on')).toBeLessThan(1_000)
    // One of two that share a volume ends: operators still reach the other, each in its own container.
    await whole.kill('service-two')
    for (const name of ['service', 'service-two']) expect([name, ops(name, 'ledger:verify').status]).toEqual([name, 0])
    expect((await fetch(`${whole.operations}/api/releases`)).status).toBe(401)
    expect(await whole.kill('gateway')).toBeGreaterThan(0)
    expect((await fetch(`${whole.url}/home`)).status).toBe(200)
    // However long it needs to be there again.
    expect(await changeOverrides('off')).toBeGreaterThan(0)
  }, 120_000)

  // With volumes instead, where this machine has no object server: skipped, and counted as such.
  it.skipIf(!hasCephServer)(
    'keeps releases and uploads in the object store, which none reads without its key',
    async () => {
      expectOrder('object-store is healthy', 'publish-team starts', 'publish-team is done')
      expectOrder('object-store is healthy', 'service starts')
      expect(readdirSync(join(folder, 'store'))).toEqual([])
      const readStatusIn = (name: string, store: string) =>
        whole.exec(name, ['node', cli, 'status', '--json'], {
          RELEASE_STORE: store,
          RELEASE_STORE_ENDPOINT: whole.envOf('operations')['RELEASE_STORE_ENDPOINT'] ?? '',
        })
      expect(JSON.parse(readStatusIn('publish-team', 's3://adcoin/store').stdout)).toMatchObject({
        generation: (await live()).number,
      })
      for (const [name, store] of [
        ['publish-team', 's3://uploads'],
        ['service', 's3://adcoin/store'],
      ] as const) {
        const { status, stdout } = readStatusIn(name, store)
        expect([name, status, stdout]).toEqual([name, 1, expect.stringContaining('AccessDenied')])
      }
      // The stored files survive a kill of the object store; the gateway did not ask.
      const back = whole.kill('object-store')
      expect((await fetch(`${whole.url}/home`)).status).toBe(200)
      expect(await back).toBeGreaterThan(0)
      expect(await changeOverrides('on')).toBeGreaterThan(0)
    },
    180_000,
  )
})

/** The paths that the kubelet asks a part for, by its manifest. */
function listProbePaths(name: string): readonly string[] {
  const manifest = readFileSync(join(repositoryFolder, `deploy/kubernetes/base/${name}.yaml`), 'utf8')
  return [...manifest.matchAll(/Probe: \{ httpGet: \{ path: ([^,]+),/g)].map(([, path = '']) => path)
}
