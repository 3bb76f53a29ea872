// @vitest-environment jsdom
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { balance, loginMobile, supportRegion, transactionList, upload, withdrawRequest } from '@adcoin/contract'
import { createSessionWriter } from '@adcoin/session'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { longestAnswer } from './answer.ts'
import type { HttpFailure, SendOptions } from './index.ts'

declare const jsdom: { reconfigure(settings: { url: string }): void }

type ReceivedRequest = { url: string; headers: IncomingMessage['headers']; body: string }
let answer: (request: IncomingMessage, response: ServerResponse) => void
let received: ReceivedRequest[] = []
const server = createServer((request, response) => {
  // jsdom keeps the origin that it began with, so it asks as another site would.
  response.setHeaders(
    new Headers({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorized-key, lang, idempotency-key, x-xsrf-token',
      'access-control-expose-headers': 'x-request-id',
    }),
  )
  if (request.method === 'OPTIONS') return void response.end()
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    received.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString('latin1') })
    answer(request, response)
  })
})
/** Imported late: axios keeps the page's origin from its first moment. */
let send: typeof import('./index.ts').send
const session = createSessionWriter()
const token = 'ana-session-0123456789'
const file = new File(['picture'], 'a.png', { type: 'image/png' })
const stored = { file_id: 'f', url: '/files/f', mime: 'image/png', bytes: 7, width: null, height: null }
const money = { amount: '5', hold: '0', currency: 'ADC', scale: 2, version: 1 }
const success = (data: unknown) => JSON.stringify({ code: 0, msg: '', data })
const sendFile = (options?: SendOptions, picture = file) => send(upload, { file: picture, purpose: 'avatar' }, options)
const failure = (pending: Promise<unknown>): Promise<HttpFailure> =>
  pending.then(
    () => {
      throw new Error('it was answered')
    },
    error => error as HttpFailure,
  )

beforeAll(async () => {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
  ;({ send } = await import('./index.ts'))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  received = []
  session.signIn({ authorized_key: token, user_id: 'ana' })
  answer = (_, response) => response.writeHead(201, { 'x-request-id': 'r1' }).end(success(stored))
})
afterEach(() => {
  vi.useRealTimers()
  session.signOut('logout')
})

describe('an upload', () => {
  it('is a form, fields before files, and carries token and language', async () => {
    expect(await sendFile({ idempotencyKey: 'k' })).toEqual(stored)
    const { body = '', headers } = received[0] ?? {}
    expect(headers).toMatchObject({ 'authorized-key': token, lang: 'en_US', 'idempotency-key': 'k' })
    expect(headers?.['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(body).toMatch(/name="purpose"\s+avatar[^]*name="file"; filename="a\.png"[^]*picture/)
    expect(body.match(/; name="/g)).toHaveLength(2)
  })

  it('has the number of its request where it is refused', async () => {
    answer = (_, response) => response.writeHead(413, { 'x-request-id': 'r1' }).end('{"code":413}')
    await expect(failure(sendFile())).resolves.toMatchObject({ kind: 'refused', code: 413, requestId: 'r1' })
  })

  it('reports its progress as a share that ends with 1', async () => {
    const shares: number[] = []
    await sendFile({ onUploadProgress: share => shares.push(share) }, new File(['x'.repeat(2_000_000)], 'b.png'))
    expect(shares.at(-1)).toBe(1)
    expect(shares.every(share => share > 0 && share <= 1)).toBe(true)
  })

  it('reports nothing sent where the browser does not know the length', async () => {
    const onUploadProgress = vi.fn()
    answer = (_, response) => {
      running().upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: false, loaded: 5 }))
      response.end(success(stored))
    }
    const running = watchRequest()
    await sendFile({ onUploadProgress })
    expect(onUploadProgress).toHaveBeenCalledWith(0)
  })

  it('fails as offline where the connection ends', async () => {
    answer = request => request.socket.destroy()
    await expect(failure(sendFile())).resolves.toMatchObject({ kind: 'offline' })
  })

  it('that is cancelled ends, and the connection with it', async () => {
    const stopping = new AbortController()
    const closed = Promise.withResolvers<void>()
    answer = (_, response) => {
      response.once('close', closed.resolve)
      stopping.abort()
    }
    await expect(failure(sendFile({ signal: stopping.signal }))).resolves.toMatchObject({ kind: 'cancelled' })
    await closed.promise
  })

  it('is not sent for a signal that was aborted before', async () => {
    await expect(failure(sendFile({ signal: AbortSignal.abort() }))).resolves.toMatchObject({ kind: 'cancelled' })
    expect(received).toEqual([])
  })

  it('that was redirected is no success', async () => {
    answer = ({ url }, response) =>
      url === '/portal' ? response.end(success(stored)) : response.writeHead(302, { location: '/portal' }).end()
    await expect(failure(sendFile())).resolves.toMatchObject({ kind: 'offline' })
  })

  it('may take long while it makes progress, and ends 30 s after the last', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    answer = () => {}
    const running = watchRequest()
    const pending = failure(sendFile())
    let isOver = false
    void pending.then(() => (isOver = true))
    await vi.waitFor(() => expect(received).toHaveLength(1))
    for (const loaded of [1, 2]) {
      await vi.advanceTimersByTimeAsync(28_000)
      running().upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded, total: 9 }))
    }
    expect(isOver).toBe(false)
    // The browser's own limit would count from the beginning.
    expect(running().timeout).toBe(0)
    await vi.advanceTimersByTimeAsync(31_000)
    await expect(pending).resolves.toMatchObject({ kind: 'timeout' })
  })
})

it('ends an upload that does not begin', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => {})
  const pending = failure(sendFile())
  await vi.advanceTimersByTimeAsync(30_000)
  await expect(pending).resolves.toMatchObject({ kind: 'timeout' })
})

describe('an answer', () => {
  const asking = () => send(balance, {})
  /** An envelope of this many bytes. */
  const long = (bytes: number) => success(money).padEnd(bytes)

  it('of the greatest length is taken, and not one byte more', async () => {
    answer = (_, response) => response.end(long(longestAnswer))
    await expect(asking()).resolves.toEqual(money)
    answer = (_, response) => response.end(long(longestAnswer + 1))
    await expect(failure(asking())).resolves.toMatchObject({ kind: 'broken' })
  })

  it.each([
    ['with a content length', { 'content-length': 10_000_000 }],
    ['without a length', {}],
  ])('of 10 MB %s is broken, and its connection ends', async (_, headers) => {
    const closed = Promise.withResolvers<void>()
    answer = (_request, response) => {
      response.once('close', closed.resolve)
      // Never complete: only its reader can end it.
      response.writeHead(200, headers).write('x'.repeat(9_999_999))
    }
    await expect(failure(asking())).resolves.toMatchObject({ kind: 'broken' })
    await closed.promise
  })

  it('is dropped where another tab signed in meanwhile, before this page hears of it', async () => {
    answer = (_, response) => {
      localStorage.setItem('adcoin.token', 'bruno-session-0123456')
      response.end(success(money))
    }
    await expect(failure(asking())).resolves.toMatchObject({ kind: 'cancelled' })
  })

  it('of an upload is broken where it is too long', async () => {
    answer = (_, response) => response.end(success(stored).padEnd(longestAnswer + 1))
    await expect(failure(sendFile())).resolves.toMatchObject({ kind: 'broken' })
  })
})

describe('a request', () => {
  it('has nothing that axios or a cookie adds, and the browser’s own name', async () => {
    document.cookie = 'XSRF-TOKEN=of-another-library'
    answer = (_, response) => response.end(success(money))
    await send(balance, {})
    await send(loginMobile, { mobile_sag: '+52', mobile: '5512345678', password: 'correct horse' }).catch(() => {})
    answer = (_, response) => response.end(success(stored))
    await sendFile()
    for (const { headers } of received) {
      expect(Object.keys(headers).filter(name => name.startsWith('x-'))).toEqual([])
      expect(headers['user-agent']).not.toMatch(/axios/i)
      expect(headers.accept).toBe('application/json')
    }
    expect(received.map(({ headers }) => headers['content-type']?.split(';')[0])).toEqual([
      undefined,
      'application/json',
      'multipart/form-data',
    ])
  })

  it('follows no redirect, uses no cache, and has the cookies of this origin only', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch')
    answer = (_, response) => response.end(success(money))
    await send(balance, {})
    const request = fetch.mock.calls[0]?.[0] as Request | undefined
    expect([request?.redirect, request?.cache, request?.credentials]).toEqual(['error', 'no-store', 'same-origin'])
  })

  it('leaves out of its query what is undefined or null, and writes the rest as a form does', async () => {
    answer = (_, response) => response.end(success([]))
    const input = { a: undefined, b: null, c: ['x', 'y'], d: 'a b:$,&=é', ...JSON.parse('{"__proto__":"x"}') }
    await send(supportRegion, input)
    await send(supportRegion, {})
    expect(received.map(({ url, body }) => [url.replace(supportRegion.path, ''), body])).toEqual([
      ['?c=x%2Cy&d=a+b%3A%24%2C%26%3D%C3%A9', ''],
      ['', ''],
    ])
  })

  it('has no key of a prototype in its JSON', async () => {
    answer = (_, response) => response.end('{"code":400}')
    await failure(send(withdrawRequest, JSON.parse('{"amount":"5","__proto__":{"isAdmin":1},"constructor":{}}')))
    expect(received[0]?.body).toBe('{"amount":"5"}')
    expect(({} as { isAdmin?: number }).isAdmin).toBeUndefined()
  })

  it.each<[string, SendOptions]>([
    ['token', { token: 'a-token\r\nX-Role: admin' }],
    ['idempotency key', { idempotencyKey: 'k\nX-Role: admin' }],
    ['idempotency key of other letters', { idempotencyKey: '鍵' }],
  ])('is not sent with a %s that no header can have', async (_, options) => {
    const refused = await failure(send(withdrawRequest, {} as never, options))
    expect(refused).toMatchObject({ name: 'HttpFailure', kind: 'broken' })
    expect(received).toEqual([])
  })

  it('is not sent with a language that no header can have', async () => {
    session.setLanguage('en_US\r\nX-Role: admin' as never)
    await expect(failure(send(transactionList, {}))).resolves.toMatchObject({ kind: 'broken' })
    session.setLanguage('en_US')
    expect(received).toEqual([])
  })
})

/** The XMLHttpRequest that is made from now on. */
function watchRequest(): () => XMLHttpRequest {
  const open = vi.spyOn(XMLHttpRequest.prototype, 'open')
  return () => open.mock.contexts[0] as unknown as XMLHttpRequest
}
