import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer, request, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operatorRoles } from '@adcoin/contract/operations'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LiveChoice } from '../compose/live.ts'
import { createFixtureBuild, createFixtureContext, publishFixture, stage } from '../../tests/fixture-apps.ts'
import { planOperation } from '../operations/operations.ts'
import { runChange } from '../cli/change.ts'
import { judgeCanaries } from '../operations/judge-canaries.ts'
import { createHealthReader } from '../operations/read-health.ts'
import { readHistory } from '../operations/status.ts'
import type { ReleaseContext } from '../operations/release-context.ts'
import { openStoreAt } from '../store/open-store.ts'
import { createOperationsPage, type OperationsPageOptions } from './operations-page.ts'
import { foldName, hashSecret } from './sign-in.ts'

const app = 'remote-team'
const opened: (() => void)[] = []
afterEach(() => opened.splice(0).forEach(close => close()))

/** A shell and two releases of an app, the second live, a third held; and the page over them. */
async function openReleases() {
  const context = await createFixtureContext()
  await publishFixture(context, 'shell')
  const first = await publishFixture(context, app, { version: '1.0.0' })
  const second = await publishFixture(context, app, { version: '1.1.0' })
  const held = await stage(context, createFixtureBuild(app, { version: '1.2.0' }))
  return { first, second, held: held.id, ...(await openPage({}, context)) }
}

/** The page over a store in which nothing was live yet, or over this one. */
async function openPage(more: Partial<OperationsPageOptions> = {}, given?: ReleaseContext) {
  const context = given ?? (await createFixtureContext())
  const folder = await mkdtemp(join(tmpdir(), 'adcoin-ops-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>operations</title>')
  const page = createOperationsPage({
    open: async () => context,
    folder,
    owner: 'ana',
    productUrl: 'http://localhost:8080',
    service: async () => undefined,
    ...more,
  })
  page.listen(0, '127.0.0.1')
  await once(page, 'listening')
  opened.push(() => {
    page.closeAllConnections()
    page.close()
  })
  const { port } = page.address() as AddressInfo
  return { context, port, ...createClient(port) }
}

/** What a test looks at of an answer. */
type AnswerBody = {
  readonly refusals: readonly { readonly rule: string; readonly says: string; readonly remedy: string }[]
  readonly apps: readonly { readonly app: string; readonly canary: { readonly measures: unknown } | null }[]
  readonly problems: readonly unknown[]
  readonly history: readonly { readonly generation: number }[]
  readonly seenFiles: number
  readonly name: string | null
  readonly generation: number
}
type Headers = Readonly<Record<string, string>>
type PageAnswer = { readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: AnswerBody }

function createClient(port: number) {
  const own = `http://localhost:${port}`
  async function send(method: string, path: string, headers: Headers, body?: string): Promise<PageAnswer> {
    const call = request({ host: '127.0.0.1', port, method, path, headers: { host: `localhost:${port}`, ...headers } })
    call.end(body)
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of response) text += String(chunk)
    const isJson = response.headers['content-type']?.startsWith('application/json')
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : text) as AnswerBody,
    }
  }
  const json = { 'content-type': 'application/json', origin: own, 'sec-fetch-site': 'same-origin' }
  return {
    own,
    look: (path: string, headers: Headers = {}) => send('GET', path, headers),
    post: (path: string, body: unknown, headers: Headers = {}) =>
      send('POST', path, { ...json, ...headers }, JSON.stringify(body)),
    send,
  }
}

describe('the operations page is for its own operators', () => {
  it.each<[string, string, Headers, number]>([
    ['under a name that is not its own (DNS rebinding)', 'GET', { host: 'rebound.example:8081' }, 421],
    ['under the name of another port', 'GET', { host: 'localhost:1' }, 421],
    ['of the page of another port of this machine', 'GET', { 'sec-fetch-site': 'same-site' }, 403],
    ['of a foreign page', 'GET', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['of a link on another site', 'GET', { 'sec-fetch-site': 'cross-site' }, 403],
    ['to act, by a form of another page', 'POST', { origin: 'null', 'content-type': 'text/plain' }, 403],
    ['to act, without saying who asks', 'POST', { 'content-type': 'application/json' }, 403],
  ])('%s nothing is answered', async (_, method, headers, status) => {
    const { send, context } = await openPage()
    const pointer = await context.store.pointer()
    const answer = await send(method, '/api/releases', headers, method === 'POST' ? '{}' : undefined)
    expect(answer.status).toBe(status)
    expect(answer.body.refusals).toHaveLength(1)
    expect(await context.store.pointer()).toBe(pointer)
  })

  it('answers the probe of a kubelet, which knows the address of a pod alone', async () => {
    const { send } = await openPage()
    expect(await send('GET', '/healthz', { host: '10.1.2.3:8081' })).toMatchObject({ status: 200, body: { ok: true } })
  })

  it('ends a connection that sends a second request before it has read the first answer', async () => {
    const { port } = await openPage()
    const one = `GET / HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`
    const send = async (text: string) => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      socket.write(text)
      const [answer] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as unknown[]
      socket.destroy()
      return Buffer.isBuffer(answer) ? String(answer).slice(0, 12) : 'ended'
    }
    expect([await send(one), await send(one.repeat(20))]).toEqual(['HTTP/1.1 200', 'ended'])
  })

  it('takes nothing but JSON from its own page either', async () => {
    const { send, own } = await openPage()
    const headers = { origin: own, 'content-type': 'application/x-www-form-urlencoded' }
    expect((await send('POST', '/api/releases/plan', headers, 'operation=1')).status).toBe(415)
  })

  it('answers every request with a policy that lets nothing else in', async () => {
    const { look } = await openPage()
    for (const path of ['/', '/api/releases', '/nothing.js']) {
      const { headers } = await look(path)
      expect(headers['content-security-policy']).toMatch(
        /default-src 'none'.*script-src 'self';.*frame-ancestors 'none'/,
      )
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
    }
  })

  it.each(['/../package.json', '/..%2f..%2fpackage.json', '/%2e%2e/keys.json', '/.hidden', '//etc/passwd'])(
    'serves nothing but the built page: %s',
    async path => {
      const { look } = await openPage()
      const { status, body } = await look(path)
      expect(status === 404 || String(body).includes('<title>operations</title>')).toBe(true)
    },
  )
})

describe('with a secret', () => {
  const secret = 'correct horse battery staple'
  const secrets = new Map([['', { name: '', roles: operatorRoles, hash: hashSecret(secret) }]])

  it('without it nothing can be seen or done, and a wrong one reports it', async () => {
    const { look, post } = await openPage({ secrets })
    expect((await look('/api/session')).body).toEqual({ name: null, signIn: 'secret', roles: [] })
    for (const path of ['/api/releases', '/api/live', '/api/people']) expect((await look(path)).status).toBe(401)
    expect((await post('/api/releases/plan', { operation: { action: 'rollback', app } })).status).toBe(401)
    expect((await post('/api/session', { name: 'Eve', secret: 'guess' })).status).toBe(401)
  })

  it('signs in for a session whose cookie no script reads and no other site sends, and out again', async () => {
    const { look, post } = await openPage({ secrets, url: 'https://operations.example' })
    const { status, headers } = await post('/api/session', { name: 'Bea', secret })
    expect(status).toBe(200)
    const [set = ''] = headers['set-cookie'] ?? []
    expect(set).toMatch(/; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$/)
    const cookie = { cookie: set.split(';')[0] ?? '' }
    expect((await look('/api/session', cookie)).body.name).toBe('Bea')
    expect((await look('/api/releases', cookie)).status).toBe(200)
    await post('/api/session/end', {}, cookie)
    expect((await look('/api/releases', cookie)).status).toBe(401)
  })

  it('locks no operator out by wrong ones, and proves the name where each operator has a secret', async () => {
    const own = new Map(
      ['Ana', 'Bea'].map(name => [
        foldName(name),
        { name, roles: operatorRoles, hash: hashSecret(`${secret} of ${name}`) },
      ]),
    )
    const { post } = await openPage({ secrets: own })
    for (let n = 0; n < 20; n++) await post('/api/session', { name: 'Bea', secret: `guess ${n}` })
    const signInAs = async (name: string, of: string) => {
      const { status, body } = await post('/api/session', { name, secret: `${secret} of ${of}` })
      return [status, body.name]
    }
    expect(await signInAs(' bea ', 'Bea')).toEqual([200, 'Bea'])
    expect(await signInAs('Bea', 'Ana')).toEqual([401, undefined])
    expect(await signInAs('Eve', 'Ana')).toEqual([401, undefined])
  })

  it('lets an operator look at everything, and act by their roles alone', async () => {
    const bea = { name: 'Bea', roles: ['review'] as const, hash: hashSecret(secret) }
    const { look, post } = await openPage({ secrets: new Map([['bea', bea]]) })
    const { headers, body } = await post('/api/session', { name: 'Bea', secret })
    expect(body).toMatchObject({ name: 'Bea', roles: ['review'] })
    const cookie = { cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '' }
    expect((await look('/api/releases', cookie)).status).toBe(200)
    const command = { operation: { action: 'rollback', app }, why: 'slow', from: 0 }
    for (const [path, more] of [
      ['plan', {}],
      ['apply', command],
    ] as const) {
      const refused = await post(`/api/releases/${path}`, { operation: command.operation, ...more }, cookie)
      expect(refused).toMatchObject({ status: 409, body: { refusals: [{ rule: 'role', place: 'Bea' }] } })
    }
  })
})

describe('releases', () => {
  it('reports what is live since when and by whom, the staged releases, and the fallbacks', async () => {
    const { look, first, second, held } = await openReleases()
    const { body } = await look('/api/releases')
    expect(body.generation).toBe(3)
    expect(body.apps.find(each => each.app === app)).toMatchObject({
      active: { id: second, version: '1.1.0' },
      since: { generation: 3, by: 'ana', why: 'fixture 1.1.0' },
      previous: [{ id: first }],
      others: [{ id: held, status: 'staged' }],
      rollback: { to: first, safe: true },
    })
    expect(body.history.map(each => each.generation)).toEqual([3, 2, 1])
  })

  it('shows the plan that a dry run of the command prints, and changes nothing by it', async () => {
    const { post, context, held } = await openReleases()
    for (const wanted of [
      { action: 'rollback' as const, app },
      { action: 'promote' as const, app, release: held },
      { action: 'floor' as const, app, below: '1.1.0' },
      { action: 'canary' as const, app, release: held, share: 25 },
    ]) {
      const { body } = await post('/api/releases/plan', { operation: wanted })
      const { data } = await runChange(context, state => planOperation(context, state, { ...wanted, why: '' }), true)
      const dry = data as { generation: number; changes: unknown; plan: LiveChoice }
      expect(body).toEqual({
        from: 3,
        generation: dry.generation,
        changes: dry.changes,
        canary: wanted.action === 'canary' ? { release: held, share: 25, manual: false } : null,
        fallbacks: dry.plan.apps[app]?.previous,
        revoked: dry.plan.revoked,
      })
    }
    expect(await context.store.pointer()).toBe(3)
  })

  it('does what was shown, reads it back, and writes the same history as the command', async () => {
    const { post, context, first, second } = await openReleases()
    const command = { operation: { action: 'rollback', app }, why: 'empty list', from: 3 }
    const { status, body } = await post('/api/releases/apply', command)
    expect([status, body]).toMatchObject([200, { generation: 4, problems: [] }])
    expect(body.seenFiles).toBeGreaterThan(0)
    const [entry] = await readHistory(context, 1)
    expect(entry).toMatchObject({ action: 'rollback', by: 'ana', why: 'empty list' })
    expect(entry?.changes).toEqual([{ app, from: second, to: first }])
  })

  it('does nothing when a person was faster, and asks for a reason', async () => {
    const { post, context } = await openReleases()
    const command = { operation: { action: 'rollback', app }, why: 'empty list', from: 3 }
    expect((await post('/api/releases/apply', { ...command, why: ' ' })).body.refusals[0]?.says).toContain('why')
    await runChange(
      context,
      state => planOperation(context, state, { action: 'rollback', app, why: 'the other operator' }),
      false,
    )
    const { status, body } = await post('/api/releases/apply', command)
    expect([status, body.refusals[0]?.rule]).toEqual([409, 'compare-and-swap'])
    expect(await context.store.pointer()).toBe(4)
  })

  it('refuses with rule, place and remedy what the command refuses', async () => {
    const { post, second } = await openReleases()
    const { status, body } = await post('/api/releases/plan', {
      operation: { action: 'promote', app, release: second },
    })
    expect([status, body.refusals[0]]).toMatchObject([409, { rule: 'already-live', remedy: 'Nothing to do.' }])
    const unread = await post('/api/releases/plan', { operation: { action: 'erase', app } })
    expect([unread.status, unread.body.refusals[0]?.rule]).toEqual([409, 'not-understood'])
  })

  it('reports every change of the store to open pages within a second', async () => {
    const { context, port } = await openReleases()
    const call = request({ host: '127.0.0.1', port, path: '/api/live', headers: { host: `localhost:${port}` } })
    call.end()
    const [stream] = (await once(call, 'response')) as [IncomingMessage]
    const marks: string[] = []
    stream.on('data', chunk => marks.push(...[...String(chunk).matchAll(/^data: (\d+)-/gm)].map(([, n = '']) => n)))
    await expect.poll(() => marks).toEqual(['3'])
    await runChange(
      context,
      state => planOperation(context, state, { action: 'rollback', app, why: 'by the command' }),
      false,
    )
    await expect.poll(() => marks, { timeout: 1_000 }).toEqual(['3', '4'])
    call.destroy()
  })
})

it('names the bucket that does not answer', async () => {
  vi.stubEnv('RELEASE_STORE_ENDPOINT', 'http://127.0.0.1:9')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'a')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'a')
  const context = await createFixtureContext()
  const { look } = await openPage({ open: async () => ({ ...context, store: openStoreAt('s3://adcoin', 'a test') }) })
  const { status, body } = await look('/api/releases')
  vi.unstubAllEnvs()
  expect([status, body.refusals[0]?.says]).toEqual([503, 'the bucket of releases does not answer'])
}, 30_000)

describe('a canary', () => {
  /** A service that has heard this of browsers. */
  async function startHealthService(bad: number) {
    const { context, held, second } = await openReleases()
    const bucket = { minute: '2026-01-01T00:00:00.000Z', app, generation: 4, known: false }
    const buckets = [
      { ...bucket, release: second, group: 'rest', outcome: 'mounted', step: 24, count: 90 },
      { ...bucket, release: held, group: 'canary', outcome: 'mounted', step: 24, count: 10 },
      { ...bucket, release: held, group: 'canary', outcome: 'failed', step: null, count: bad },
    ]
    const collector = createServer((call, response) => {
      const isAsked = call.headers.authorization === 'Bearer shared' && call.url?.includes('generation=4')
      response.writeHead(isAsked ? 200 : 401, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ now: '2026-01-01T00:01:00.000Z', isCut: false, buckets }))
    })
    collector.listen(0, '127.0.0.1')
    await once(collector, 'listening')
    opened.push(() => void collector.close())
    const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
    const service = async () => ({ url, secret: 'shared' })
    return { held, second, context, service, page: await openPage({ service }, context) }
  }

  it('is begun from a held release, shown with what the judge reports of it, and ended', async () => {
    const { context, held, second, service, page } = await startHealthService(8)
    const begin = { action: 'canary', app, release: held, share: 10, manual: true }
    expect(
      (await page.post('/api/releases/apply', { operation: begin, why: 'try it', from: 3 })).body.problems,
    ).toEqual([])
    const readShown = async () => (await page.look('/api/releases')).body.apps.find(each => each.app === app)
    const [judged] = await judgeCanaries(context, createHealthReader(service))
    expect(await readShown()).toMatchObject({
      active: { id: second },
      canary: {
        ...{ release: held, share: 10, manual: true, decision: 'stop', why: judged?.why, stopAt: 2_000 },
        browsers: { canary: 10, others: 90 },
        evidence: expect.any(Number),
      },
    })
    expect((await readShown())?.canary?.measures).toContainEqual({
      ...{ measure: 'failed', canary: 8, others: 0, evidence: expect.any(Number) },
    })
    const stop = { operation: { action: 'stop', app }, why: 'it fails', from: 4 }
    expect((await page.post('/api/releases/apply', stop)).body.generation).toBe(5)
    expect(await readShown()).toMatchObject({ canary: null, others: [{ id: held, status: 'stopped' }] })
  })

  it('is shown without figures while reports cannot be read', async () => {
    const { post, look, held } = await openReleases()
    const begin = { action: 'canary', app, release: held, share: 10 }
    await post('/api/releases/apply', { operation: begin, why: 'try it', from: 3 })
    const { body } = await look('/api/releases')
    expect(body.apps.find(each => each.app === app)?.canary).toMatchObject({
      ...{ decision: 'wait', why: expect.stringContaining('cannot be read'), measures: null, browsers: null },
    })
    const many = await post('/api/releases/plan', { operation: { ...begin, share: 51 } })
    expect(many.body.refusals[0]?.rule).toBe('not-understood')
  })
})

describe("what is the service's", () => {
  const file = `/files/${'0a'.repeat(16)}?until=500&key=abc`

  /** A service that answers as ours does, and remembers what it was asked. */
  async function openService(type: string) {
    const requests: string[] = []
    const service = createServer((wanted, response) => {
      requests.push(`${wanted.method} ${wanted.url} ${wanted.headers.authorization}`)
      const isFile = wanted.url?.startsWith('/files/')
      response.writeHead(200, { 'content-type': isFile ? type : 'application/json' })
      response.end(isFile ? 'bytes' : JSON.stringify({ exit: 1, data: {}, message: 'This was decided already.' }))
    })
    service.listen(0, '127.0.0.1')
    await once(service, 'listening')
    opened.push(() => void service.close())
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    return { asked: requests, ...(await openPage({ service: async () => ({ url, secret: 'shared' }) })) }
  }

  it('is asked in the name of the signed-in person, and its refusal is shown with the command', async () => {
    const { post, asked } = await openService('image/png')
    const { status, body } = await post('/api/people', { command: 'review pass', args: ['a1'] })
    expect([status, body.refusals[0]?.says]).toEqual([409, 'This was decided already'])
    expect(asked).toEqual(['POST /operators/command Bearer shared'])
    expect((await post('/api/people', { command: 'review pass', by: 'another operator' })).body.refusals[0]?.rule).toBe(
      'not-understood',
    )
  })

  it('shows pictures of proof under this address, and nothing else that lies there', async () => {
    const { look, asked } = await openService('image/png')
    const picture = await look(`/api${file}`)
    expect([picture.status, picture.headers['content-type'], picture.body]).toEqual([200, 'image/png', 'bytes'])
    for (const other of ['/api/files/../operators/health', '/api/files/public/x', `/api${file}&more=1`])
      expect((await look(other)).status).toBe(404)
    expect(asked).toHaveLength(1)
    expect((await (await openService('text/html')).look(`/api${file}`)).status).toBe(409)
  })

  it('gives a part of a film on request, and all of it where that part does not exist', async () => {
    const { look } = await openService('video/mp4')
    const part = async (range: string) => {
      const { status, headers, body } = await look(`/api${file}`, { range })
      return [status, headers['content-range'], body]
    }
    expect(await part('bytes=0-')).toEqual([206, 'bytes 0-4/5', 'bytes'])
    expect(await part('bytes=1-2')).toEqual([206, 'bytes 1-2/5', 'yt'])
    expect(await part('bytes=3-99')).toEqual([206, 'bytes 3-4/5', 'es'])
    expect(await part('bytes=-2')).toEqual([206, 'bytes 3-4/5', 'es'])
    for (const none of ['bytes=9-', 'bytes=-', 'bytes=2-1', 'bytes=-0', 'bytes=0-1,3-4', 'lines=1-2'])
      expect(await part(none)).toEqual([200, undefined, 'bytes'])
  })

  it('reports that it is down, and whom to look at', async () => {
    const { look } = await openPage()
    const { status, body } = await look('/api/health?minutes=60')
    expect([status, body.refusals[0]]).toMatchObject([409, { rule: 'service', says: 'it is not running' }])
  })
})
