import { runInNewContext } from 'node:vm'
import { expect, it, vi } from 'vitest'
import { buildWorkerScript } from './worker.ts'

type Listener = (event: object) => void

/** Runs the script as a browser would, with a network and a cache of the test. */
function startWorker(isWanted: boolean, { fetch = vi.fn(), kept = undefined as unknown } = {}) {
  const listeners = new Map<string, Listener>()
  const unregister = vi.fn(async () => true)
  const remove = vi.fn(async () => true)
  const enable = vi.fn(async () => undefined)
  runInNewContext(buildWorkerScript(isWanted), {
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    skipWaiting: vi.fn(),
    registration: { unregister, navigationPreload: { enable } },
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
  const dispatch = async (name: string) => {
    let running: Promise<unknown> | undefined
    listeners.get(name)?.({ waitUntil: (given: Promise<unknown>) => (running = given) })
    await running
  }
  return { listeners, navigate, dispatch, unregister, remove, enable }
}

it('returns the answer of the network, cached or not, and sends only one request', async () => {
  const fetch = vi.fn(async () => 'new')
  const { navigate } = startWorker(true, { fetch, kept: 'kept' })
  expect(await navigate('navigate')).toBe('new')
  expect(fetch).toHaveBeenCalledTimes(1)
  expect(await navigate('navigate', Promise.resolve('preloaded'))).toBe('preloaded')
  expect(fetch).toHaveBeenCalledTimes(1)
})

it('gives the kept page where the network fails, else the browser’s own', async () => {
  const fetch = vi.fn(async () => Promise.reject(new TypeError('offline')))
  expect(await startWorker(true, { fetch, kept: 'kept' }).navigate('navigate')).toBe('kept')
  expect(await startWorker(true, { fetch, kept: 'kept' }).navigate('navigate', Promise.reject(new Error('x')))).toBe(
    'kept',
  )
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

it('is small', () => expect(buildWorkerScript(true).length).toBeLessThan(1_000))

it('switched off, it takes itself and what was kept away, and answers nothing', async () => {
  const { dispatch, listeners, unregister, remove } = startWorker(false)
  await dispatch('activate')
  expect(unregister).toHaveBeenCalledTimes(1)
  expect(remove).toHaveBeenCalledWith('adcoin')
  expect(listeners.has('fetch')).toBe(false)
})
