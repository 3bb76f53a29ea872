import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { receivePiece, sendPieces } from './pieces.ts'

/** With memory of their own, as the parser of HTTP and a file's stream make them. */
const createPiece = (length: number) => Buffer.from(new ArrayBuffer(length)).fill(length % 251)

it('frees what was received, except for a part of memory that may have neighbours in it', async () => {
  const [whole, neighbours] = [createPiece(64), createPiece(64)]
  const part = neighbours.subarray(0, 32)
  let seen = 0
  await receivePiece(whole, async () => (seen = whole.length))
  await receivePiece(part, async () => undefined)
  expect([seen, whole.length, neighbours.length]).toEqual([64, 0, 64])
})

it('sends a file whole, and frees its pieces', async () => {
  const pieces = [1000, 65_536, 300_000].map(createPiece)
  const whole = Buffer.concat(pieces)
  const server = createServer((_, response) => void sendPieces(response, Readable.from(pieces)))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  expect(Buffer.from(await response.arrayBuffer()).equals(whole)).toBe(true)
  expect(pieces.map(({ length }) => length)).toEqual([0, 0, 0])
})

it('closes a file whose reader goes away', async () => {
  const file = Readable.from(
    (async function* () {
      for (;;) yield createPiece(65_536)
    })(),
  )
  const server = createServer((_, response) => void sendPieces(response, file))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const reader = new AbortController()
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { signal: reader.signal })
  reader.abort()
  await new Promise(done => file.once('close', done))
})
