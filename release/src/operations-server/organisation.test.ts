import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createFixtureContext, publishFixture } from '../../tests/fixture-apps.ts'
import type { ReleaseContext } from '../operations/release-context.ts'
import { readHistory } from '../operations/status.ts'
import { createOperationsPage } from './operations-page.ts'

const servers: Server[] = []
afterEach(() => servers.splice(0).forEach(server => server.closeAllConnections() ?? server.close()))

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

type Claims = Readonly<Record<string, unknown>>

/** A provider whose only person has these claims. It checks the secret, the code and PKCE, as real ones do. */
async function openProvider(claims: Claims) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const asked = new Map<string, URLSearchParams>()
  const server = createServer((request, response) => void answer(request).then(body => response.end(body)))
  const issuer = await listen(server)

  async function answer(request: IncomingMessage): Promise<string> {
    const { pathname } = new URL(request.url ?? '', issuer)
    if (pathname === '/.well-known/openid-configuration')
      return JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      })
    if (pathname === '/keys')
      return JSON.stringify({
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
      })
    return tokens(request)
  }

  async function tokens(request: IncomingMessage): Promise<string> {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const form = new URLSearchParams(text)
    const began = asked.get(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight = form.get('client_secret') === 'the secret' && challenge === began?.get('code_challenge')
    if (!isRight) return JSON.stringify({ error: 'invalid_grant' })
    const now = Math.floor(Date.now() / 1000)
    const idToken = { iss: issuer, aud: 'operations', sub: 'u-1', iat: now, exp: now + 60, nonce: began?.get('nonce') }
    return JSON.stringify({ access_token: 'a', token_type: 'bearer', id_token: signToken({ ...idToken, ...claims }) })
  }

  function signToken(payload: Claims): string {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const text = `${part({ alg: 'RS256', kid: 'one' })}.${part(payload)}`
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
  }

  return {
    issuer,
    /** The path, with its code, by which the person's browser returns to the page. */
    signIn(location: string): string {
      const query = new URL(location).searchParams
      const code = randomUUID()
      asked.set(code, query)
      return `/sign-in/done?${new URLSearchParams({ code, state: query.get('state') ?? '' }).toString()}`
    },
  }
}

async function openPage(claims: Claims, service?: string, context?: ReleaseContext) {
  const provider = await openProvider(claims)
  const url = 'http://127.0.0.1:8081'
  const organisation = { issuer: provider.issuer, client: 'operations', secret: 'the secret', roleClaim: 'roles', url }
  const page = createOperationsPage({
    open: async () => context ?? Promise.reject(new Error('no store in this test')),
    folder: '/nowhere',
    owner: 'the owner of the process',
    organisation,
    url,
    productUrl: 'http://localhost:8080',
    service: async () => (service === undefined ? undefined : { url: service, secret: 'shared' }),
  })
  const own = await listen(page)
  const get = async (path: string, cookie = '') => {
    const response = await fetch(own + path, { headers: { cookie }, redirect: 'manual' })
    const set = response.headers.getSetCookie()
    return { response, location: response.headers.get('location') ?? '', set, cookie: set.map(plain).join('; ') }
  }
  /** The name and roles of the person with this cookie. */
  const session = async (cookie: string) => (await get('/api/session', cookie)).response.json()
  /** Signs in and sends a request of the page. */
  const send = async (path: string, asked: object) => {
    const begun = await get('/sign-in')
    const { cookie } = await get(provider.signIn(begun.location), begun.cookie)
    const headers = { cookie, origin: url, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    return fetch(own + path, { method: 'POST', headers, body: JSON.stringify(asked) })
  }
  return { provider, get, session, send }
}
const plain = (cookie: string) => cookie.split(';')[0] ?? ''

const ana = { email: 'ana@example.com', email_verified: true, roles: ['adcoin-pay', 'adcoin-release', 'admin'] }

it('sends the browser to the provider, and has name and roles from the organisation', async () => {
  const { provider, get, session } = await openPage(ana)
  expect(await session('')).toEqual({ name: null, signIn: 'organisation', roles: [] })
  expect((await get('/api/releases')).response.status).toBe(401)
  const begun = await get('/sign-in')
  expect(begun.set[0]).toMatch(/; Path=\/sign-in; HttpOnly; SameSite=Lax; Max-Age=600$/)
  expect(begun.location).toMatch(/code_challenge_method=S256/)
  const back = await get(provider.signIn(begun.location), begun.cookie)
  expect(back.location).toBe('/')
  expect(back.set[1]).toMatch(/^adcoin-operations=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict/)
  expect(await session(back.cookie)).toEqual({
    name: 'ana@example.com',
    signIn: 'organisation',
    roles: ['pay', 'release'],
  })
})

it.each<[string, Claims, string]>([
  ['an unverified address is no name', { ...ana, email_verified: false, preferred_username: 'ana' }, 'ana'],
  ['without either the name is the id', { roles: 'adcoin-look other' }, 'u-1'],
])('%s', async (_, claims, name) => {
  const { provider, get, session } = await openPage(claims)
  const begun = await get('/sign-in')
  expect(await session((await get(provider.signIn(begun.location), begun.cookie)).cookie)).toMatchObject({ name })
})

it('sends issuer and subject with each command: a person with another name stays one operator', async () => {
  const asked: { by: string; identity: string }[] = []
  const service = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    asked.push(JSON.parse(text) as (typeof asked)[number])
    response.end(JSON.stringify({ exit: 0, data: null, message: null }))
  })
  const claims: Record<string, unknown> = { ...ana }
  const { provider, send } = await openPage(claims, await listen(service))
  const approve = { command: 'withdraw approve', args: ['w1'] }
  await send('/api/people', approve)
  Object.assign(claims, { email_verified: false, preferred_username: 'boss@example.com' })
  await send('/api/people', approve)
  const identity = `${provider.issuer}|u-1`
  expect(asked.map(each => [each.by, each.identity])).toEqual([
    ['ana@example.com', identity],
    ['boss@example.com', identity],
  ])
})

it('writes issuer and subject beside the name into the history of releases', async () => {
  const context = await createFixtureContext()
  await publishFixture(context, 'shell')
  for (const version of ['1.0.0', '1.1.0']) await publishFixture(context, 'remote-team', { version })
  const { provider, send } = await openPage(ana, undefined, context)
  const operation = { action: 'rollback', app: 'remote-team' }
  expect((await send('/api/releases/apply', { operation, why: 'empty list', from: 3 })).status).toBe(200)
  expect((await readHistory(context, 1))[0]?.by).toBe(`ana@example.com (${provider.issuer}|u-1)`)
})

it.each<[string, Claims, string]>([
  ['a person without a role', { ...ana, roles: ['admin', 'adcoin'] }, 'no-role'],
  ['a person without the claim', { email: 'ana@example.com' }, 'no-role'],
  ['a token for another client', { ...ana, aud: 'another' }, 'failed'],
  ['a token of another sign-in', { ...ana, nonce: 'another' }, 'failed'],
  ['a token that has expired', { ...ana, exp: 1 }, 'failed'],
])('%s gets no session, and the page shows why', async (_, claims, reason) => {
  const { provider, get, session } = await openPage(claims)
  const begun = await get('/sign-in')
  const back = await get(provider.signIn(begun.location), begun.cookie)
  expect(back.location).toBe(`/?sign-in=${reason}`)
  expect(back.set).toHaveLength(1)
  expect(await session(back.cookie)).toMatchObject({ name: null })
})

it('rejects an answer that another browser requested: a link with a code opens no session', async () => {
  const { provider, get } = await openPage(ana)
  const link = provider.signIn((await get('/sign-in')).location)
  const other = await get('/sign-in')
  expect((await get(link)).location).toBe('/?sign-in=failed')
  expect((await get(link, other.cookie)).location).toBe('/?sign-in=failed')
})

it('a provider that is away is asked again at the next try', async () => {
  const { provider, get } = await openPage(ana)
  const [server] = servers
  const port = Number(new URL(provider.issuer).port)
  server?.closeAllConnections()
  server?.close()
  expect((await get('/sign-in')).location).toBe('/?sign-in=failed')
  server?.listen(port, '127.0.0.1')
  expect((await get('/sign-in')).location).toContain(`${provider.issuer}/authorize`)
})
