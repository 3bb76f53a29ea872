import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createServiceProxy } from './service-proxy.ts'

const read = 'GET /app/launch HTTP/1.1\r\nHost: adcoin\r\n\r\n'

/** A connection to a proxy in front of a service that answers with 400 KB. */
async function open() {
  const service = createServer((_, response) => void response.end('x'.repeat(400_000)))
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const address = { host: '127.0.0.1', port: (service.address() as AddressInfo).port }
  const proxy = createServiceProxy(() => [address], {})
  const { port } = new URL(await proxy.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  onTestFinished(async () => {
    socket.destroy()
    await proxy.close()
    service.closeAllConnections()
    service.close()
  })
  return socket
}

async function readAnswer(socket: Socket): Promise<void> {
  for (let length = 0; length < 400_000;) length += String((await once(socket, 'data'))[0]).length
}

it('answers one request after another on a connection', async () => {
  const socket = await open()
  for (let sent = 0; sent < 5; sent += 1) {
    socket.write(read)
    await readAnswer(socket)
  }
  expect(socket.destroyed).toBe(false)
})

it('ends a connection that asks again before it has the answer', async () => {
  const socket = await open()
  socket.write(read.repeat(400))
  await once(socket.on('error', () => undefined).resume(), 'close')
  expect(socket.bytesRead).toBeLessThan(401_000)
})
