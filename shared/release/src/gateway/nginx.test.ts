import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:http2'
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixtureSite, publishFixture } from '../../tests/fixture-apps.ts'
import { nginx, nginxFolder, startNginx } from '../../tests/nginx-process.ts'
import { goLive } from '../operations/go-live.ts'
import { readLiveState } from '../operations/live-state.ts'
import { planRevocation } from '../operations/plan-rollback.ts'
import type { ReleaseContext } from '../operations/site.ts'
import { folderStore } from '../store/folder-store.ts'
import { createGateway } from './gateway.ts'

const brotliModule = ['/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'].find(path => existsSync(path))

type HttpAnswer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string }
type Asking = { method?: string; headers?: Record<string, string>; body?: string }

it.skipIf(nginx === undefined)('brings TLS and HTTP/2 itself where it has a certificate', async context => {
  const folder = nginxFolder()
  const [certificate, key] = [join(folder, 'own.pem'), join(folder, 'own.key')]
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  const made = spawnSync('openssl', [...words, '-subj', '/CN=localhost', '-out', certificate, '-keyout', key])
  context.skip(made.error !== undefined, 'there is no openssl')
  const running = await startNginx(folder, {
    services: ['127.0.0.1:9'],
    publicUrl: 'https://localhost',
    brotliModule: undefined,
    offlinePage: true,
    tls: { certificate, key },
  })
  const session = connect(`https://127.0.0.1:${running.port}`, { rejectUnauthorized: false })
  try {
    const status = await new Promise((done, failed) => {
      session.once('error', failed)
      session
        .request({ ':path': '/worker.js' })
        .once('response', headers => done(headers[':status']))
        .resume()
        .end()
    })
    expect([status, session.alpnProtocol]).toEqual([200, 'h2'])
  } finally {
    // The server ends after its connections: a reset of one would be an error that no test waits for.
    if (!session.destroyed) await new Promise<void>(done => session.close(done))
    await running.stop()
  }
})

/** Both gateways over one store and one service. Without nginx on the machine these tests are skipped, and say so. */
describe.skipIf(nginx === undefined)('nginx, as gateway-config writes it, beside our own gateway', () => {
  const folder = nginxFolder()
  const store = folderStore(join(folder, 'store'))
  const open: Server[] = []
  let site: ReleaseContext
  let revoked = ''
  let active = ''
  let running: Awaited<ReturnType<typeof startNginx>> | undefined
  let ports: { ours: number; nginx: number }
  let service: Server

  beforeAll(async () => {
    site = await fixtureSite(store)
    await publishFixture(site, 'shell')
    revoked = await publishFixture(site, 'remote-team', { version: '1.0.0' })
    const large = `export const text = "${'same '.repeat(500)}"`
    active = await publishFixture(site, 'remote-team', { version: '1.1.0', files: { 'large.js': large } })
    const state = await readLiveState(site)
    await goLive(site, planRevocation(state, 'remote-team', revoked, { action: 'revoke', why: 'bad' }, site))
    service = createServer((call, answer) => {
      answer.writeHead(call.url?.includes('strict') ? 404 : 200, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-request-id': String(call.headers['x-request-id']),
        ...(call.url?.includes('strict') ? { 'content-security-policy': "default-src 'none'; sandbox" } : {}),
      })
      call.on('data', () => undefined).on('end', () => answer.end(`{"code":0,"data":"${call.method}"}`))
    })
    const upstream = await listening(service, open)
    const ours = createGateway({
      store,
      ring: async () => site.ring,
      service: () => ({ host: '127.0.0.1', port: upstream }),
      publicUrl: 'https://adcoin.example',
      lookEveryMs: 0,
    })
    running = await startNginx(folder, {
      services: [`127.0.0.1:${upstream}`],
      publicUrl: 'https://adcoin.example',
      brotliModule,
      offlinePage: true,
    })
    ports = { ours: await listening(ours, open), nginx: running.port }
  })
  afterAll(async () => {
    await running?.stop()
    for (const server of open) server.close().closeAllConnections()
  })

  const both = async (path: string, asking: Asking = {}) =>
    [await ask(ports.ours, path, asking), await ask(ports.nginx, path, asking)] as const

  it.each([
    ['a page', '/home'],
    ['a page with a parameter', '/task/42?step=proof'],
    ['the first page', '/'],
    ['the registry', '/registry.json'],
    ['the worker', '/worker.js'],
    ['a file that is not there', '/favicon.ico'],
    ['a folder of releases', '/releases/'],
    ['a sibling by its name', '/registry.json.gz'],
    ['a slash that is encoded', '/money%2f..'],
    ['what can be tried, where nobody may', '/published.json'],
    ['a call', '/app/money'],
    ['a call that the service refuses in its own words', '/files/strict'],
    ['an address that only begins like a call', '/appLogin'],
  ])('answers %s with the same status, headers and body', async (_, path) => {
    for (const encoding of brotliModule ? ['identity', 'gzip', 'gzip, br'] : ['identity', 'gzip']) {
      const [ours, theirs] = await both(path, {
        headers: { 'accept-encoding': encoding, 'x-request-id': 'same-request' },
      })
      expect(compared(theirs), `${path} in ${encoding}`).toEqual(compared(ours))
      expect(theirs.body).toBe(ours.body)
    }
  })

  it.each([
    '/money%00',
    '/money%',
    '/money%zz',
    '/task/%ff',
    '/money%5c',
    '/task%2f1',
    '/x%00.js',
    '/%2e%2e/x',
    '/app/%00',
  ])(
    'answers %s, which is broken, alike: a person gets the page where it was a screen’s, a program a line of text',
    async path => {
      // nginx refuses %00 and half an escape before it reads what is accepted: there all get what a person gets.
      const isUnread = /%00|%(?![0-9a-f]{2})/.test(path)
      for (const accept of isUnread ? ['text/html'] : ['text/html,*/*;q=0.8', '*/*'])
        for (const method of ['GET', 'HEAD', 'POST']) {
          const [ours, theirs] = await both(path, {
            method,
            headers: { accept, 'accept-encoding': isUnread ? 'identity' : 'gzip' },
          })
          expect(compared(theirs), `${method} ${path} for ${accept}`).toEqual(compared(ours))
          expect(theirs.body).toBe(ours.body)
        }
    },
  )

  it.each(['//money?from=mail', '///task/1', '//evil.example/x', '//registry.json', '//app/money', '///app/money'])(
    'sends %s, with a slash too many, where ours does (its own text beside it differs)',
    async path => {
      const [ours, theirs] = await both(path)
      const summaryOf = ({ status, headers }: HttpAnswer) => [status, headers.location, headers['cache-control']]
      expect(summaryOf(theirs)).toEqual(summaryOf(ours))
    },
  )

  it('hands out release files alike, those of revoked releases and unknown ones not at all', async () => {
    const statuses = []
    for (const path of [
      `/releases/remote-team/${active}/entry.js`,
      `/releases/remote-team/${active}/large.js`,
      `/releases/remote-team/${active}/styles.css`,
      `/releases/remote-team/${active}/large.js.gz`,
      `/releases/remote-team/${active}/release.sig`,
      `/releases/remote-team/${active}/none.js`,
      `/releases/remote-team/${revoked}/entry.js`,
    ]) {
      const [ours, theirs] = await both(path, { headers: { 'accept-encoding': 'gzip' } })
      expect(compared(theirs), path).toEqual(compared(ours))
      expect(theirs.body).toBe(ours.body)
      statuses.push(theirs.status)
    }
    expect(statuses).toEqual([200, 200, 200, 404, 404, 404, 404])
  })

  it('refuses other methods where nothing can be changed, and passes bodies to the service', async () => {
    for (const path of ['/home', '/registry.json', `/releases/remote-team/${active}/entry.js`]) {
      const [ours, theirs] = await both(path, { method: 'POST', body: 'x=1' })
      expect(compared(theirs), path).toEqual(compared(ours))
      expect(theirs.status).toBe(405)
    }
    const [ours, theirs] = await both('/app/withdraw', { method: 'POST', body: '{"a":1}' })
    expect(theirs.body).toBe('{"code":0,"data":"POST"}')
    expect(theirs.body).toBe(ours.body)
  })

  it('refuses a call that is too large alike', async () => {
    const [ours, theirs] = await both('/app/withdraw', {
      method: 'POST',
      body: 'x'.repeat(1_200_000),
      headers: { 'x-request-id': 'same-request' },
    })
    expect(compared(theirs)).toEqual(compared(ours))
    expect(theirs).toMatchObject({ status: 413, body: ours.body })
  })

  it('revalidates a page, and shows the next generation at once, without a reload', async () => {
    const first = await ask(ports.nginx, '/home')
    const etag = String(first.headers.etag)
    expect(await ask(ports.nginx, '/money', { headers: { 'if-none-match': etag } })).toMatchObject({ status: 304 })
    await publishFixture(site, 'remote-team', { version: '1.2.0' })
    const next = await ask(ports.nginx, '/money', { headers: { 'if-none-match': etag } })
    expect(next.status).toBe(200)
    expect(next.body).toContain('1.2.0')
  })

  it('tells a service that is down in the envelope of every call', async () => {
    service.close()
    service.closeAllConnections()
    const [ours, theirs] = await both('/app/money', { headers: { 'x-request-id': 'same-request' } })
    expect(compared(theirs)).toEqual(compared(ours))
    expect(theirs).toMatchObject({ status: 503, body: '{"code":503,"msg":"","data":null}' })
  })
})

/**
 * What must be equal. Validators are made of other things in each; connections are the transport's; lengths are those
 * of equal bodies, and nginx sends some without saying one.
 */
function compared({ status, headers }: HttpAnswer): object {
  const own = new Set([
    'date',
    'connection',
    'keep-alive',
    'server',
    'etag',
    'last-modified',
    'transfer-encoding',
    'content-length',
    'accept-ranges',
  ])
  return { status, ...Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name))) }
}

function ask(port: number, path: string, { method = 'GET', headers = {}, body }: Asking = {}): Promise<HttpAnswer> {
  return new Promise((done, failed) => {
    const call = request({ host: '127.0.0.1', port, path, method, headers }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        done({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks).toString(answer.headers['content-encoding'] ? 'hex' : 'utf8'),
        }),
      )
      answer.on('error', failed)
    })
    call.on('error', failed)
    call.end(body)
  })
}

async function listening(server: Server, open: Server[]): Promise<number> {
  open.push(server)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
