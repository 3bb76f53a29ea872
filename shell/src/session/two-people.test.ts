// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { renderHook } from '@testing-library/react'
import { balance, getSetting, inboxList, logout, withdrawRequest } from '@adcoin/contract'
import { callKey, queryClient, useSubmit } from '@adcoin/http'
import { createSessionWriter, saveDraft, sessionStore, storageKeys, tabDrafts } from '@adcoin/session'
import { ana, apiDouble, bruno, offline, silence, when, type ApiDouble } from '@adcoin/testing'
import { reload, wholeBalance } from '../calls/reloads.ts'
import { createData, type Data } from '../data/data.ts'
import { createNewsTaker } from '../inbox/take-news.ts'
import { keepOfflinePage } from '../offline/keep-offline-page.ts'
import { createDestination } from '../state/destination.ts'
import { createLoader } from '../state/loader.ts'
import { moneyNews } from '../state/money-news.ts'
import { createToasts } from '../state/toasts.ts'
import { texts } from '../texts.ts'
import { startSession, type ShellSession } from './session.ts'

/** Two tabs of one browser: this page, and another one that only writes storage. */
const writer = createSessionWriter()
const toasts = createToasts()
const destination = createDestination(
  () => sessionStorage,
  () => true,
)
const offlinePages: Response[] = []
const browser = {
  document,
  caches: { open: async () => ({ put: async (_: string, kept: Response) => offlinePages.push(kept), match }) },
  navigator: { serviceWorker: { getRegistrations: async () => [], register: async () => undefined } },
} as unknown as Window
const match = async () => offlinePages.at(-1)?.clone()
const money = { amount: '987654', hold: '0', currency: 'ADC', scale: 2, version: 99 }
const request = {
  amount: '1000',
  user_payway_id: 'p_of_ana',
  pay_passwd: 'trading 1',
  verify_code: '1234',
  quote: { fee: '20', payout: '343', rate_num: '35', rate_den: '100' },
}
let api: ApiDouble
let data: Data
let session: ShellSession

beforeAll(async () => {
  await texts.load('en_US')
  data = createData({
    writer,
    destination,
    toasts,
    loader: createLoader(() => {}),
    composition: { reportFailure: () => {} },
  })
  session = startSession({ writer, destination, data })
  await data.load()
})
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  api = apiDouble(when(inboxList, { list: [], unread: 0 }))
  writer.signIn(ana.login)
})
afterEach(async () => {
  writer.signOut('logout')
  await new Promise(done => setTimeout(done, 20))
  api.end()
})

/** The end names the session, as in tokens of the service. */
const inOtherTab = () => localStorage.setItem(storageKeys.token, 'session-0123456789-of-bruno')
/** The other tab's message arrives. */
const hear = () => window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.token }))
const sentAsBruno = () => api.requests().filter(({ headers }) => headers.get('authorized-key')?.includes('bruno'))
const everyKey = () =>
  [localStorage, sessionStorage].flatMap(storage => Object.keys(storage).map(key => [key, storage.getItem(key) ?? '']))

test('a login over an open session ends that one at the service; the same key again ends nothing', async () => {
  session.signIn(ana.login)
  session.signIn(bruno.login)
  await expect.poll(() => api.requests(logout).length).toBe(1)
  expect(api.requests(logout)[0]?.headers.get('authorized-key')).toBe(ana.login.authorized_key)
})

test('each stored key names its person, is renewed by the login, or is a choice of this browser', async () => {
  writer.setUser(ana.setting)
  writer.setMoney(money)
  writer.setLanguage('es_MX')
  writer.setTheme('dark')
  saveDraft('wallet.sell@1', { amount: 'of Ana' })
  tabDrafts.save('auth.flow@1', { sent: 'of Ana' })
  const taker = createNewsTaker({ writer, toasts })
  moneyNews.set(true)
  taker.take({ item: null, unread: 0, balance: money }, 900)
  moneyNews.set(false)
  api.answer(when(withdrawRequest, silence()))
  const form = renderHook(() => useSubmit(withdrawRequest))
  void form.result.current.submit(request)
  destination.keep('/task/t_of_ana')
  const named = everyKey().filter(([key, value]) => `${key} ${value}`.includes(ana.setting.user_id))
  const others = everyKey().filter(entry => !named.some(([key]) => key === entry[0]))
  expect(named.map(([key = '']) => key.replace(ana.setting.user_id, 'ID')).toSorted()).toEqual([
    'adcoin.destination',
    'adcoin.draft.ID.wallet.sell@1',
    'adcoin.moneySeen.ID',
    'adcoin.person',
    'adcoin.tab.ID.auth.flow@1',
    'adcoin.tabOwner',
    `adcoin.unanswered.ID.${withdrawRequest.path}`,
    'adcoin.user',
  ])
  expect(others.map(([key]) => key).toSorted()).toEqual(
    ['adcoin.language', 'adcoin.money', 'adcoin.theme', 'adcoin.token'].toSorted(),
  )

  writer.signIn(bruno.login)
  expect(destination.peek()).toBeUndefined()
  expect(tabDrafts.read('auth.flow@1')).toBeNull()
  expect(sessionStore.getState()).toMatchObject({ user: null, money: null })
  writer.signOut('logout')
  expect(everyKey().map(([key]) => key?.replace(ana.setting.user_id, 'ID'))).toEqual(
    expect.arrayContaining(['adcoin.draft.ID.wallet.sell@1', 'adcoin.tab.ID.auth.flow@1']),
  )
  form.unmount()
})

test('no press, retry or queue of Ana’s page is sent as Bruno, who signed in in another tab', async () => {
  api.answer({ ...when(withdrawRequest, offline()), ...when(getSetting, offline()) })
  const form = renderHook(() => useSubmit(withdrawRequest))
  const pressed = form.result.current.submit(request)
  const read = reload(getSetting, {}).catch(() => undefined)
  await vi.waitFor(() => expect(api.requests(withdrawRequest)).toHaveLength(1))
  inOtherTab()
  session.signOut()
  await Promise.all([pressed, read])
  expect(api.requests(logout)).toEqual([])
  expect(sentAsBruno().filter(({ method }) => method === 'POST')).toEqual([])
  expect(sessionStore.getState().person?.token, 'the press of Ana does not sign Bruno out').toContain('bruno')
  form.unmount()
})

test('the offline page shows money to the session that it is of', async () => {
  const stop = keepOfflinePage(browser)
  writer.setMoney(money)
  queryClient.setQueryData(callKey(balance, wholeBalance), money)
  await vi.waitFor(async () => expect(await (await match())?.text()).toContain('9,876.54'))
  inOtherTab()
  hear()
  await vi.waitFor(async () => expect(await (await match())?.text()).not.toContain('9,876.54'))
  stop()
})
