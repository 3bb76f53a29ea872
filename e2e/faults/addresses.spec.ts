import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootFolder } from '../product/product.ts'
import { startSite } from '../product/site.ts'
import { expect, test } from '../product/test.ts'

const forgeHeaders = (value: string) => [
  {},
  { 'x-forwarded-for': value },
  { 'x-forwarded-for': `${value}, 127.0.0.1` },
  { forwarded: `for=${value}` },
  { 'x-real-ip': value },
  { 'true-client-ip': value },
  { 'cf-connecting-ip': value },
  { 'x-client-ip': value },
  { connection: 'x-forwarded-for', 'x-forwarded-for': value },
  { 'x-forwarded-for': `${value}:4711` },
  { 'x-forwarded-for': '' },
]

test('behind the gateway the limits per address count the real peer, whatever its headers say', async ({ product }) => {
  test.slow()
  const service = await startProductionService()
  const site = await startSite(product, `127.0.0.1:${service.port}`)
  const port = Number(new URL(site.url).port)
  try {
    let taken = 0
    for (let index = 0; taken < 60; index += 1) {
      for (const headers of forgeHeaders(`203.0.113.${index}`)) {
        if (taken === 60) break
        expect(await requestRegions(port, '127.0.0.1', headers), JSON.stringify(headers)).toBe(0)
        taken += 1
      }
    }
    for (const headers of forgeHeaders('198.51.100.9'))
      expect(await requestRegions(port, '127.0.0.1', headers), JSON.stringify(headers)).toBe(429)
    expect(await requestRegions(port, '127.0.0.2', {})).toBe(0)
    // A forged address spends nothing of that address's limit.
    for (let index = 0; index < 70; index += 1)
      await requestRegions(port, '127.0.0.3', {
        'x-forwarded-for': '127.0.0.2',
        'x-real-ip': '127.0.0.2',
        forwarded: 'for=127.0.0.2',
      })
    expect(await requestRegions(port, '127.0.0.2', {})).toBe(0)
  } finally {
    await site.stop()
    await service.stop()
  }
})

/** From another address of this machine: the code of the answer. */
function requestRegions(port: number, from: string, headers: Record<string, string>): Promise<number> {
  return new Promise((done, failed) => {
    const call = request(
      { host: '127.0.0.1', port, path: '/app/mobile/support/region', localAddress: from, headers },
      answer => {
        let body = ''
        answer.on('data', chunk => (body += String(chunk)))
        answer.on('end', () => done((JSON.parse(body) as { code: number }).code))
      },
    )
    call.on('error', failed)
    call.end()
  })
}

/**
 * The service with the limits of production: in development everybody shares one address, and each counts fifty times.
 */
async function startProductionService(): Promise<{ port: number; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'adcoin-limits-'))
  const child: ChildProcess = spawn(process.execPath, ['api/src/server.ts'], {
    cwd: rootFolder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PORT: '0',
      OIDC_DEVELOPMENT: 'off',
      ADDRESS_LIMIT_FACTOR: '1',
    },
  })
  const port = await new Promise<number>((done, failed) => {
    child.stdout?.on(
      'data',
      chunk =>
        void (String(chunk).startsWith('{"ready":true') && done((JSON.parse(String(chunk)) as { port: number }).port)),
    )
    child.once('exit', code => failed(new Error(`the service ended with ${code}`)))
  })
  return {
    port,
    async stop() {
      const over = new Promise(done => child.once('exit', done))
      child.kill('SIGTERM')
      await over
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
