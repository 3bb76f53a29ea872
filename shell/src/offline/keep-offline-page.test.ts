// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { balance } from '@adcoin/contract'
import { callKey, queryClient } from '@adcoin/http'
import { createSessionWriter } from '@adcoin/session'
import { ana } from '@adcoin/testing'
import { wholeBalance } from '../calls/reloads.ts'
import { texts } from '../texts.ts'
import { keepOfflinePage } from './keep-offline-page.ts'

const writer = createSessionWriter()
const money = { amount: '128450', hold: '0', currency: 'ADC', scale: 2, version: 7 }
const put = vi.fn<(address: string, answer: Response) => Promise<void>>(async () => undefined)
const match = vi.fn<() => Promise<Response | undefined>>(async () => new Response('of the last visit'))
const register = vi.fn<(address: string) => Promise<void>>(async () => undefined)
const worker = (script: string) => ({ active: { scriptURL: script }, unregister: vi.fn(async () => true) })
const ours = worker('https://adcoin.example/worker.js')
const foreign = worker('https://adcoin.example/old/sw.js')
const browser = {
  document,
  caches: { open: async () => ({ put, match }) },
  navigator: { serviceWorker: { getRegistrations: async () => [foreign, ours], register } },
} as unknown as Window
const lastKept = async () => {
  await vi.waitFor(() => expect(put).toHaveBeenCalled())
  return (await put.mock.lastCall?.[1].clone().text()) ?? ''
}
let stop = () => {}

beforeAll(() => texts.load('en_US'))
beforeEach(() => {
  put.mockClear()
  writer.signIn(ana.login)
})
afterEach(() => {
  stop()
  writer.signOut('logout')
})

test('a worker of an earlier application is forgotten, the own one registered', async () => {
  stop = keepOfflinePage(browser)
  await vi.waitFor(() => expect(register).toHaveBeenCalledWith('/worker.js'))
  expect(foreign.unregister).toHaveBeenCalledTimes(1)
  expect(ours.unregister).not.toHaveBeenCalled()
})

test('the page of the last visit stays until the service answers, then has this person’s money', async () => {
  stop = keepOfflinePage(browser)
  await new Promise(done => setTimeout(done))
  expect(put).not.toHaveBeenCalled()
  writer.setMoney(money)
  queryClient.setQueryData(callKey(balance, wholeBalance), money)
  expect(await lastKept()).toContain('1,284.50 Ad Coin')
  put.mockClear()
  writer.signOut('logout')
  expect(await lastKept()).not.toContain('1,284.50')
})

test('where nothing is kept yet, it shows at least that there is no network', async () => {
  match.mockResolvedValueOnce(undefined)
  stop = keepOfflinePage(browser)
  expect(await lastKept()).toContain('You are offline')
})

test('it can run no script, and shows by its status that it is not the service', async () => {
  writer.signOut('logout')
  stop = keepOfflinePage(browser)
  await lastKept()
  const answer = put.mock.lastCall?.[1]
  expect(answer?.status).toBe(503)
  expect(answer?.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('a browser without workers or caches is left alone', () => {
  expect(() => keepOfflinePage({ navigator: {} } as unknown as Window)()).not.toThrow()
})
