import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:http2'
import { connect as connectFrom, createServer as createSocket, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import tls from 'node:tls'
import { expect, it } from 'vitest'
import { createGateway } from '../src/gateway/gateway.ts'
import { repositoryFolder } from './composed/images.ts'
import { createFixtureContext, makeFreshFolder, publishFixture } from './fixture-apps.ts'

const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find(path => existsSync(path))

const portOf = async (server: Server): Promise<number> => {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

it.skipIf(nginx === undefined)(
  'nginx, as the operations guide has it, is a proxy before the gateway',
  async context => {
    const [, example = ''] =
      /^```nginx\n([^]*?)^```$/m.exec(readFileSync(join(repositoryFolder, 'docs/operations.md'), 'utf8')) ?? []
    expect(example.trim().split('\n').length).toBeLessThanOrEqual(30)
    const folder = await makeFreshFolder()
    const [certificate, key] = [join(folder, 'own.pem'), join(folder, 'own.key')]
    const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
    const made = spawnSync('openssl', [...words, '-subj', '/CN=localhost', '-out', certificate, '-keyout', key])
    context.skip(made.error !== undefined, 'there is no openssl')

    const service = createServer((request, response) => {
      if (request.url === '/app/inbox/stream') {
        // The next word comes when the first one has arrived.
        response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }).write('data: 1\n\n')
        return
      }
      if (request.url?.startsWith('/files/')) return void response.write('the first of many bytes')
      let bytes = 0
      request.on('data', (chunk: Buffer) => (bytes += chunk.length))
      request.on('end', () => response.end(`${request.headers['x-forwarded-for']} ${bytes}`))
    })
    const servicePort = await portOf(service)
    const releaseContext = await createFixtureContext()
    const shell = await publishFixture(releaseContext, 'shell')
    const gateway = createGateway({
      store: releaseContext.store,
      ring: async () => releaseContext.ring,
      services: () => [{ host: '127.0.0.1', port: servicePort }],
      publicUrl: 'https://adcoin.example',
      trustedProxies: ['127.0.0.1'],
    })
    const { port: gatewayPort } = new URL(await gateway.listen({ port: 0, host: '127.0.0.1' }))
    const free = createSocket()
    const port = await portOf(free)
    await new Promise(done => free.close(done))
    writeFileSync(
      join(folder, 'nginx.conf'),
      example
        .replace('http {', 'http { access_log off; client_body_temp_path body; proxy_temp_path proxy;')
        .replace('limit_conn address 240', 'limit_conn address 1')
        .replace('listen 443', `listen 127.0.0.1:${port}`)
        .replace('127.0.0.1:8080', `127.0.0.1:${gatewayPort}`)
        .replace('/etc/ssl/adcoin.pem', certificate)
        .replace('/etc/ssl/adcoin.key', key),
    )
    // As root nginx would give its work to a person who may not read a temporary folder.
    const own = process.getuid?.() === 0 ? ' user root;' : ''
    const main = `daemon off; pid nginx.pid;${own}`
    const child = spawn(String(nginx), ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr', '-g', main], {
      stdio: 'inherit',
    })
    const ended = new Promise(done => child.once('exit', done))
    await expect
      .poll(
        () =>
          fetch(`http://127.0.0.1:${port}/`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 10_000 },
      )
      .toBe(400)
    const session = connect(`https://127.0.0.1:${port}`, {
      createConnection: () =>
        tls.connect({
          socket: connectFrom({ port, host: '127.0.0.1', localAddress: '127.0.0.2' }),
          rejectUnauthorized: false,
          ALPNProtocols: ['h2'],
        }),
    })
    const ask = (path: string, headers: object = {}, body?: string) =>
      new Promise<{ status: number; headers: Record<string, unknown>; first: string }>((done, failed) => {
        const call = session.request({ ':path': path, ':method': body === undefined ? 'GET' : 'POST', ...headers })
        call.once('error', failed).end(body)
        call.once('response', answer =>
          call.once('data', (chunk: Buffer) =>
            done({ status: Number(answer[':status']), headers: answer, first: chunk.toString() }),
          ),
        )
      })
    try {
      expect(await ask('/home')).toMatchObject({
        status: 200,
        headers: { 'content-security-policy': expect.stringContaining("frame-ancestors 'none'") },
      })
      expect(session.alpnProtocol).toBe('h2')
      expect(await ask(`/releases/shell/${shell}/entry.js`, { 'accept-encoding': 'br' })).toMatchObject({
        status: 200,
        headers: { 'cache-control': 'public, max-age=31536000, immutable' },
      })
      expect(await ask('/app/launch', { 'x-forwarded-for': '6.6.6.6' })).toMatchObject({ first: '127.0.0.2 0' })
      const upload = { 'content-type': 'multipart/form-data; boundary=x' }
      expect((await ask('/app/upload', upload, 'x'.repeat(3_000_000))).first).toBe('127.0.0.2 3000000')
      expect(await ask('/files/film')).toMatchObject({ status: 200, first: 'the first of many bytes' })
      expect((await ask('/files/film')).status).toBe(429)
      expect((await ask('/app/inbox/stream', { accept: 'text/event-stream' })).first).toBe('data: 1\n\n')
    } finally {
      session.destroy()
      child.kill('SIGTERM')
      await ended
      gateway.server.closeAllConnections()
      service.close().closeAllConnections()
      await gateway.close()
    }
  },
  60_000,
)
