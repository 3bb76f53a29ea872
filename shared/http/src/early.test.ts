import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { balance, getSetting, logout, transactionList } from '@adcoin/contract'
import { createSessionWriter } from '@adcoin/session'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { send, type HttpFailure } from './index.ts'

const token = 'token-of-ana-0123456789'
const money = { amount: '5', hold: '0', currency: 'ADC', scale: 2, version: 1 }
const success = (data: unknown, status = 200) => new Response(JSON.stringify({ code: 0, msg: '', data }), { status })
/** How often the service was asked. */
let requestCount = 0
const server = createServer((_, response) => {
  requestCount++
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ code: 0, msg: '', data: { ...money, amount: '7' } }))
})

function hand(answers: Record<string, Promise<Response>>, whose: Partial<{ token: string; language: string }> = {}) {
  globalThis.adcoinReads = { token, language: 'en_US', answers, ...whose }
}

beforeAll(() => new Promise<void>(done => server.listen(0, '127.0.0.1', done)))
afterAll(() => new Promise(done => server.close(done)))
beforeEach(() => {
  requestCount = 0
  // The process of the tests is older than a page that is being opened.
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
  vi.stubGlobal('location', { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  createSessionWriter().signIn({ authorized_key: token })
})
afterEach(() => void (globalThis.adcoinReads = undefined))

describe('an answer that the page has asked for already', () => {
  it('is taken once, and then the service is asked', async () => {
    hand({ '/app/user/finance/balance?fw=true': Promise.resolve(success(money)) })
    expect((await send(balance, { fw: 'true' })).amount).toBe('5')
    expect(requestCount).toBe(0)
    expect((await send(balance, { fw: 'true' })).amount).toBe('7')
    expect(requestCount).toBe(1)
  })

  it.each([
    ['another person', { token: 'token-of-bruno-0123456' }],
    ['another language', { language: 'hi_IN' }],
  ])('is nothing for %s', async (_who, whose) => {
    hand({ '/app/user/finance/balance?fw=true': Promise.resolve(success(money)) }, whose)
    expect((await send(balance, { fw: 'true' })).amount).toBe('7')
  })

  it('is nothing for another query of the same call', async () => {
    hand({ '/app/user/finance/balance?fw=true': Promise.resolve(success(money)) })
    expect((await send(balance, {})).amount).toBe('7')
  })

  it('is found where a call has several queries, in their order', async () => {
    const page = { list: [], next_cursor: null, has_more: false, month: { income: '1', expense: '0' } }
    hand({ '/app/pay/transaction/list?type=all&limit=3': Promise.resolve(success(page)) })
    expect((await send(transactionList, { type: 'all', limit: '3' })).month.income).toBe('1')
  })

  it('is asked for as if for the first time where it did not come', async () => {
    const lost = Promise.reject(new TypeError('Failed to fetch'))
    lost.catch(() => undefined)
    hand({ '/app/user/finance/balance?fw=true': lost })
    expect((await send(balance, { fw: 'true' })).amount).toBe('7')
  })

  it('is not waited for once its caller cancelled, or for longer than any answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    hand({ '/app/user/setting': new Promise(() => {}), '/app/user/finance/balance': new Promise(() => {}) })
    const stopping = new AbortController()
    const cancelled = send(getSetting, {}, { signal: stopping.signal }).catch((error: unknown) => error)
    const late = send(balance, {}).catch((error: unknown) => error)
    stopping.abort()
    expect(await cancelled).toMatchObject({ kind: 'cancelled' })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await late).toMatchObject({ kind: 'timeout' })
    expect(requestCount).toBe(0)
    vi.useRealTimers()
  })

  it('that is too long is broken, as any answer is', async () => {
    hand({ '/app/user/finance/balance': Promise.resolve(success({ ...money, padding: 'x'.repeat(2_200_000) })) })
    expect(await send(balance, {}).catch((error: unknown) => error)).toMatchObject({ kind: 'broken' })
    expect(requestCount).toBe(0)
  })

  it('ends the session where it reports 401, as any answer does', async () => {
    hand({ '/app/user/setting': Promise.resolve(success(null, 401)) })
    const failure = await send(getSetting, {}).catch((error: unknown) => error as HttpFailure)
    expect(failure).toMatchObject({ kind: 'unauthorised' })
    expect(requestCount).toBe(0)
  })

  it('is not taken after a write, which it is older than', async () => {
    hand({ '/app/user/finance/balance?fw=true': Promise.resolve(success(money)) })
    await send(logout, {}).catch(() => undefined)
    createSessionWriter().signIn({ authorized_key: token })
    expect((await send(balance, { fw: 'true' })).amount).toBe('7')
  })

  it('is not taken when the page is old', async () => {
    hand({ '/app/user/finance/balance?fw=true': Promise.resolve(success(money)) })
    vi.spyOn(performance, 'now').mockReturnValue(30_001)
    expect((await send(balance, { fw: 'true' })).amount).toBe('7')
  })
})
