import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { createFixtureContext, publishFixture } from '../../tests/fixture-apps.ts'
import { sendNotice, createTroubleNotices } from './notices.ts'

type Received = { readonly body: string; readonly id: unknown; readonly signature: string }
const received: Received[] = []
const secret = 'a secret of sixteen'
let answers: readonly number[] = []
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => (body += part.toString()))
  request.on('end', () => {
    const { 'x-adcoin-notice': id, 'x-adcoin-signature': signature } = request.headers
    received.push({ body, id, signature: String(signature) })
    response.writeHead(answers[received.length - 1] ?? 204).end()
  })
})
const listening = new Promise<string>(done =>
  server.listen(0, '127.0.0.1', () => done(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
)
afterEach(() => {
  vi.unstubAllEnvs()
  received.length = 0
  answers = []
})

it('sends one notice for a failure that lasts and one for its end, and none for a short one', async () => {
  vi.stubEnv('NOTICE_URL', await listening)
  vi.stubEnv('NOTICE_SECRET', secret)
  const trouble = createTroubleNotices('gateway', () => {}, 30)
  trouble('The store does not answer')
  trouble(undefined)
  trouble('The store does not answer')
  await expect.poll(() => received).toHaveLength(1)
  trouble('The store does not answer')
  trouble(undefined)
  trouble(undefined)
  await expect.poll(() => received).toHaveLength(2)
  expect(received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { event: 'trouble', part: 'gateway', lines: ['The store does not answer'] },
    { event: 'trouble', part: 'gateway', lines: [] },
  ])
})

it('sends what a publish changed, signed with the time', async () => {
  vi.stubEnv('NOTICE_URL', await listening)
  vi.stubEnv('NOTICE_SECRET', secret)
  const id = await publishFixture(await createFixtureContext(), 'shell')
  await expect.poll(() => received).toHaveLength(1)
  const [{ body = '', signature = '' } = {}] = received
  expect(JSON.parse(body)).toMatchObject({
    ...{ event: 'live', action: 'publish', generation: 1 },
    apps: { shell: { active: id, canary: null } },
  })
  const [, seconds, hmac] = /^t=(\d+),sha256=(\w+)$/.exec(signature) ?? []
  expect(hmac).toBe(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'))
  expect(Math.abs(Number(seconds) - Date.now() / 1000)).toBeLessThan(60)
})

it('is tried again under the same id, and then reported, never thrown', async () => {
  const url = await listening
  const lines: string[] = []
  const send = () =>
    sendNotice({ event: 'judge', lines: ['x'] }, line => lines.push(line), { url, secret, pauses: [1, 1] })
  answers = [500, 503, 204]
  await send()
  expect([new Set(received.map(({ id }) => id)).size, received.length, lines]).toEqual([1, 3, []])
  answers = [500, 500, 500, 500, 500, 500]
  await send()
  expect(lines).toEqual(['NOTICE_URL did not take the notice of judge: status 500'])
  await sendNotice({ event: 'judge', lines: [] }, line => lines.push(line), {
    url: 'http://127.0.0.1:1',
    secret,
    pauses: [],
  })
  await sendNotice({ event: 'judge', lines: [] }, line => lines.push(line), { url, secret: 'short' })
  expect(lines.slice(1)).toEqual([
    expect.stringContaining('did not take the notice of judge'),
    'No notice was sent: NOTICE_SECRET needs at least 16 characters',
  ])
  expect(received).toHaveLength(6)
})
