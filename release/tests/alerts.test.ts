import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createGateway } from '../src/gateway/gateway.ts'
import { createMetricsServer, listJudgeGauges, readGatewayGauges } from '../src/start/serve-metrics.ts'
import { repositoryFolder } from './composed/images.ts'
import { createFixtureContext, publishFixture } from './fixture-apps.ts'

const folder = join(repositoryFolder, 'deploy/prometheus')
const promtool = (words: readonly string[], input?: string) =>
  spawnSync('promtool', words, { cwd: folder, encoding: 'utf8', ...(input === undefined ? {} : { input }) })
const hasPromtool = promtool(['--version']).error === undefined

// Skipped, and counted as such, where Prometheus is not installed (Debian: prometheus).
describe.skipIf(!hasPromtool)('the alerts of Prometheus, by promtool', () => {
  it('are rules that it takes', () => {
    const { status, stderr } = promtool(['check', 'rules', 'alerts.yml'])
    expect([status, stderr]).toEqual([0, ''])
  })

  it('fire for each trouble, and for nothing else', () => {
    const { status, stdout, stderr } = promtool(['test', 'rules', 'alerts.test.yml'])
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
  })
})

it('every alert has a test in which it fires', () => {
  const [rules = '', tests = ''] = ['alerts.yml', 'alerts.test.yml'].map(file =>
    readFileSync(join(folder, file), 'utf8'),
  )
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name)
  expect(alerts.filter(name => !tests.includes(`alertname="${name}"`))).toEqual([])
})

it('gateway and judge have the series that alerts name, and each is as they answer themselves', async () => {
  const context = await createFixtureContext()
  await publishFixture(context, 'shell')
  const gateway = createGateway({ store: context.store, ring: async () => context.ring, services: () => [] })
  const gauges = async () => [...(await readGatewayGauges(gateway)), ...listJudgeGauges(1_000)]
  const server = createMetricsServer(gauges).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const metrics = await (await fetch(`${at}/metrics`)).text()
  expect((await fetch(at)).status).toBe(404)
  server.close()
  await gateway.close()
  const names = readFileSync(join(folder, 'alerts.yml'), 'utf8').match(/\badcoin_(gateway|generation|judge)_\w+/g)
  for (const name of names ?? []) expect(metrics).toContain(`\n${name} `)
  for (const line of ['generation 1', 'trouble 0', 'alarm 0', 'service_up 0'])
    expect(metrics).toContain(`\nadcoin_gateway_${line}\n`)
  expect(metrics).toContain('\nadcoin_judge_last_round_timestamp_seconds 1\n')
  if (hasPromtool) expect(promtool(['check', 'metrics'], metrics)).toMatchObject({ status: 0, stderr: '' })
})
