import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { about, apiCodes, launch, legalText, supportRegion } from '@adcoin/contract'
import { makePerson } from '../testing/people.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()), 60_000)
afterAll(() => service.stop())

const publicPaths = [launch.path, supportRegion.path, about.path, legalText.path]
const addresses = [launch.path, supportRegion.path, about.path, `${legalText.path}?page=terms`]
const get = (url: string, headers: Record<string, string> = {}) => service.app.inject({ url, headers })

describe.each(addresses)('%s', path => {
  it('may be kept for a minute by a browser in the same language, and then costs no body', async () => {
    const first = await get(path)
    expect(first.headers).toMatchObject({
      'cache-control': 'public, max-age=60',
      vary: 'lang',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    const tag = String(first.headers.etag)
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await get(path, { 'if-none-match': known })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      expect(again.headers).toMatchObject({ etag: tag, 'cache-control': 'public, max-age=60', vary: 'lang' })
    }
    expect((await get(path, { 'if-none-match': '"other"' })).json()).toEqual(first.json())
  })

  it('has a tag per language, and the same answer with and without a session', async () => {
    const tags = await Promise.all(apiCodes.map(async lang => (await get(path, { lang })).headers.etag))
    // Spain and Mexico may read the same.
    expect(new Set(tags).size).toBeGreaterThanOrEqual(apiCodes.length - 1)
    const { token } = await makePerson(service)
    expect((await get(path, { 'authorized-key': token })).headers.etag).toBe((await get(path)).headers.etag)
  })

  it('that is refused is not stored', async () => {
    const refused = await get(`${path}${path.includes('?') ? '&' : '?'}is_admin=1`)
    expect([refused.json<{ code: number }>().code, refused.headers['cache-control'], refused.headers.etag]).toEqual([
      400,
      'no-store',
      undefined,
    ])
  })
})

it('is no other call: each one of the contract answers no-store, with a session or without', async () => {
  const { token } = await makePerson(service)
  for (const { method, path } of service.app.servedCalls) {
    if (publicPaths.includes(path)) continue
    for (const key of [token, 'nobody']) {
      const answer = await service.app.inject({
        method,
        url: path,
        headers: { 'authorized-key': key, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
        ...(method === 'POST' ? { payload: '{}' } : {}),
      })
      expect([path, answer.headers['cache-control'], answer.headers.etag]).toEqual([path, 'no-store', undefined])
    }
  }
})
