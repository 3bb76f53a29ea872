import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApplication } from '../http/application.ts'
import { startService, type TestService } from '../testing/start-service.ts'
import { registerDocs } from './register-docs.ts'

let service: TestService
beforeAll(async () => void (service = await startService()), 60_000)
afterAll(() => service.stop())

type Operation = {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly 'x-origin': string
  readonly security?: unknown
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: unknown }>> }
  readonly parameters: readonly { readonly name?: string; readonly required?: boolean }[]
}
type Description = {
  readonly openapi: string
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>
    readonly parameters: Readonly<Record<string, unknown>>
  }
}
const description = async () => (await service.app.inject('/docs/openapi.json')).json<Description>()

describe('the API description', () => {
  it('names every call that is served, with its input and where it comes from', async () => {
    const document = await description()
    expect(document.openapi).toBe('3.1.0')
    const described = Object.entries(document.paths)
      .flatMap(([path, operations]) => Object.keys(operations).map(method => `${method.toUpperCase()} ${path}`))
      .sort()
    expect(described).toEqual(service.app.servedCalls.map(call => `${call.method} ${call.path}`).sort())
    const withdraw = document.paths['/app/pay/withdraw/request']?.post
    expect(withdraw?.security).toEqual([{ session: [] }])
    expect(withdraw?.parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key', required: true }))
    expect(withdraw?.requestBody?.content['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/WithdrawRequestRequest',
    })
    expect(document.components.schemas['WithdrawRequestRequest']).toMatchObject({
      required: ['amount', 'user_payway_id', 'pay_passwd', 'quote'],
      additionalProperties: false,
    })
    expect(document.paths['/app/user/logout']?.post?.['x-origin']).toBe('addition')
  })

  it('names every operation once, describes it, and refers to nothing that is not there', async () => {
    const document = await description()
    const operations = Object.values(document.paths).flatMap(path => Object.values(path))
    const ids = operations.map(operation => operation.operationId)
    expect(new Set(ids).size).toBe(service.app.servedCalls.length)
    expect(ids).toContain('withdrawRequest')
    const tags = document.tags.map(tag => tag.name)
    for (const operation of operations) {
      expect(operation.summary).toMatch(/^[A-Z][a-z ]+$/)
      expect(operation.description).toMatch(/\.$/)
      expect(tags).toEqual(expect.arrayContaining([...operation.tags]))
    }
    const known = [
      ...Object.keys(document.components.schemas).map(name => `#/components/schemas/${name}`),
      ...Object.keys(document.components.parameters).map(name => `#/components/parameters/${name}`),
    ]
    const referred = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, place = '']) => place)
    expect(referred.length).toBeGreaterThan(service.app.servedCalls.length)
    expect(referred.filter(place => !known.includes(place))).toEqual([])
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
