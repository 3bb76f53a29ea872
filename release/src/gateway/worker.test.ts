import { runInNewContext } from 'node:vm'
import { expect, it, vi } from 'vitest'
import { buildWorkerScript } from './worker.ts'

type Listener = (event: object) => void

/** Runs the script as a browser would, with a network and a cache of the test. */
function startWorker(
  isWanted: boolean,
  { fetch = vi.fn(), kept = undefined as unknown, windows = [] as object[] } = {},
) {
  const listeners = new Map<string, Listener>()
  const unregister = vi.fn(async () => true)
  const remove = vi.fn(async () => true)
  const enable = vi.fn(async () => undefined)
  const showNotification = vi.fn(async () => undefined)
  const openWindow = vi.fn(async () => undefined)
  runInNewContext(buildWorkerScript(isWanted), {
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    skipWaiting: vi.fn(),
    registration: { unregister, navigationPreload: { enable }, showNotification },
    clients: { matchAll: async () => windows, openWindow },
    location: { origin: 'https://adcoin.example' },
    URL,
    caches: { match: async (path: string) => (path === '/offline' ? kept : undefined), delete: remove },
    fetch,
    Response: { error: () => 'the browser’s own page' },
    Promise,
  })
  /** @returns what the page gets; undefined if the worker leaves it to the browser */
  async function navigate(mode: string, preloadResponse: Promise<unknown> = Promise.resolve(undefined)) {
    let answer: Promise<unknown> | undefined
    listeners.get('fetch')?.({
      request: { mode },
      preloadResponse,
      respondWith: (given: Promise<unknown>) => (answer = given),
    })
    return answer
  }
  const dispatch = async (name: string, event: object = {}) => {
    let running: Promise<unknown> | undefined
    listeners.get(name)?.({ ...event, waitUntil: (given: Promise<unknown>) => (running = given) })
    await running
  }
  const push = (data: unknown) => dispatch('push', { data: { json: () => data } })
  const press = (path: string) => dispatch('notificationclick', { notification: { data: path, close: vi.fn() } })
  return { listeners, navigate, dispatch, push, press, unregister, remove, enable, showNotification, openWindow }
}

it('returns the answer of the network, cached or not, and sends only one request', async () => {
  const fetch = vi.fn(async () => 'new')
  const { navigate } = startWorker(true, { fetch, kept: 'kept' })
  expect(await navigate('navigate')).toBe('new')
  expect(fetch).toHaveBeenCalledTimes(1)
  const preloaded = { type: 'basic' }
  expect(await navigate('navigate', Promise.resolve(preloaded))).toBe(preloaded)
  expect(fetch).toHaveBeenCalledTimes(1)
})

it('gives the kept page where the network fails, else the browser’s own', async () => {
  const fetch = vi.fn(async () => Promise.reject(new TypeError('offline')))
  expect(await startWorker(true, { fetch, kept: 'kept' }).navigate('navigate')).toBe('kept')
  expect(await startWorker(true, { fetch, kept: 'kept' }).navigate('navigate', Promise.reject(new Error('x')))).toBe(
    'kept',
  )
  const failed = Promise.resolve({ type: 'error' })
  expect(await startWorker(true, { fetch, kept: 'kept' }).navigate('navigate', failed), 'Firefox').toBe('kept')
  expect(await startWorker(true, { fetch }).navigate('navigate')).toBe('the browser’s own page')
})

it('never touches files and calls', async () => {
  const fetch = vi.fn()
  const { navigate } = startWorker(true, { fetch, kept: 'kept' })
  for (const mode of ['cors', 'no-cors', 'same-origin']) expect(await navigate(mode)).toBeUndefined()
  expect(fetch).not.toHaveBeenCalled()
})

it('begins where the browser can neither preload nor route', async () => {
  const { dispatch, enable } = startWorker(true)
  await dispatch('install')
  await dispatch('activate')
  expect(enable).toHaveBeenCalledTimes(1)
})

it('is small', () => expect(buildWorkerScript(true).length).toBeLessThan(2_000))

const paid = { kind: 'paid', title: 'Withdrawal paid', body: 'It is on its way.', path: '/withdraw?id=7' }

it('shows a push in the words of the service', async () => {
  const { push, showNotification } = startWorker(true)
  await push(paid)
  expect(showNotification).toHaveBeenCalledExactlyOnceWith(
    paid.title,
    expect.objectContaining({ body: paid.body, data: paid.path }),
  )
})

it.each([
  ['no object', null],
  ['a word', 'paid'],
  ['no title', { ...paid, title: undefined }],
  ['another site', { ...paid, path: '//elsewhere.example/' }],
])('ignores a push that is %s', async (_, data) => {
  const { push, showNotification } = startWorker(true)
  await push(data)
  expect(showNotification).not.toHaveBeenCalled()
})

it('ignores a push without data, or with data that is no JSON', async () => {
  const { dispatch, showNotification } = startWorker(true)
  await dispatch('push', { data: null })
  await dispatch('push', { data: { json: () => JSON.parse('{') } })
  expect(showNotification).not.toHaveBeenCalled()
})

it('opens what a pressed notification is about, or the tab that shows it already', async () => {
  const focus = vi.fn()
  const { press, openWindow } = startWorker(true, { windows: [{ url: 'https://adcoin.example/money', focus }] })
  await press('/money')
  expect(focus).toHaveBeenCalledTimes(1)
  expect(openWindow).not.toHaveBeenCalled()
  await press(paid.path)
  expect(openWindow).toHaveBeenCalledExactlyOnceWith('https://adcoin.example/withdraw?id=7')
})

it('switched off, it takes itself and what was kept away, and answers nothing', async () => {
  const { dispatch, listeners, unregister, remove } = startWorker(false)
  await dispatch('activate')
  expect(unregister).toHaveBeenCalledTimes(1)
  expect(remove).toHaveBeenCalledWith('adcoin')
  expect(listeners.has('fetch')).toBe(false)
})
