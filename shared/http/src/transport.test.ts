// @vitest-environment jsdom
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { balance, upload } from '@adcoin/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { longestAnswer } from './answer.ts'
import { exchange, type Outgoing } from './transport.ts'

declare const jsdom: { reconfigure(settings: { url: string }): void }

let answer: (request: IncomingMessage, response: ServerResponse) => void
let received: { headers: IncomingMessage['headers']; body: string }[] = []
const server = createServer((request, response) => {
  // jsdom keeps the origin that it began with, so it asks as another site would.
  response.setHeaders(
    new Headers({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorized-key',
      'access-control-expose-headers': 'x-request-id',
    }),
  )
  if (request.method === 'OPTIONS') return void response.end()
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('latin1') })
    answer(request, response)
  })
})
const never = new AbortController().signal
const picture = new File(['picture'], 'a.png', { type: 'image/png' })
const sending = (changes: Partial<Outgoing> = {}) =>
  exchange({ call: upload, input: { file: picture, purpose: 'avatar' }, headers: {}, signal: never, ...changes })

beforeAll(async () => {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  received = []
  answer = (_, response) => response.writeHead(201, { 'x-request-id': 'r1' }).end('{"code":0}')
})

describe('a form', () => {
  it('has fields before files, the headers, and gives status, bytes and headers of the answer', async () => {
    const { status, bytes, header } = await sending({ headers: { 'authorized-key': 'k' } })
    expect([status, bytes.byteLength, header('x-request-id')]).toEqual([201, 10, 'r1'])
    expect(received[0]?.headers).toMatchObject({ 'authorized-key': 'k' })
    const { body = '' } = received[0] ?? {}
    expect(body).toMatch(/name="purpose"\s+avatar[^]*name="file"; filename="a\.png"[^]*picture/)
    expect(body.match(/; name="/g)).toHaveLength(2)
  })

  it('reports its progress as a share that ends with 1', async () => {
    const shares: number[] = []
    await sending({
      input: { file: new File(['x'.repeat(2_000_000)], 'b.png') },
      onUploadProgress: each => shares.push(each),
    })
    expect(shares.at(-1)).toBe(1)
    expect(shares.every(share => share > 0 && share <= 1)).toBe(true)
  })

  it('reports nothing sent where the browser does not know the length', async () => {
    const onUploadProgress = vi.fn()
    const request = await requestOf(() => sending({ onUploadProgress }))
    request.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: false, loaded: 5 }))
    expect(onUploadProgress).toHaveBeenLastCalledWith(0)
  })

  it('fails as offline where the connection ends', async () => {
    answer = request => request.socket.destroy()
    await expect(sending()).rejects.toMatchObject({ kind: 'offline' })
  })

  it('ends with its signal, and the connection with it', async () => {
    const stopping = new AbortController()
    const closed = Promise.withResolvers<void>()
    answer = (_, response) => {
      response.once('close', closed.resolve)
      stopping.abort(new Error('left'))
    }
    await expect(sending({ signal: stopping.signal })).rejects.toThrow('left')
    await closed.promise
  })
})

it('sends nothing for a signal that was aborted before', async () => {
  await expect(sending({ signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow('left')
  expect(received).toEqual([])
})

it('takes an answer of the greatest length, and not one byte more', async () => {
  const asking = () => exchange({ call: balance, input: {}, headers: {}, signal: never })
  answer = (_, response) => response.end(Buffer.alloc(longestAnswer, 'a'))
  expect((await asking()).bytes.byteLength).toBe(longestAnswer)
  answer = (_, response) => response.end(Buffer.alloc(longestAnswer + 1, 'a'))
  await expect(asking()).rejects.toMatchObject({ kind: 'broken' })
})

/** The XMLHttpRequest that this work made. */
async function requestOf(work: () => Promise<unknown>): Promise<XMLHttpRequest> {
  const open = vi.spyOn(XMLHttpRequest.prototype, 'open')
  await work()
  const request: unknown = open.mock.contexts[0]
  return request as XMLHttpRequest
}
