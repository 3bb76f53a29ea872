// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inboxList, inboxStream, type InboxItem, type InboxNews } from '@adcoin/contract'
import { bus } from '@adcoin/events'
import { createSessionWriter, sessionStore } from '@adcoin/session'
import { apiDouble, refusal, when, type ApiDouble } from '@adcoin/testing'
import { moneyNews } from '../state/money-news.ts'
import { createToasts } from '../state/toasts.ts'
import { texts } from '../texts.ts'
import { followInbox } from './follow-inbox.ts'

type Opened = {
  headers: Headers
  tell(news: Partial<InboxNews>, id: number): void
  say(text: string): void
  cut(): void
}

const writer = createSessionWriter()
const item = (id: number, more: Partial<InboxItem> = {}): InboxItem => ({
  id: String(id),
  kind: 'reward_paid',
  at: '2026-03-01T09:00:00.000Z',
  is_read: false,
  amount: '80000',
  title: 'Trail video',
  reason: null,
  ref: 'trail-video',
  ...more,
})
let api: ApiDouble
let streams: Opened[]
let tabs: (() => void)[]
let events: string[]

beforeAll(() => texts.load('en_US'))
beforeEach(() => {
  ;[streams, tabs, events] = [[], [], []]
  moneyNews.set(false)
  api = apiDouble(when(inboxList, { list: [], unread: 0 }))
  const rest = globalThis.fetch
  vi.stubGlobal('fetch', (input: RequestInfo, init: RequestInit) =>
    input === inboxStream.path ? streamOf(init) : rest(input, init),
  )
  vi.stubGlobal('BroadcastChannel', channels())
  Object.defineProperty(navigator, 'locks', { value: oneAtATime(), configurable: true })
  window.history.replaceState(null, '', '/home')
  const scope = bus.scope('shell')
  scope.on('shell.inboxChanged', ({ id }) => void events.push(id))
  tabs.push(() => scope.end())
  writer.signIn({ authorized_key: 'token-of-ana-0123456789' })
})
afterEach(() => {
  for (const close of tabs) close()
  writer.signOut('logout')
  vi.unstubAllGlobals()
  api.end()
})

function open() {
  const toasts = createToasts()
  const close = followInbox({ writer, toasts })
  tabs.push(close)
  return { toasts, close }
}
const waitForStream = async (count: number): Promise<Opened> => {
  await expect.poll(() => streams.length, { timeout: 5_000 }).toBe(count)
  return streams[count - 1] as Opened
}

test('one tab of a browser has the stream; the next one goes on where it was, nothing twice', async () => {
  const [first, second] = [open(), open()]
  const stream = await waitForStream(1)
  expect(stream.headers.get('authorized-key')).toBe('token-of-ana-0123456789')
  stream.tell({}, 6)
  stream.tell({ item: item(7), unread: 1 }, 7)
  await expect.poll(() => second.toasts.current.get()).toBeTruthy()
  expect(first.toasts.current.get()).toBeTruthy()
  expect(streams).toHaveLength(1)
  first.close()
  const next = await waitForStream(2)
  expect(next.headers.get('last-event-id')).toBe('7')
  next.tell({ item: item(7) }, 7)
  next.tell({ item: item(8) }, 8)
  // Both tabs emit each item once, also after one closed its first stream.
  await expect.poll(() => events).toEqual(['7', '7', '8'])
})

test('news repaints the balance, counts the unread and marks the money', async () => {
  open()
  const stream = await waitForStream(1)
  stream.tell({ balance: { amount: '100', hold: '0', currency: 'ADC', scale: 2, version: 1 } }, 1)
  await expect.poll(() => sessionStore.getState().money?.amount).toBe('100')
  expect(moneyNews.get()).toBe(false)
  stream.tell(
    { item: item(2), unread: 3, balance: { amount: '80100', hold: '0', currency: 'ADC', scale: 2, version: 2 } },
    2,
  )
  await expect.poll(() => sessionStore.getState()).toMatchObject({ money: { amount: '80100' }, unread: 3 })
  expect(moneyNews.get()).toBe(true)
})

test('there is no moment for what the screen shows already, or of another session', async () => {
  const { toasts } = open()
  const stream = await waitForStream(1)
  window.history.replaceState(null, '', '/task/trail-video')
  stream.tell({ item: item(1), unread: 1 }, 1)
  await expect.poll(() => events).toEqual(['1'])
  expect(toasts.current.get()).toBeNull()
  writer.signIn({ authorized_key: 'token-of-ben-0123456789' })
  stream.tell({ item: item(2), unread: 5 }, 2)
  const own = await waitForStream(2)
  expect(own.headers.get('last-event-id')).toBeNull()
  own.tell({ unread: 0 }, 0)
  await expect.poll(() => sessionStore.getState().unread).toBe(0)
  expect(events).toEqual(['1'])
})

test('without a stream the list is polled, and new items are emitted', async () => {
  const { toasts } = open()
  const stream = await waitForStream(1)
  stream.tell({}, 4)
  api.answer(when(inboxList, { list: [item(5), item(4)], unread: 1 }))
  stream.cut()
  ;(await waitForStream(2)).cut()
  await expect.poll(() => toasts.current.get(), { timeout: 5_000 }).toBeTruthy()
  expect(events).toEqual(['5'])
  expect((await waitForStream(3)).headers.get('last-event-id')).toBe('5')
}, 15_000)

test('a session that the service ended is found by one question', async () => {
  api.answer(when(inboxList, refusal('session_expired')))
  open()
  ;(await waitForStream(1)).say('event: ended\ndata:\n\n')
  await expect.poll(() => api.requests(inboxList)).toHaveLength(1)
})

test('damaged and unknown messages are passed over', async () => {
  open()
  const stream = await waitForStream(1)
  stream.say(':\n\nevent: weather\nid: 9\ndata: rain\n\nevent: news\nid: 9\ndata: {"item":\n\n')
  stream.tell({ item: item(1) }, 1)
  await expect.poll(() => events).toEqual(['1'])
})

function streamOf({ headers, signal }: RequestInit): Promise<Response> {
  const bytes = new TextEncoder()
  let body: ReadableStreamDefaultController<Uint8Array>
  const stream = new ReadableStream<Uint8Array>({ start: controller => void (body = controller) })
  const say = (text: string) => {
    try {
      body.enqueue(bytes.encode(text))
    } catch {
      // Its reader has gone.
    }
  }
  signal?.addEventListener('abort', () => {
    try {
      body.error(signal.reason)
    } catch {
      // It ended before.
    }
  })
  streams.push({
    headers: new Headers(headers),
    say,
    tell: (news, id) => say(`event: news\nid: ${id}\ndata: ${JSON.stringify({ ...standing, ...news })}\n\n`),
    cut: () => body.close(),
  })
  return Promise.resolve(new Response(stream, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }))
}
const standing: InboxNews = {
  item: null,
  unread: 0,
  balance: { amount: '0', hold: '0', currency: 'ADC', scale: 2, version: 0 },
}

/** A lock that one holds while the others wait, as Web Locks do between tabs. */
function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request(_: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) {
      const turn = last.then(() => (signal.aborted ? Promise.reject(signal.reason as Error) : work()))
      last = turn.catch(() => undefined)
      return turn
    },
  }
}

/** Each hears the others, never itself. */
function channels() {
  const all = new Set<EventTarget>()
  return class extends EventTarget {
    constructor() {
      super()
      all.add(this)
    }
    postMessage(data: unknown) {
      for (const other of all)
        if (other !== this) other.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }))
    }
    close() {
      all.delete(this)
    }
  }
}
