import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiCodes, customerServiceLink, launch, loginEmail } from '@adcoin/contract'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { allMessages } from '../refusals/languages.ts'

let service: TestService
let port = 0
beforeAll(async () => {
  service = await startTestService()
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  const address = service.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
}, 60_000)
afterAll(() => service.stop())

/** Bytes on a socket, and all that comes back until the service ends the connection. */
function talk(bytes: string | Buffer): Promise<{ status: number; headers: string; body: string; all: string }> {
  return new Promise((done, failed) => {
    const socket = connect(port, '127.0.0.1')
    let all = ''
    socket.on('data', chunk => (all += String(chunk)))
    socket.on('error', failed)
    socket.on('close', () => {
      const last = all.slice(all.lastIndexOf('HTTP/1.1 '))
      const [headers = '', body = ''] = last.split('\r\n\r\n')
      done({ status: Number(headers.split(' ')[1]), headers: headers.toLowerCase(), body, all })
    })
    socket.write(bytes)
  })
}

const credentials = '{"email":"ana@example.com","password":"x"}'
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`
const post = (headers: string, body: string | Buffer = credentials, length = true) =>
  Buffer.concat([
    Buffer.from(
      `POST ${loginEmail.path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n${length ? `Content-Length: ${Buffer.byteLength(body)}\r\n` : ''}${headers}\r\n`,
    ),
    Buffer.from(body),
  ])
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

describe('what a browser never sends gets the envelope of every fault, and ends there', () => {
  it.each<[string, string | Buffer, number]>([
    ['no HTTP at all', 'NOT HTTP AT ALL\r\n\r\n', 400],
    ['another protocol', 'get /app/launch http/1.1\r\n\r\n', 400],
    ['an invented method', `FOO ${launch.path} HTTP/1.1\r\nHost: x\r\n\r\n`, 400],
    ['TRACE', `TRACE ${launch.path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 405],
    ['NUL in a header', get(launch.path, 'lang: a\0b\r\n'), 400],
    ['a header of 70 kB', get(launch.path, `X: ${'a'.repeat(70_000)}\r\n`), 431],
    [
      '3,000 headers of 30 bytes',
      get(launch.path, Array.from({ length: 3_000 }, (_, index) => `X-${index}: ${'a'.repeat(20)}\r\n`).join('')),
      431,
    ],
    ['a path of 60 kB', get(`/app/${'a'.repeat(60_000)}`), 404],
    ['a path that climbs, escaped', get('/app/%2e%2e/%2e%2e/etc/passwd'), 404],
    ['a path that climbs to a call', get('/app/../app/launch'), 404],
    ['a path with NUL', get(`${launch.path}%00`), 404],
    ['two slashes', get(`/${launch.path}`), 404],
    ['a slash behind', get(`${launch.path}/`), 404],
    ['capitals', get(launch.path.toUpperCase()), 404],
    [
      'a length and chunks',
      post('Transfer-Encoding: chunked\r\n', '0\r\n\r\nGET /app/launch HTTP/1.1\r\nHost: x\r\n\r\n'),
      400,
    ],
    ['two lengths', post('Content-Length: 5\r\n'), 400],
    ['a length below zero', post('Content-Length: -5\r\n', credentials, false), 400],
    ['a chunk of no size', post('Transfer-Encoding: chunked\r\n', 'zz\r\nabc\r\n0\r\n\r\n', false), 400],
    ['a packed body', post('Content-Encoding: gzip\r\n', gzipSync(credentials)), 415],
    ['a body that unpacks to 50 MB', post('Content-Encoding: gzip\r\n', gzipSync(Buffer.alloc(50_000_000))), 415],
    ['a body that claims to be compressed', post('Content-Encoding: br\r\n'), 415],
    ['UTF-16', post('', Buffer.from(credentials, 'utf16le')), 400],
  ])('%s', async (_, bytes, status) => {
    const answer = await talk(bytes)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.body)).toEqual({
      code: status === 404 ? 404 : 400,
      msg: allMessages.en_US.errors[status === 404 ? 'not_found' : 'invalid_input'],
      data: null,
    })
    expect(answer.headers).toContain('content-type: application/json; charset=utf-8')
    expect(answer.headers).toContain('x-content-type-options: nosniff')
    expect(answer.headers).toContain('cache-control: no-store')
    expect(answer.headers).not.toContain('server:')
  })
})

describe('what is unusual but HTTP is understood', () => {
  it.each<[string, string | Buffer]>([
    [
      'chunks with a trailer, which is ignored',
      post(
        'Transfer-Encoding: chunked\r\nTrailer: Authorized-Key\r\n',
        `${chunk(credentials.slice(0, 9))}${chunk(credentials.slice(9))}0\r\nAuthorized-Key: x\r\nlang: hi_IN\r\n\r\n`,
        false,
      ),
    ],
    ['a client that asks before it sends', post('Expect: 100-continue\r\n')],
    [
      'HTTP/1.0',
      `POST ${loginEmail.path} HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: ${credentials.length}\r\n\r\n${credentials}`,
    ],
  ])('%s', async (_, bytes) => {
    const answer = await talk(bytes)
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      200,
      { code: 1001, msg: allMessages.en_US.errors.bad_credentials, data: null },
    ])
  })

  it('a header that came twice is no header: no session, English', async () => {
    const answer = await talk(
      get('/app/user/setting', 'lang: hi_IN\r\nlang: zh_TW\r\nAuthorized-Key: a\r\nAuthorized-Key: b\r\n'),
    )
    expect(JSON.parse(answer.body)).toMatchObject({ code: 401, msg: allMessages.en_US.errors.session_expired })
  })

  it('two requests on one connection get two answers, the second in its own language', async () => {
    const answer = await talk(
      `GET /app/user/setting HTTP/1.1\r\nHost: x\r\nlang: hi_IN\r\n\r\n${get('/app/user/setting', 'lang: pt_PT\r\n')}`,
    )
    expect(answer.all.match(/"code":401/g)).toHaveLength(2)
    expect(answer.all.indexOf(allMessages.hi_IN.errors.session_expired)).toBeLessThan(
      answer.all.indexOf(allMessages.pt_PT.errors.session_expired),
    )
  })
})

describe('a field that a call does not know is named, whatever it is called', () => {
  const names = [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'is_admin',
    'inviter_id[]',
    'inviter_id[a][b]',
    `inviter_id${'[a]'.repeat(10_000)}`,
    'inviter_id.a',
    '<b>',
    '\u202eabc',
    'a'.repeat(50_000),
  ]

  it.each(names.map(name => [name.slice(0, 40), name]))('%s in a query', async (_, name) => {
    for (const lang of apiCodes) {
      const answer = await service.app.inject({
        url: `${customerServiceLink.path}?${encodeURIComponent(name)}=1`,
        headers: { lang },
      })
      const { code, msg, data } = answer.json<{ code: number; msg: string; data: { fields: Record<string, string> } }>()
      expect([answer.statusCode, code]).toEqual([200, 400])
      expect(Object.entries(data.fields)).toEqual([[name.slice(0, 100), 'unknown_field']])
      expect(msg).toContain(allMessages[lang].problems.unknown_field)
      expect(msg).not.toMatch(/native code|[<\u202e]/)
      expect(msg.length).toBeLessThan(200)
    }
  })

  it.each(names.filter(name => name !== '__proto__').map(name => [name.slice(0, 40), name]))(
    '%s in a body',
    async (_, name) => {
      const answer = await service.askRaw(loginEmail, {
        email: 'ana@example.com',
        password: 'x',
        [name]: { isAdmin: true },
      })
      expect(answer).toMatchObject({ status: 200, code: 400 })
      expect(Object.entries(answer.fields ?? {})).toEqual([[name.slice(0, 100), 'unknown_field']])
    },
  )

  it('and is called in the sentence as the call has it, where no value is given', async () => {
    expect((await service.app.inject('/app/customer_service_link?is_admin=1')).json()).toMatchObject({
      msg: 'is_admin: this was not asked for',
    })
  })
})
