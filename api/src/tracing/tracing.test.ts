// @postgres
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { withdrawRequest } from '@adcoin/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  giveCoin,
  goodPassword,
  goodPayPassword,
  prepareToWithdraw,
  register,
  withdrawalInput,
} from '../testing/accounts.ts'
import { startService, type TestService } from '../testing/start-service.ts'
import { startTracing } from './start-tracing.ts'

type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string; status: { code: number } }
let collector: Server
let service: TestService
let endTracing: () => Promise<void>
const received: string[] = []

beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => (body += String(chunk)))
    request.on('end', () => {
      received.push(body)
      response.end('{}')
    })
  })
  await new Promise<void>(done => collector.listen(0, '127.0.0.1', done))
  service = await startService()
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  endTracing = await startTracing({ endpoint, service: 'test', share: 1 }, service.services.log)
}, 60_000)
afterAll(async () => {
  await service.stop()
  collector.close()
})

it('a withdrawal is one trace from request to ledger, with the request id and nothing of the person', async () => {
  const person = await register(service)
  await giveCoin(service, person, 100_000n)
  const { paywayId } = await prepareToWithdraw(service, person)
  const input = await withdrawalInput(service, person, paywayId, 10_000n)
  const answer = await service.app.inject({
    method: 'POST',
    url: withdrawRequest.path,
    headers: { 'authorized-key': person.token, 'idempotency-key': 'k-7301-8123', 'content-type': 'application/json' },
    payload: JSON.stringify(input),
  })
  expect(answer.json()).toMatchObject({ code: 0 })
  await endTracing()
  const spans = received.flatMap(body => {
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(each => each.spans))
  })
  const traceId = String(answer.headers['x-request-id']).replaceAll('-', '')
  const own = spans.filter(span => span.traceId === traceId)
  const tree = treeOf(own, undefined)
  expect(tree[0]).toBe(`POST ${withdrawRequest.path}`)
  expect(tree).toContain('  transaction')
  expect(tree).toContain('    SELECT ledger_post')
  expect(own.every(({ status }) => status.code === 0)).toBe(true)
  const secrets = [goodPassword, goodPayPassword, input.verify_code, person.token, person.mobile, 'k-7301-8123']
  for (const secret of secrets) expect(JSON.stringify(own)).not.toContain(`"${secret}"`)
})

/** Names of spans, each below the one that it is a part of. */
function treeOf(spans: readonly Span[], parent: string | undefined, depth = 0): readonly string[] {
  return spans
    .filter(({ parentSpanId }) => (parentSpanId || undefined) === parent)
    .flatMap(({ spanId, name }) => [`${'  '.repeat(depth)}${name}`, ...treeOf(spans, spanId, depth + 1)])
}
