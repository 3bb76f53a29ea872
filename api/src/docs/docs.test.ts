import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApplication } from '../http/application.ts'
import { startService, type TestService } from '../testing/start-service.ts'
import { registerDocs } from './register-docs.ts'

let service: TestService
beforeAll(async () => void (service = await startService()), 60_000)
afterAll(() => service.stop())

describe('the API description', () => {
  it('names every call that is served, with its input and where it comes from', async () => {
    const document = (await service.app.inject('/docs/openapi.json')).json<{
      openapi: string
      paths: Record<
        string,
        Record<
          string,
          {
            'x-origin': string
            security?: unknown
            requestBody?: { content: Record<string, { schema: { required: string[]; additionalProperties: boolean } }> }
            parameters: { name: string; required?: boolean }[]
          }
        >
      >
    }>()
    expect(document.openapi).toBe('3.1.0')
    const described = Object.entries(document.paths)
      .flatMap(([path, operations]) => Object.keys(operations).map(method => `${method.toUpperCase()} ${path}`))
      .sort()
    expect(described).toEqual(service.app.servedCalls.map(call => `${call.method} ${call.path}`).sort())
    const withdraw = document.paths['/app/pay/withdraw/request']?.post
    expect(withdraw?.security).toEqual([{ session: [] }])
    expect(withdraw?.parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key', required: true }))
    expect(withdraw?.requestBody?.content['application/json']?.schema).toMatchObject({
      required: ['amount', 'user_payway_id', 'pay_passwd', 'verify_code', 'quote'],
      additionalProperties: false,
    })
    expect(document.paths['/app/user/logout']?.post?.['x-origin']).toBe('addition')
  })

  it('is a page that needs no script', async () => {
    expect((await service.app.inject('/docs')).headers.location).toBe('/docs/')
    const page = await service.app.inject('/docs/')
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain('/app/user/finance/balance')
    expect(page.body).not.toContain('<script')
  })

  it('does not exist in production', async () => {
    const app = createApplication(service.services)
    await registerDocs(app, { ...service.services, config: { ...service.services.config, production: true } })
    for (const url of ['/docs', '/docs/', '/docs/openapi.json']) expect((await app.inject(url)).statusCode).toBe(404)
    await app.close()
  })
})
