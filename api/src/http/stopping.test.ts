import { connect, type AddressInfo, type Socket } from 'node:net'
import { launch } from '@adcoin/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestService, type TestService } from '../testing/start-service.ts'

let service: TestService
let port = 0
beforeAll(async () => {
  service = await startTestService()
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  port = (service.app.server.address() as AddressInfo).port
}, 60_000)
afterAll(() => service.stop())

/** A connection that is kept, as a gateway keeps it; `ask` answers with head and body. */
async function keptConnection() {
  const socket = connect(port, '127.0.0.1')
  const end = new Promise<number>(done => socket.once('close', () => done(performance.now())))
  await new Promise((done, failed) => socket.once('connect', done).once('error', failed))
  return { ask: (path: string) => request(socket, path), end }
}

function request(socket: Socket, path: string): Promise<string> {
  return new Promise(done => {
    let text = ''
    const read = (chunk: Buffer) => {
      text += String(chunk)
      if (!text.includes('\r\n\r\n')) return
      socket.off('data', read)
      done(text.toLowerCase())
    }
    socket.on('data', read)
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  })
}

it('that stops rejects new connections, answers once more on kept ones, then closes them', async () => {
  const kept = await Promise.all([keptConnection(), keptConnection(), keptConnection()])
  for (const { ask } of kept) expect(await ask('/healthz')).toMatch(/^http\/1\.1 200 [^]*connection: keep-alive/)
  const [one, two, idle] = kept

  const began = performance.now()
  const stopped = service.app.close()
  await vi.waitFor(() => expect(service.app.server.listening).toBe(false))
  await expect(keptConnection()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  expect(await one?.ask(launch.path)).toMatch(/^http\/1\.1 200 [^]*connection: close/)
  expect(await two?.ask('/readyz')).toMatch(/^http\/1\.1 503 [^]*connection: close/)
  expect((await one?.end) ?? Infinity).toBeLessThan((await idle?.end) ?? 0)
  expect(((await idle?.end) ?? 0) - began).toBeGreaterThan(900)
  await stopped
}, 30_000)
