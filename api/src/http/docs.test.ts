import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApplication } from './application.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { registerDocs } from './register-docs.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()), 60_000)
afterAll(() => service.stop())

it('the document names every call that is served once, with its input', async () => {
  const { openapi, paths } = (await service.app.inject('/docs/json')).json()
  expect(openapi).toBe('3.1.0')
  const described = Object.entries<Record<string, { operationId: string }>>(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId }]) => [`${method.toUpperCase()} ${path}`, operationId]),
  )
  expect(described.map(([call]) => call).sort()).toEqual(
    service.app.servedCalls.map(call => `${call.method} ${call.path}`).sort(),
  )
  expect(new Set(described.map(([, id]) => id)).size).toBe(described.length)
  expect(paths['/app/pay/withdraw/request'].post).toMatchObject({
    operationId: 'withdrawRequest',
    security: [{ session: [] }],
    parameters: expect.arrayContaining([
      expect.objectContaining({ in: 'header', name: 'Idempotency-Key', required: true }),
    ]),
    requestBody: {
      content: {
        'application/json': {
          schema: {
            required: ['amount', 'user_payway_id', 'pay_passwd', 'quote'],
            additionalProperties: false,
          },
        },
      },
    },
  })
})

it('the page and its files come from here, and no answer of a call changes', async () => {
  const page = await service.app.inject('/docs/')
  expect(page.headers['content-security-policy']).toContain("default-src 'self'")
  const files = [...page.body.matchAll(/(?:src|href)="\.(\/static\/[^"]+)"/g)].map(([, file = '']) => `/docs${file}`)
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) expect((await service.app.inject(file)).statusCode, file).toBe(200)
  expect((await service.app.inject('/app/launch')).headers['content-security-policy']).toContain("default-src 'none'")
})

it('does not exist in production', async () => {
  const app = createApplication(service.services)
  await registerDocs(app, { ...service.services, config: { ...service.services.config, production: true } })
  for (const url of ['/docs', '/docs/', '/docs/json']) expect((await app.inject(url)).statusCode).toBe(404)
  await app.close()
})
