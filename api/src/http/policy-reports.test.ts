import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { loginMobile } from '@adcoin/contract'
import { createLog } from '../log.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { policyReportPath } from './register-http.ts'

let service: TestService
let lines: string[] = []
beforeAll(
  async () => void (service = await startTestService({ log: createLog('warn', line => void lines.push(line)) })),
  60_000,
)
afterAll(() => service.stop())
beforeEach(() => {
  lines = []
  service.forward(10_000)
})

const send = (payload: string, type = 'application/csp-report') =>
  service.app.inject({ method: 'POST', url: policyReportPath, headers: { 'content-type': type }, payload })
const report = {
  'effective-directive': 'img-src',
  'blocked-uri': 'https://evil.example/beacon?token=secret',
  'document-uri': 'http://localhost:8080/home?invite_code=secret',
  'script-sample': 'secret',
}

it('keeps directive and places of a report, in both forms, and nothing that could be a secret', async () => {
  expect(await send(JSON.stringify({ 'csp-report': report }))).toMatchObject({ statusCode: 204, body: '' })
  expect(
    await send(
      JSON.stringify([
        {
          type: 'csp-violation',
          body: { effectiveDirective: 'script-src-elem', blockedURL: 'inline', documentURL: 'http://localhost:8080/' },
        },
      ]),
      'application/reports+json',
    ),
  ).toMatchObject({ statusCode: 204 })
  expect(lines.map(line => JSON.parse(line) as object)).toMatchObject([
    {
      message: 'a page violated its policy',
      directive: 'img-src',
      blocked: 'https://evil.example/beacon',
      page: 'http://localhost:8080/home',
    },
    { directive: 'script-src-elem', blocked: 'inline' },
  ])
  expect(lines.join()).not.toContain('secret')
})

it('writes ten of a flood', async () => {
  service.forward(60_000)
  // The limit sees no time pass on a clock that is set back, however long this takes.
  for (let sent = 0; sent < 50; sent += 1) {
    service.forward(-60_000)
    await send(JSON.stringify({ 'csp-report': report }))
  }
  service.forward(-60_000)
  await send(JSON.stringify(Array.from({ length: 50 }, () => ({ body: report }))), 'application/reports+json')
  service.forward(3_600_000)
  expect(lines).toHaveLength(10)
})

it.each([
  '{}',
  '[]',
  'null',
  '1',
  '"x"',
  '{"csp-report":null}',
  '{"csp-report":{"effective-directive":"<b>"}}',
  '[{"body":[]}]',
])('takes %s without a word', async payload => {
  expect((await send(payload)).statusCode).toBe(204)
  expect(lines).toEqual([])
})

it('accepts nothing else', async () => {
  expect((await send('{')).statusCode).toBe(400)
  expect((await send(JSON.stringify({ 'csp-report': 'x'.repeat(17_000) }))).statusCode).toBe(413)
  expect((await send('a=1', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
  expect((await service.app.inject({ method: 'GET', url: policyReportPath })).statusCode).toBe(405)
  expect(
    (
      await service.app.inject({
        method: 'POST',
        url: loginMobile.path,
        headers: { 'content-type': 'application/csp-report' },
        payload: '{}',
      })
    ).statusCode,
  ).toBe(415)
})
