import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { nginx, nginxFolder, startNginx } from '../../tests/nginx-process.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function serviceAt(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server: Server = createServer(answer)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  ends.push(() => server.close().closeAllConnections())
  const address = server.address()
  return `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

async function nginxBefore(services: readonly string[], trustedProxies: readonly string[] = []) {
  const folder = nginxFolder()
  const options = { services, publicUrl: '', brotliModule: undefined, offlinePage: true, trustedProxies }
  const { port, stop } = await startNginx(folder, options)
  ends.push(stop)
  return { folder, url: `http://127.0.0.1:${port}` }
}

describe.skipIf(nginx === undefined)('nginx before the services', () => {
  it('answers reads and calls while one of two services has stopped answering', async () => {
    const [seen, asked] = [new Set<string>(), { stopped: 0 }]
    const stopped = await serviceAt(() => asked.stopped++)
    const well = await serviceAt((request, response) => {
      request.resume().on('end', () => (seen.add(`${request.method}`), response.end('{"code":0}')))
    })
    const { url } = await nginxBefore([stopped, well])
    const statuses = []
    // A POST that a service may have begun is never sent to another one, so the reads come first.
    for (let turn = 0; turn < 10; turn++) statuses.push((await fetch(`${url}/app/launch`)).status)
    for (let turn = 0; turn < 5; turn++)
      statuses.push((await fetch(`${url}/app/withdraw`, { method: 'POST', body: '{}' })).status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect([...seen]).toEqual(['GET', 'POST'])
    // The first read waited two seconds; the others did not reach the stopped service.
    expect(asked.stopped).toBe(1)
  }, 20_000)

  it('answers where every service failed a moment ago and one is back', async () => {
    let isBack = false
    const service = await serviceAt((request, response) =>
      isBack ? response.end('{"code":0}') : void request.socket.destroy(),
    )
    const { url } = await nginxBefore([service])
    expect((await fetch(`${url}/app/launch`)).status).toBe(503)
    isBack = true
    expect((await fetch(`${url}/app/launch`)).status).toBe(200)
  })

  it('loses no read while one service after the other is restarted at once', async () => {
    const restarting = [false, true]
    const services = await Promise.all(
      restarting.map((_, at) =>
        // nginx tries once more where a connection that it kept is gone, so none is kept.
        serviceAt((request, response) =>
          restarting[at] ? void request.socket.destroy() : response.setHeader('connection', 'close').end('{"code":0}'),
        ),
      ),
    )
    const { url } = await nginxBefore(services)
    const statuses = []
    // Each turn one is away whose neighbour failed less than five seconds ago.
    for (let turn = 0; turn < 4; turn++) {
      for (let read = 0; read < 7; read++) statuses.push((await fetch(`${url}/app/launch`)).status)
      restarting.reverse()
    }
    expect(statuses).toEqual(statuses.map(() => 200))
  })

  it('names the client that a trusted proxy saw, to the service and in its log', async () => {
    const service = await serviceAt((request, response) => response.end(String(request.headers['x-forwarded-for'])))
    const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9, 10.1.1.1', 'x-request-id': 'request-1' }
    const before = await nginxBefore([service], ['127.0.0.0/8', '10.0.0.0/8'])
    expect(await (await fetch(`${before.url}/app/launch?code=secret`, { headers })).text()).toBe('203.0.113.9')
    // nginx writes the line after the answer.
    const logged = { id: 'request-1', address: '203.0.113.9', path: '/app/launch' }
    await vi.waitFor(() => {
      const lines = readFileSync(join(before.folder, 'adcoin-access.log'), 'utf8').trim().split('\n')
      expect(lines.map(line => JSON.parse(line) as unknown)).toContainEqual(expect.objectContaining(logged))
    })
    const without = await nginxBefore([service])
    expect(await (await fetch(`${without.url}/app/launch`, { headers })).text()).toBe('127.0.0.1')
  })
})
