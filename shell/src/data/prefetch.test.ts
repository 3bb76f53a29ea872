// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '@adcoin/http'
import { createSessionWriter } from '@adcoin/session'
import type { Composition } from '../composition/composition.ts'
import { startPrefetch } from './prefetch.ts'

const prefetch = vi.fn<Composition['prefetch']>()
const composition = {
  routeAt: (path: string) => ({
    app: path === '/login' || path === '/register' ? 'remote-auth' : 'remote-wallet',
    path,
    title: '',
  }),
  tabs: () => [{ path: '/home' }, { path: '/money' }],
  prefetch,
} as unknown as Composition
const paths = () => prefetch.mock.calls.map(([path]) => path)
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  prefetch.mockClear()
  createSessionWriter().signOut('logout')
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('an unauthenticated person gets the next step ahead, not the areas behind it', () => {
  stop = startPrefetch(window, composition, () => undefined)
  vi.advanceTimersByTime(10_000)
  expect(paths()).toEqual(['/login', '/register'])
})

test('a person signed in gets the areas of the tabs ahead, once the page is quiet', () => {
  stop = startPrefetch(window, composition, () => undefined)
  createSessionWriter().signIn({ authorized_key: 'token-of-ana-0123456789' })
  expect(paths()).toEqual([])
  vi.advanceTimersByTime(10_000)
  expect(paths()).toEqual(['/home', '/money', '/help', '/invite'])
})

test('files that are not needed yet leave the connections to the calls of the first screen', async () => {
  const answers: (() => void)[] = []
  const answer = () => new Promise<null>(done => answers.push(() => done(null)))
  stop = startPrefetch(window, composition, () => undefined)
  createSessionWriter().signIn({ authorized_key: 'token-of-ana-0123456789' })
  for (const call of ['balance', 'tasks']) void queryClient.fetchQuery({ queryKey: [call], queryFn: answer })
  await vi.advanceTimersByTimeAsync(10_000)
  answers[0]?.()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(paths()).toEqual([])
  answers[1]?.()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(paths()).toEqual(['/home', '/money', '/help', '/invite'])
})

test('a link that is approached is fetched at once, an outside one never', () => {
  document.body.innerHTML = '<a id="in" href="/money?x=1"><b>Money</b></a><a id="out" href="https://wa.me/1">Out</a>'
  stop = startPrefetch(window, composition, () => undefined)
  document.querySelector('#in b')?.dispatchEvent(new Event('pointerover', { bubbles: true }))
  document.querySelector('#out')?.dispatchEvent(new Event('pointerover', { bubbles: true }))
  expect(paths()).toEqual(['/money'])
})
