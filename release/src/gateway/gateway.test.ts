import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { once } from 'node:events'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { Live, apiCodes, statement } from '@adcoin/contract'
import * as v from 'valibot'
import { createFixtureContext, applyWanted, publishFixture } from '../../tests/fixture-apps.ts'
import { createMemoryStore } from '../../tests/memory-store.ts'
import { createGateway, type GatewayOptions } from './gateway.ts'

const open: Server[] = []
const gateways: ReturnType<typeof createGateway>[] = []
afterEach(async () => {
  for (const server of [...gateways.map(each => each.server), ...open]) server.closeAllConnections()
  await Promise.all(gateways.splice(0).map(gateway => gateway.close()))
  await Promise.all(open.splice(0).map(server => new Promise(done => server.close(done))))
})

async function listenGateway(options: GatewayOptions): Promise<number> {
  const gateway = createGateway(options)
  gateways.push(gateway)
  return Number(new URL(await gateway.listen({ port: 0, host: '127.0.0.1' })).port)
}

async function listen(server: Server): Promise<number> {
  open.push(server)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

type HttpAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

function ask(
  port: number,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<HttpAnswer> {
  return new Promise((done, failed) => {
    const call = request(
      { host: '127.0.0.1', port, path, method: options.method ?? 'GET', headers: options.headers ?? {} },
      answer => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          done({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
        )
        answer.on('error', failed)
      },
    )
    call.on('error', failed)
    call.end(options.body)
  })
}

async function startGateway(
  service: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end('{}'),
  publicUrl = 'http://localhost',
  trustedProxies: readonly string[] = [],
) {
  const store = createMemoryStore()
  const context = await createFixtureContext(store)
  await publishFixture(context, 'shell')
  const older = await publishFixture(context, 'remote-team', { version: '1.0.0' })
  const newer = await publishFixture(context, 'remote-team', {
    version: '1.1.0',
    files: { 'large.js': `export const text = "${'same '.repeat(500)}"` },
  })
  const upstream = createServer(service)
  const upstreamPort = await listen(upstream)
  let isUp = true
  const port = await listenGateway({
    store,
    ring: async () => context.ring,
    services: () => (isUp ? [{ host: '127.0.0.1', port: upstreamPort }] : []),
    publicUrl,
    trustedProxies,
    pollEveryMs: 0,
  })
  return { store, context, older, newer, port, upstream, fell: () => (isUp = false) }
}

describe('pages', () => {
  it('are made for each route that has a fragment, and one for the rest, each with its own ETag', async () => {
    const { port, context } = await startGateway()
    const fragments = Object.fromEntries(apiCodes.map(code => [`/team|${code}`, 'team.html']))
    const drawn = { version: '1.2.0', build: { fragments }, files: { 'team.html': '<p>Team</p>' } }
    await publishFixture(context, 'remote-team', drawn)
    const [team, same, rest, below] = await Promise.all(
      ['/team', '/Team/', '/home', '/team/7'].map(path => ask(port, path)),
    )
    expect(team?.body.toString()).toContain('<template data-path="/team"')
    expect(same?.body).toEqual(team?.body)
    expect(rest?.body.toString()).not.toContain('data-path="/team"')
    expect(below?.body).toEqual(rest?.body)
    expect(team?.headers.etag).not.toBe(rest?.headers.etag)
    const etag = team?.headers.etag ?? ''
    expect((await ask(port, '/team', { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await ask(port, '/home', { headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  it('are the same static page on every address of the app, revalidated and compressed', async () => {
    const { port } = await startGateway()
    const plain = await ask(port, '/home')
    const br = await ask(port, '/task/42', { headers: { 'accept-encoding': 'gzip, br' } })
    const gzip = await ask(port, '/', { headers: { 'accept-encoding': 'gzip, br;q=0' } })
    expect(plain).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache', vary: 'accept-encoding' },
    })
    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.body)).toEqual(plain.body)
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.body)).toEqual(plain.body)
  })

  it('say in the page that an address is none, to a person; to all else as text', async () => {
    const { port } = await startGateway()
    const page = await ask(port, '/home')
    const lost = await ask(port, '/money%00', { headers: { accept: 'text/html,*/*' } })
    expect(lost).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(lost.body).toEqual(page.body)
    expect(lost.headers['content-security-policy']).toBe(page.headers['content-security-policy'])
    expect(await ask(port, '/money%00')).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } })
  })

  it('redirect an address with an extra slash to the right one, never to another host', async () => {
    const { port } = await startGateway()
    expect(await ask(port, '//money?from=mail')).toMatchObject({
      status: 308,
      headers: { location: '/money?from=mail' },
    })
    expect(await ask(port, '//evil.example/x')).toMatchObject({ status: 308, headers: { location: '/evil.example/x' } })
    expect((await ask(port, '//evil.example')).status).toBe(404)
  })

  it('answer 304 to a browser that has them, in any encoding, until the next generation', async () => {
    const { port, context } = await startGateway()
    const { headers } = await ask(port, '/home', { headers: { 'accept-encoding': 'br' } })
    const again = () =>
      ask(port, '/home', { headers: { 'accept-encoding': 'br', 'if-none-match': `W/${headers.etag}` } })
    expect(await again()).toMatchObject({ status: 304, headers: { etag: headers.etag } })
    await applyWanted(context, { action: 'rollback' })
    expect((await again()).status).toBe(200)
  })

  it('carry the security headers, with HSTS only where people come by https', async () => {
    const { port } = await startGateway()
    const { headers } = await ask(port, '/home')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
    })
    const policy = headers['content-security-policy'] ?? ''
    for (const part of [
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      "connect-src 'self'",
      "style-src-attr 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types worker',
    ])
      expect(policy).toContain(part)
    expect(policy).not.toMatch(/unsafe|upgrade-insecure|strict-dynamic/)
    expect(headers['strict-transport-security']).toBeUndefined()
    const secure = await ask((await startGateway(undefined, 'https://adcoin.example')).port, '/home')
    // Subdomains and browsers' preload lists are for whoever owns the domain to decide.
    expect(secure.headers['strict-transport-security']).toBe('max-age=63072000')
    expect(secure.headers['content-security-policy']).toContain('upgrade-insecure-requests')
  })

  it('say that the product is starting before anything is live', async () => {
    const context = await createFixtureContext()
    const port = await listenGateway({ store: context.store, ring: async () => context.ring, services: () => [] })
    expect(await ask(port, '/home')).toMatchObject({
      status: 503,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1' },
    })
  })
})

describe('release files', () => {
  it('are kept by browsers for ever, with the right type, compressed at publish', async () => {
    const { port, newer } = await startGateway()
    const script = await ask(port, `/releases/remote-team/${newer}/large.js`, { headers: { 'accept-encoding': 'br' } })
    expect(script).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': 'br',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      },
    })
    expect((await ask(port, `/releases/remote-team/${newer}/styles.css`)).headers['content-type']).toBe(
      'text/css; charset=utf-8',
    )
  })

  it('that are not there answer 404 as text that is not cached, never a page', async () => {
    const { port, newer } = await startGateway()
    for (const path of [
      `/releases/remote-team/${newer}/gone.js`,
      '/releases/remote-team/9.9.9-0a1b2c3d4e5f/entry.js',
      '/nothing.js',
      `/releases/remote-team/${newer}/../../../keys/keys.json`,
    ]) {
      expect(await ask(port, path)).toMatchObject({
        status: 404,
        headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
      })
    }
  })

  it('of a revoked release are not served any more', async () => {
    const { port, context, newer } = await startGateway()
    expect((await ask(port, `/releases/remote-team/${newer}/entry.js`)).status).toBe(200)
    await applyWanted(context, { action: 'revoke', release: newer })
    expect((await ask(port, `/releases/remote-team/${newer}/entry.js`)).status).toBe(404)
  })

  it('take no other method than GET and HEAD', async () => {
    const { port, newer } = await startGateway()
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect(await ask(port, `/releases/remote-team/${newer}/entry.js`, { method })).toMatchObject({
        status: 405,
        headers: { allow: 'GET, HEAD' },
      })
    const head = await ask(port, `/releases/remote-team/${newer}/entry.js`, { method: 'HEAD' })
    expect(head.body.length).toBe(0)
    expect(Number(head.headers['content-length'])).toBeGreaterThan(0)
  })
})

describe('what is live', () => {
  it('is followed at once, in the page, live.json, and registry.json for older shells', async () => {
    const { port, context, older } = await startGateway()
    await applyWanted(context, { action: 'rollback' })
    const json = async (path: string) => JSON.parse((await ask(port, path)).body.toString()) as unknown
    expect(v.parse(Live, await json('/live.json'))).toMatchObject({
      number: 4,
      apps: { 'remote-team': { active: older } },
    })
    expect(await json('/registry.json')).toMatchObject({
      generation: 4,
      apps: { 'remote-team': { active: { id: older, path: `/releases/remote-team/${older}` } } },
    })
    expect((await ask(port, '/home')).body.toString()).toContain('"number":4')
  })

  it.each([
    ['an edited page', 'live/4/index.html', 'differs from the composed file'],
    ['an edited list of hashes', 'live/4/files.json', 'its bytes differ from the signed ones'],
    ['a missing page', 'live/4/registry.json', 'differs from the composed file'],
  ])('stays the last good one in front of %s, and health reports it', async (_, path, message) => {
    const { port, context, store } = await startGateway()
    await ask(port, '/home')
    const move = store.movePointer
    store.movePointer = async (from, to) => {
      path.endsWith('registry.json')
        ? store.files.delete(path)
        : store.files.set(path, Buffer.concat([store.files.get(path) ?? Buffer.alloc(0), Buffer.from(' ')]))
      return move(from, to)
    }
    await applyWanted(context, { action: 'rollback' })
    const page = await ask(port, '/home')
    expect(page.body.toString()).toContain('"number":3')
    expect(page).toMatchObject({ status: 200, headers: { age: expect.stringMatching(/^[0-9]$/) } })
    const health = await ask(port, '/healthz')
    expect(health.status).toBe(503)
    expect(JSON.parse(health.body.toString())).toMatchObject({ ok: false, generation: 3, service: 'up' })
    expect(health.body.toString()).toContain(message)
  })

  it('does not go back when the store is set back', async () => {
    const { port, store } = await startGateway()
    await ask(port, '/home')
    await store.movePointer(3, 1)
    expect((await ask(port, '/home')).body.toString()).toContain('"number":3')
    expect((await ask(port, '/healthz')).body.toString()).toContain('it was set back')
  })
})

describe('health', () => {
  it('is good when gateway and service are well, and reports an alarm without turning red', async () => {
    const { context, upstream } = await startGateway()
    const address = upstream.address()
    let isStarting = true
    const port = await listenGateway({
      store: context.store,
      ring: async () => context.ring,
      services: () => [{ host: '127.0.0.1', port: typeof address === 'object' && address ? address.port : 0 }],
      isStarting: () => isStarting,
      scrubber: { alarm: () => 'a byte changed', unread: () => undefined },
    })
    const health = async () => {
      const { status, body } = await ask(port, '/healthz')
      return [status, JSON.parse(body.toString())]
    }
    expect(await health()).toEqual([
      503,
      { ok: false, generation: 3, service: 'up', trouble: 'it is still starting', alarm: 'a byte changed' },
    ])
    isStarting = false
    expect(await health()).toEqual([200, { ok: true, generation: 3, service: 'up', alarm: 'a byte changed' }])
  })
})

describe('the way to the service', () => {
  it('carries method, body, headers and answer, and names the request', async () => {
    let seen: IncomingHttpHeaders = {}
    const { port } = await startGateway((incoming, response) => {
      seen = incoming.headers
      response.writeHead(201, { 'content-type': 'application/json', 'x-own': 'yes', connection: 'close' })
      incoming.pipe(response)
    })
    const answer = await ask(port, '/app/user/login?x=1', {
      method: 'POST',
      headers: {
        'authorized-key': 'token',
        'content-type': 'application/json',
        // Forged, and named as a header of this connection alone.
        'x-forwarded-for': '6.6.6.6',
        connection: 'x-forwarded-for',
      },
      body: '{"a":1}',
    })
    expect(answer).toMatchObject({ status: 201, headers: { 'x-own': 'yes', 'x-content-type-options': 'nosniff' } })
    expect(answer.body.toString()).toBe('{"a":1}')
    expect(seen).toMatchObject({ 'authorized-key': 'token', 'x-forwarded-for': '127.0.0.1' })
    expect(answer.headers['x-request-id']).toBe(seen['x-request-id'])
  })

  it.each([
    ['abcd-1234', ['127.0.0.0/8'], /^abcd-1234$/],
    ['a b<script>', ['127.0.0.0/8'], /^[0-9a-f-]{36}$/],
    ['abcd-1234', [], /^[0-9a-f-]{36}$/],
  ])('keeps the request id %s of a proxy among %j as %s', async (given, trusted, expected) => {
    const { port } = await startGateway(undefined, undefined, trusted)
    const { headers } = await ask(port, '/app/x', { headers: { 'x-request-id': given } })
    expect(headers['x-request-id']).toMatch(expected)
  })

  it('names the client that a trusted proxy saw', async () => {
    const { port } = await startGateway(
      (incoming, response) => response.end(String(incoming.headers['x-forwarded-for'])),
      'http://localhost',
      ['127.0.0.0/8'],
    )
    const answer = await ask(port, '/app/launch', { headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' } })
    expect(answer.body.toString()).toBe('203.0.113.9')
  })

  it('passes an upload on whole, however slow the service is, and ends it when its sender goes', async () => {
    const cut: unknown[] = []
    const { port } = await startGateway((incoming, response) => {
      incoming.on('error', error => cut.push(error))
      let bytes = 0
      incoming.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        incoming.pause()
        setImmediate(() => incoming.resume())
      })
      incoming.on('end', () => response.end(String(bytes)))
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const asking = { method: 'POST', headers, body: 'x'.repeat(5_000_000) }
    expect((await ask(port, '/app/upload', asking)).body.toString()).toBe('5000000')
    const call = request({ host: '127.0.0.1', port, path: '/app/upload', method: 'POST', headers })
    call.on('error', () => undefined).write('x'.repeat(100_000), () => call.destroy())
    await expect.poll(() => cut).toHaveLength(1)
  })

  it('answers at once where the service refuses an upload before it has arrived', async () => {
    // As the service does, it reads no further.
    const { port } = await startGateway((incoming, response) =>
      incoming.once('data', () => (incoming.pause(), response.end('{"code":401}'))),
    )
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const call = request({ host: '127.0.0.1', port, path: '/app/upload', method: 'POST', headers })
    const answered = once(call, 'response', { signal: AbortSignal.timeout(3_000) })
    // A browser reads the answer after it has sent everything.
    const sent = once(call, 'finish', { signal: AbortSignal.timeout(3_000) })
    call.end('x'.repeat(8_000_000))
    const [[answer]] = (await Promise.all([answered, sent])) as [[IncomingMessage], unknown]
    expect(answer.statusCode).toBe(200)
    call.on('error', () => undefined).destroy()
  })

  it.each(['content-length', 'chunks'])('refuses a call that is too large with 413, always (%s)', async how => {
    let calls = 0
    const { port } = await startGateway((_, response) => (calls++, response.end('{}')))
    for (let turn = 0; turn < 20; turn++) {
      const answer = await ask(port, '/app/user/login/email', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(how === 'chunks' ? { 'transfer-encoding': 'chunked' } : {}),
        },
        body: 'x'.repeat(1_200_000),
      })
      expect(answer.status).toBe(413)
      expect(JSON.parse(answer.body.toString())).toEqual({ code: 413, msg: '', data: null })
    }
    expect(calls).toBe(0)
  })

  it('holds no connection to the service for bodies that do not arrive', async () => {
    const { port } = await startGateway((_, response) => response.end('{}'))
    const head = 'POST /app/x HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'
    const sockets = Array.from({ length: 600 }, () => {
      const socket = connect(port, '127.0.0.1', () => socket.write(head))
      return socket.on('error', () => undefined)
    })
    await new Promise(done => setTimeout(done, 300))
    const started = performance.now()
    expect((await ask(port, '/app/launch')).status).toBe(200)
    expect(performance.now() - started).toBeLessThan(5_000)
    for (const socket of sockets) socket.destroy()
  })

  it('passes a stream on word by word, beside any others, and ends it when the browser goes', async () => {
    const gone: Promise<void>[] = []
    const { port } = await startGateway((_, response) => {
      gone.push(new Promise(done => response.on('close', done)))
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${gone.length}\n\n`)
    })
    // More than the connections that calls share.
    const events = await Promise.all(
      Array.from(
        { length: 600 },
        () =>
          new Promise<string>(done => {
            const call = request({
              host: '127.0.0.1',
              port,
              path: '/app/inbox/stream',
              agent: false,
              headers: { accept: 'text/event-stream', 'accept-encoding': 'br, gzip' },
            })
            call.on('error', () => undefined)
            call.on('response', answer => {
              answer.on('error', () => undefined)
              answer.once('data', (chunk: Buffer) => {
                done(`${answer.headers['content-encoding']} ${String(chunk).slice(0, 6)}`)
                call.destroy()
              })
            })
            call.end()
          }),
      ),
    )
    expect(new Set(events)).toEqual(new Set(['undefined data: ']))
    await Promise.all(gone)
    expect(gone).toHaveLength(600)
  })

  it('adds what protects an answer, and leaves the stricter policy of an upload alone', async () => {
    const { port } = await startGateway((_incoming, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-security-policy': "default-src 'none'; sandbox" })
      response.end('x')
    })
    expect((await ask(port, '/files/x')).headers).toMatchObject({
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  it('answers as the service would when it is down, and pages still load', async () => {
    const { port, fell } = await startGateway()
    fell()
    const answer = await ask(port, '/app/launch', { method: 'POST', body: 'x'.repeat(50_000) })
    expect(answer.status).toBe(503)
    expect(JSON.parse(answer.body.toString())).toEqual({ code: 503, msg: '', data: null })
    expect((await ask(port, '/home')).status).toBe(200)
    expect(await ask(port, '/healthz')).toMatchObject({ status: 503 })
  })

  it('answers 503 when no service listens there', async () => {
    const { port, upstream } = await startGateway()
    await new Promise<void>(done => {
      upstream.close(() => done())
      upstream.closeAllConnections()
    })
    expect(await ask(port, '/app/launch')).toMatchObject({ status: 503 })
  })

  it('passes over a service that does not listen, and uses the others in turn', async () => {
    const context = await createFixtureContext()
    const asked: number[] = []
    const ports = await Promise.all(
      [0, 1].map(at => listen(createServer((_, response) => (asked.push(at), response.end('{}'))))),
    )
    const gone = createServer()
    const gonePort = await listen(gone)
    await new Promise(done => gone.close(done))
    const services = () => [gonePort, ...ports].map(each => ({ host: '127.0.0.1', port: each }))
    const port = await listenGateway({ store: context.store, ring: async () => context.ring, services })
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(port, '/app/launch', { method: 'POST' })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(asked)).toEqual(new Set([0, 1]))
  })

  it('asks another service where one has stopped answering, and that one no more for a while', async () => {
    const context = await createFixtureContext()
    let stopped = 0
    const ports = [
      await listen(createServer(() => void stopped++)),
      await listen(createServer((_, response) => response.end('{}'))),
    ]
    const services = () => ports.map(each => ({ host: '127.0.0.1', port: each }))
    const port = await listenGateway({ store: context.store, ring: async () => context.ring, services })
    const began = performance.now()
    const statuses = []
    for (const method of ['GET', 'GET', 'GET', 'POST', 'POST'])
      statuses.push((await ask(port, '/app/launch', { method })).status)
    expect([statuses, stopped]).toEqual([[200, 200, 200, 200, 200], 1])
    expect(performance.now() - began).toBeGreaterThan(1_900)
  })

  it.each([
    ['/files/film', 512],
    [statement.path, 128],
  ])('answers calls while slow readers hold every connection for %s', async (path, most) => {
    let held = 0
    const { port } = await startGateway((incoming, response) => {
      if (incoming.url !== path) return void response.end('{}')
      held++
      response.write('the first of many bytes')
    })
    const sockets = Array.from({ length: most + 28 }, () => {
      const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`))
      return socket.on('error', () => undefined)
    })
    await expect.poll(() => held, { timeout: 10_000 }).toBe(most)
    expect((await ask(port, '/app/launch')).status).toBe(200)
    for (const socket of sockets) socket.destroy()
  })

  it('asks no service twice that answers 503', async () => {
    let count = 0
    const { port } = await startGateway(
      (_, response) => (count++, response.writeHead(503, { 'retry-after': '2' }).end()),
    )
    expect((await ask(port, '/app/launch')).headers['retry-after']).toBe('2')
    expect(count).toBe(1)
  })

  it('asks once more when a kept connection was closed under it', async () => {
    let count = 0
    const { port } = await startGateway((incoming, response) => {
      count++
      if (count === 2) return void incoming.socket.destroy()
      response.end(`answer ${count}`)
    })
    expect((await ask(port, '/app/a')).body.toString()).toBe('answer 1')
    expect((await ask(port, '/app/a')).body.toString()).toBe('answer 3')
  })

  it('is not taken by the page /appLogin', async () => {
    const { port } = await startGateway()
    expect((await ask(port, '/appLogin')).headers['content-type']).toBe('text/html; charset=utf-8')
  })
})
