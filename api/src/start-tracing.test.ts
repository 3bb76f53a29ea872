// @postgres
import { randomUUID } from 'node:crypto'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { withdrawRequest } from '@adcoin/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTracing } from './start-tracing.ts'
import {
  giveCoin,
  goodPassword,
  goodPayPassword,
  prepareToWithdraw,
  register,
  withdrawalInput,
} from './testing/accounts.ts'
import { startTestService, type TestService } from './testing/start-service.ts'

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  name: string
  status: { code: number }
}
type Resource = { attributes: unknown[] }
let collector: Server
let service: TestService
let endTracing: () => Promise<void>
const received: string[] = []

beforeAll(async () => {
  collector = createServer((incoming, response) => {
    let body = ''
    incoming.on('data', chunk => (body += String(chunk)))
    incoming.on('end', () => {
      received.push(body)
      response.end('{}')
    })
  })
  await new Promise<void>(done => collector.listen(0, '127.0.0.1', done))
  service = await startTestService()
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  endTracing = startTracing({ endpoint, service: 'test', share: 1 }, service.services.log)
  await service.app.listen({ host: '127.0.0.1', port: 0 })
}, 60_000)
afterAll(async () => {
  await service.stop()
  collector.close()
})

it('a withdrawal is one trace from request to ledger, with the request id, without the person', async () => {
  const person = await register(service)
  await giveCoin(service, person, 100_000n)
  const { paywayId } = await prepareToWithdraw(service, person)
  const input = await withdrawalInput(service, person, paywayId, 10_000n)
  const id = randomUUID()
  const { port } = service.app.server.address() as AddressInfo
  const headers = {
    'x-request-id': id,
    'x-forwarded-for': '203.0.113.7',
    'user-agent': 'phone of a person',
    'authorized-key': person.token,
    'idempotency-key': 'k-7301-8123',
    'content-type': 'application/json',
  }
  // Not by fetch: it would begin the trace.
  const answer = await new Promise<IncomingMessage>(done =>
    request({ method: 'POST', port, path: withdrawRequest.path, headers }, done).end(JSON.stringify(input)),
  )
  expect(await json(answer)).toMatchObject({ code: 0 })
  await endTracing()
  const spans = received.flatMap(body => {
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(each => each.spans))
  })
  const resources = received.flatMap(body =>
    (JSON.parse(body) as { resourceSpans: { resource: Resource }[] }).resourceSpans.map(each => each.resource),
  )
  for (const { attributes } of resources)
    expect(attributes).toEqual([
      { key: 'service.name', value: { stringValue: 'test' } },
      { key: 'service.version', value: { stringValue: expect.stringMatching(/^\d+\.\d+\.\d+/) } },
      { key: 'service.instance.id', value: { stringValue: expect.stringMatching(/^[0-9a-f-]{36}$/) } },
    ])
  const own = spans.filter(span => span.traceId === id.replaceAll('-', ''))
  const [root, ...others] = own.filter(span => !span.parentSpanId)
  expect([root?.name, others]).toEqual([`POST ${withdrawRequest.path}`, []])
  const below = own.filter(span => span.parentSpanId === root?.spanId)
  const queries = below.map(span => JSON.stringify(span))
  // CLIENT in OTLP: of another server. The embedded database has no spans.
  expect(below.every(({ kind }) => kind === 3)).toBe(true)
  expect(queries.some(query => query.includes('ledger_post'))).toBe(service.databaseUrl !== undefined)
  expect(own.some(({ status }) => status.code === 2)).toBe(false)
  const secrets = [goodPassword, goodPayPassword, input.verify_code, person.token, person.mobile, 'k-7301-8123']
  for (const secret of [...secrets, '203.0.113.7', 'phone of a person'])
    expect(JSON.stringify(own)).not.toContain(`"${secret}"`)
})
