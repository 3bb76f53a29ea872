import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Registry } from '@adcoin/contract'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { appsOf } from '../src/start/apps.ts'
import { readComposeFile } from './composed/compose-file.ts'
import { given } from './composed/given.ts'
import { root } from './composed/images.ts'
import { canRunWhole, startWhole } from './composed/whole.ts'
import { freshFolder } from './fixture-apps.ts'

// Skipped, and counted as such, where nginx, curl or PostgreSQL's server programs are missing.
it.runIf(canRunWhole)(
  'what each container of docker-compose.yml does is run as processes, in the order of the file',
  async () => {
    const folder = await freshFolder('adcoin-whole-')
    const env = given()
    const whole = await startWhole({ folder, isDevelopment: false, env })
    try {
      const { happened, url } = whole
      const parts = Object.keys(readComposeFile(false, env))
      expect(happened.filter(each => each.endsWith(' starts')).sort()).toEqual(
        parts.map(name => `${name} starts`).sort(),
      )
      const inOrder = (...words: readonly string[]) =>
        expect(
          happened.filter(each => words.includes(each)),
          happened.join('\n'),
        ).toEqual(words)
      inOrder('postgres is healthy', 'migrations starts', 'migrations is done', 'service starts', 'service is healthy')
      inOrder('migrations is done', 'service-two starts', 'service-two is healthy', 'gateway starts')
      for (const app of appsOf(root)) {
        const publisher = `publish-${app.replace(/^remote-/, '')}`
        inOrder('make-keys is done', `${publisher} starts`, `${publisher} is done`, 'go-live starts', 'go-live is done')
        expect(readdirSync(join(folder, 'parts', publisher, 'data/private'))).toEqual([`${app}.pem`])
      }
      inOrder('go-live is done', 'gateway starts', 'gateway is healthy')

      const page = await fetch(`${url}/home`)
      expect([page.status, page.headers.get('strict-transport-security')]).toEqual([
        200,
        expect.stringContaining('max-age'),
      ])
      const registry = v.parse(Registry, await (await fetch(`${url}/registry.json`)).json())
      expect(Object.keys(registry.apps).sort()).toEqual([...appsOf(root)].sort())
      for (const address of [url, ...whole.services])
        expect(await (await fetch(`${address}/app/launch`)).json()).toMatchObject({ code: 0 })
      expect((await fetch(`${whole.services[0]}/docs/`)).status).toBe(404)
      // Demonstration data would be tasks; there are none, nor a code that an operator could read.
      const ops = (name: string, ...words: readonly string[]) =>
        whole.exec(name, ['node', 'shared/release/bin/run.mjs', 'api/src/ops/ops.ts', ...words, '--json'])
      expect(JSON.parse(ops('service', 'task', 'list').stdout)).toEqual([])

      // The job of migrations again, as a second `up` runs it.
      expect(whole.exec('migrations', ['node', 'api/src/migrate-job.ts']).stdout).toBe('The database is up to date.\n')
      for (const [slip, says] of [
        [{ SECRET_PEPPER: '' }, 'SECRET_PEPPER is missing'],
        [{ SMS_PROVIDER: 'outbox' }, 'SMS_PROVIDER must be http'],
        [{ DEMO_DATA: 'on' }, 'DEMO_DATA=on'],
        [{ OIDC_DEVELOPMENT: 'on' }, 'OIDC_DEVELOPMENT=on'],
      ] as const) {
        const refused = whole.exec('service', ['node', 'api/src/server.ts'], slip)
        expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining(says)])
      }
      // One of two that share a volume ends: operators still reach the other, each in its own container.
      await whole.kill('service-two')
      for (const name of ['service', 'service-two'])
        expect([name, ops(name, 'ledger:verify').status]).toEqual([name, 0])
      expect((await fetch(`${whole.operations}/api/releases`)).status).toBe(401)
      expect(await whole.kill('gateway')).toBeGreaterThan(0)
      expect((await fetch(`${url}/home`)).status).toBe(200)
    } finally {
      await whole.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  600_000,
)
