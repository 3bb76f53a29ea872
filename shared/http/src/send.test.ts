import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  balance,
  getSetting,
  loginMobile,
  logout,
  supportRegion,
  transactionList,
  unbindAccount,
  withdrawRequest,
} from '@adcoin/contract'
import { createSessionWriter, sessionStore } from '@adcoin/session'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { httpReports, send, type HttpFailure, type HttpReport } from './index.ts'

type ReceivedRequest = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
let answer: (request: IncomingMessage, response: ServerResponse) => void
const seen: ReceivedRequest[] = []
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    seen.push({
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    })
    answer(request, response)
  })
})
const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  (_: IncomingMessage, response: ServerResponse) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))
const money = { amount: '5', hold: '0', currency: 'ADC', scale: 2, version: 1 }
const session = createSessionWriter()
const reports: HttpReport[] = []
httpReports.subscribe(report => reports.push(report))
const ofType = <Type extends HttpReport['type']>(type: Type) =>
  reports.filter((report): report is Extract<HttpReport, { type: Type }> => report.type === type)
const failure = (pending: Promise<unknown>): Promise<HttpFailure> =>
  pending.then(
    () => {
      throw new Error('it was answered')
    },
    error => error as HttpFailure,
  )

beforeAll(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)))
afterAll(
  () =>
    new Promise(resolve => {
      server.closeAllConnections()
      server.close(resolve)
    }),
)
beforeEach(() => {
  vi.stubGlobal('location', { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  session.signIn({ authorized_key: 'ana-session-0123456789', user_id: 'ana' })
  seen.length = reports.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  session.signOut('logout')
})

describe('what is sent', () => {
  it('carries token, language and idempotency key, a GET its payload as query, a POST as JSON', async () => {
    session.setLanguage('es_MX')
    answer = json({
      code: 0,
      data: { list: [], next_cursor: null, has_more: false, month: { income: '0', expense: '0' } },
    })
    await send(transactionList, { type: 'income', cursor: 'a b&c=1' })
    expect(seen[0]).toMatchObject({
      method: 'GET',
      url: '/app/pay/transaction/list?type=income&cursor=a+b%26c%3D1',
      body: '',
    })
    expect(seen[0]?.headers).toMatchObject({ 'authorized-key': 'ana-session-0123456789', lang: 'es_MX' })
    answer = json({ code: 0, data: {} })
    await send(unbindAccount, { id: 'b1', confirm: true }, { idempotencyKey: 'k-1' })
    expect(seen[1]).toMatchObject({ method: 'POST', body: '{"id":"b1","confirm":true}' })
    expect(seen[1]?.headers).toMatchObject({ 'idempotency-key': 'k-1', 'content-type': 'application/json' })
    session.setLanguage('en_US')
  })

  it('has no token for anonymous visitors, and a private call is not sent at all', async () => {
    session.signOut('logout')
    answer = json({ code: 0, data: [] })
    await send(supportRegion, {})
    expect(seen[0]?.headers['authorized-key']).toBeUndefined()
    await expect(failure(send(getSetting, {}))).resolves.toMatchObject({ kind: 'unauthorised', code: 401 })
    expect(seen).toHaveLength(1)
    expect(ofType('failed')).toEqual([])
  })
})

describe('an answer', () => {
  it('is unwrapped, and what the contract does not know is dropped', async () => {
    answer = json({ code: 0, msg: 'ok', data: { ...money, later: 'field' } })
    await expect(send(balance, {})).resolves.toEqual(money)
  })

  it.each([
    ['HTML', '<!doctype html><title>Log in</title>'],
    ['null', 'null'],
    ['an array', '[]'],
    ['a string', '"x"'],
    ['an empty object', '{}'],
    ['nothing', ''],
    ['truncated JSON', '{"code":0,"data":{"amount":"5"'],
    ['a byte order mark', '\ufeff{"code":0,"data":{}}'],
    ['UTF-16', Buffer.from('{"code":0}', 'utf16le')],
    ['invalid UTF-8', Buffer.from([0x7b, 0xf0, 0x28, 0x8c, 0x28, 0x7d])],
    ['data of another shape', { code: 0, data: { amount: 5 } }],
    ['no data', { code: 0 }],
    ['a code as text', { code: '0', data: money }],
    ['more than 2 MiB', { code: 0, data: { ...money, padding: 'x'.repeat(2_200_000) } }],
  ])('of %s is broken, not a crash', async (_, body) => {
    answer = json(body)
    await expect(failure(send(balance, {}))).resolves.toMatchObject({ kind: 'broken', msg: '' })
  })

  it('of endless length is cut at the limit', async () => {
    let sent = 0
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536
      }
      response.on('drain', more)
      more()
    }
    await expect(failure(send(balance, {}))).resolves.toMatchObject({ kind: 'broken' })
    expect(sent).toBeLessThan(40_000_000)
  })

  it.each([500, 502, 503])('with status %i is broken even when it is JSON', async status => {
    answer = json({ code: 500, msg: 'stack trace', data: null }, status, { 'x-request-id': 'r-1' })
    await expect(failure(send(balance, {}))).resolves.toMatchObject({ kind: 'broken', msg: '', requestId: 'r-1' })
  })

  it('that refuses returns code, key, fields and seconds', async () => {
    answer = json({ code: 400, msg: 'Please check', data: { fields: { email: 'email_invalid' } } }, 200, {
      'x-request-id': 'r-7',
    })
    await expect(failure(send(balance, {}))).resolves.toMatchObject({
      kind: 'refused',
      code: 400,
      key: 'invalid_input',
      fields: { email: 'email_invalid' },
      requestId: 'r-7',
    })
    answer = json({ code: 1003, msg: 'Wait', data: { retry_after: 41.2 } })
    await expect(failure(send(balance, {}))).resolves.toMatchObject({ key: 'code_too_soon', retryAfter: 42 })
    answer = json('too many', 429, { 'retry-after': '7' })
    await expect(failure(send(balance, {}))).resolves.toMatchObject({ kind: 'refused', key: 'too_many', retryAfter: 7 })
    answer = json({ code: 9876, msg: 'New reason' })
    await expect(failure(send(balance, {}))).resolves.toMatchObject({ kind: 'refused', code: 9876, msg: 'New reason' })
  })

  it('shows at most 200 characters of its message, without controls and direction overrides', async () => {
    answer = json({ code: 3003, msg: `\u202e<img src=x onerror=1>\u0000\n${'長'.repeat(10_000)}` })
    const { msg } = await failure(send(balance, {}))
    expect([...msg]).toHaveLength(200)
    expect(msg.startsWith('<img src=x onerror=1> 長')).toBe(true)
  })

  it('that redirects elsewhere is not followed', async () => {
    answer = (_, response) => response.writeHead(302, { location: '/portal' }).end()
    await expect(failure(send(balance, {}))).resolves.toMatchObject({ kind: 'offline' })
    expect(seen.map(({ url }) => url)).toEqual(['/app/user/finance/balance'])
  })
})

describe('a failure', () => {
  it('of the network is offline', async () => {
    answer = (_, response) => response.destroy()
    await expect(failure(send(balance, {}))).resolves.toMatchObject({ kind: 'offline', isUnanswered: true })
  })

  it('ends at 30 s, also when the answer stalls half-way, and the request is taken back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const closed = new Promise<void>(resolve => {
      answer = (request, response) => {
        request.socket.on('close', () => resolve())
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"code":0,')
      }
    })
    const pending = failure(send(balance, {}))
    await vi.waitFor(() => expect(seen).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(29_000)
    expect(ofType('ended')).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1_000)
    await expect(pending).resolves.toMatchObject({ kind: 'timeout' })
    await closed
  })

  it('that the caller wants is cancelled, silently', async () => {
    answer = () => {}
    const stopping = new AbortController()
    const pending = failure(send(balance, {}, { signal: stopping.signal }))
    await vi.waitFor(() => expect(seen).toHaveLength(1))
    stopping.abort()
    await expect(pending).resolves.toMatchObject({ kind: 'cancelled' })
    expect(ofType('failed')).toEqual([])
    await expect(failure(send(balance, {}, { signal: AbortSignal.abort() }))).resolves.toMatchObject({
      kind: 'cancelled',
    })
  })

  it('is reported once, as a toast or to the page as the call demands', async () => {
    answer = json({ code: 2003, msg: 'no account' })
    await failure(send(balance, {}))
    await failure(send(withdrawRequest, {} as never, { idempotencyKey: 'k' }))
    await failure(send(balance, {}, { errors: 'page' }))
    expect(ofType('failed').map(({ showAs }) => showAs)).toEqual(['toast', 'page', 'page'])
  })

  it('of the network makes one toast however many calls meet it', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    // Later than every toast before, however long this process runs.
    vi.advanceTimersByTime(1e9)
    answer = json('', 500)
    await Promise.all([1, 2, 3].map(() => failure(send(balance, {}))))
    expect(
      ofType('failed')
        .map(({ showAs }) => showAs)
        .toSorted(),
    ).toEqual(['page', 'page', 'toast'])
    vi.advanceTimersByTime(2_100)
    await failure(send(balance, {}))
    expect(ofType('failed').at(-1)?.showAs).toBe('toast')
  })
})

describe('the loader', () => {
  it('hears each call begin and end exactly once, whatever happens', async () => {
    answer = json({ code: 0, data: money })
    const onCancel = vi.fn()
    await send(balance, {}, { loader: true, loaderText: 'Loading money', onCancel })
    answer = json('broken')
    await failure(send(getSetting, {}))
    answer = (_, response) => response.destroy()
    await failure(send(balance, {}))
    expect(ofType('started').map(({ loader, text }) => [loader, text])).toEqual([
      [true, 'Loading money'],
      [true, undefined],
      [false, undefined],
    ])
    expect(ofType('started').map(report => report.onCancel)).toEqual([onCancel, undefined, undefined])
    expect(ofType('ended').map(({ id }) => id)).toEqual(ofType('started').map(({ id }) => id))
  })

  it('is not disturbed by a listener that throws', async () => {
    const end = httpReports.subscribe(() => {
      throw new Error('a bug of the shell')
    })
    vi.stubGlobal('reportError', () => {})
    answer = json({ code: 0, data: money })
    await expect(send(balance, {})).resolves.toEqual(money)
    end()
  })
})

describe('the end of a session', () => {
  it.each([
    ['code 401', json({ code: 401, msg: 'over' })],
    ['status 401', json('<html>', 401)],
  ])('by %s is reported once for twelve calls, and never as a toast', async (_, serve) => {
    answer = serve
    const kinds = await Promise.all(Array.from({ length: 12 }, () => failure(send(balance, {}))))
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['unauthorised']))
    expect(ofType('failed').map(({ showAs, failure: { kind } }) => [kind, showAs])).toEqual([['unauthorised', 'page']])
  })

  it('cancels what is running when the shell signs out at the first of them', async () => {
    answer = json({ code: 401 })
    const end = httpReports.subscribe(
      report => report.type === 'failed' && report.failure.kind === 'unauthorised' && session.signOut('unauthorised'),
    )
    const kinds = await Promise.all(Array.from({ length: 12 }, () => failure(send(balance, {}))))
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual([
      ...Array.from({ length: 11 }, () => 'cancelled'),
      'unauthorised',
    ])
    end()
  })

  it('lets no late answer through: neither data nor a 401 of the former session', async () => {
    session.signIn({ authorized_key: 'ana-second-session-01', user_id: 'ana' })
    const late: ServerResponse[] = []
    answer = ({ headers }, response) => headers['authorized-key'] === 'ana-second-session-01' && late.push(response)
    const pending = [failure(send(balance, {})), failure(send(getSetting, {}))]
    await vi.waitFor(() => expect(late).toHaveLength(2))
    session.signIn({ authorized_key: 'bruno-session-0123456', user_id: 'bruno' })
    for (const response of late) response.end('{"code":401}')
    expect((await Promise.all(pending)).map(({ kind }) => kind)).toEqual(['cancelled', 'cancelled'])
    expect(ofType('failed')).toEqual([])
  })

  it('a change of person stops a login under way and calls of before, not what is public to read', async () => {
    session.signIn({ authorized_key: 'ana-third-session-001', user_id: 'ana' })
    const late: ServerResponse[] = []
    // A cancelled request of the test before may still arrive.
    const isOurs = (headers: IncomingMessage['headers']) => headers['authorized-key'] === 'ana-third-session-001'
    answer = ({ headers }, response) => isOurs(headers) && late.push(response)
    const login = failure(send(loginMobile, { mobile_sag: '+52', mobile: '5512345678', password: 'correct horse' }))
    const regions = send(supportRegion, {})
    await vi.waitFor(() => expect(late).toHaveLength(2))
    session.signIn({ authorized_key: 'bruno-session-0123456', user_id: 'bruno' })
    for (const response of late) response.end('{"code":0,"data":[]}')
    await expect(login).resolves.toMatchObject({ kind: 'cancelled' })
    await expect(regions).resolves.toEqual([])
    const { sessionEpoch } = sessionStore.getState()
    await expect(failure(send(getSetting, {}, { sessionEpoch: sessionEpoch - 1 }))).resolves.toMatchObject({
      kind: 'cancelled',
    })
    expect(seen.filter(({ headers }) => isOurs(headers))).toHaveLength(2)
    expect(seen.filter(({ headers }) => headers['authorized-key'] === 'bruno-session-0123456')).toEqual([])
  })

  it('does not stop the logout call itself, which carries the token it ends', async () => {
    answer = (_, response) => setTimeout(() => json({ code: 0, data: {} })(_, response), 30)
    const pending = send(logout, {}, { outlivesSession: true })
    session.signOut('logout')
    await expect(pending).resolves.toEqual({})
    expect(seen[0]?.headers['authorized-key']).toBe('ana-session-0123456789')
  })
})
