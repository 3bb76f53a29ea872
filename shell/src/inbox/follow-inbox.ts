import { InboxNews } from '@adcoin/contract'
import { currentToken, ownerOf, sessionStore, type SessionWriter } from '@adcoin/session'
import * as v from 'valibot'
import type { Toasts } from '../state/toasts.ts'
import { createNewsTaker } from './take-news.ts'
import { readStream } from './read-stream.ts'

type StreamOptions = Omit<Parameters<typeof readStream>[0], 'after'> & {
  /** The newest item that this browser knows. */
  after(): number | undefined
  /** Polls the list while there is no stream. Never throws. */
  poll(): Promise<void>
}

/** A stream that lasted this long was healthy: the next attempt starts without a pause. */
const wellMs = 30_000
const longestWaitMs = 60_000

/** Hears what happens to the person who is signed in, for as long as the page lives. @returns what ends it */
export function followInbox(parts: { writer: SessionWriter; toasts: Toasts }): () => void {
  const taker = createNewsTaker(parts)
  const others = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  let running: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function start(): void {
    clearTimeout(timer)
    if (running || !sessionStore.getState().person || document.visibilityState === 'hidden') return
    running = new AbortController()
    const { signal } = running
    const of = readOwner()
    void runInOneTab(name, signal, () =>
      keepStream({
        signal,
        after: taker.newest,
        poll: taker.poll,
        onNews(news, id) {
          if (signal.aborted || readOwner() !== of) return
          others?.postMessage({ of, id, news } satisfies v.InferInput<typeof TabMessage>)
          taker.take(news, id)
        },
      }),
    )
  }

  function stop(): void {
    clearTimeout(timer)
    running?.abort()
    running = undefined
  }

  function followVisibility(): void {
    if (document.visibilityState === 'visible') start()
    else timer = setTimeout(stop, hiddenMs)
  }

  others?.addEventListener('message', ({ data }) => {
    const parsed = v.safeParse(TabMessage, data)
    if (parsed.success && parsed.output.of === readOwner()) taker.take(parsed.output.news, parsed.output.id)
  })
  const unfollow = sessionStore.subscribe((now, before) => {
    if (now.sessionEpoch === before.sessionEpoch) return
    stop()
    taker.forget()
    start()
  })
  document.addEventListener('visibilitychange', followVisibility)
  window.addEventListener('pagehide', stop)
  window.addEventListener('pageshow', start)
  start()
  return () => {
    stop()
    unfollow()
    others?.close()
    document.removeEventListener('visibilitychange', followVisibility)
    window.removeEventListener('pagehide', stop)
    window.removeEventListener('pageshow', start)
  }
}

/** Keeps a stream open until the signal ends it; asks where none can be had. */
async function keepStream({ after, poll, ...reading }: StreamOptions): Promise<void> {
  const { signal } = reading
  let failures = 0
  while (!signal.aborted) {
    const began = performance.now()
    const end = await readStream({ ...reading, after: after() })
    if (signal.aborted) return
    failures = performance.now() - began > wellMs ? 0 : failures + 1
    // A session that is over is found by asking, as everywhere else.
    if (end !== 'cut' || failures > 1) await poll()
    await pause(computeWaitMs(failures), signal)
  }
}

/** Longer each time, and never the same for two browsers: a thousand of them lose their streams at once. */
function computeWaitMs(failures: number, random = Math.random): number {
  return Math.min(1_000 * 2 ** Math.max(failures - 1, 0), longestWaitMs) * (0.5 + random() / 2)
}

/** A connection that is back is reason enough to try at once. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(done => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      window.removeEventListener('online', end)
      done()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    window.addEventListener('online', end)
  })
}

const name = 'adcoin.inbox'
/** A tab that is hidden for this time leaves the stream to another one. */
const hiddenMs = 60_000

/** Sent by the tab with the stream to the others. `of`: the session. */
const TabMessage = v.object({ of: v.string(), id: v.number(), news: InboxNews })
const readOwner = () => ownerOf(currentToken() ?? '')

/**
 * Does the work in one tab of this browser at a time: the next tab begins when that one ends or closes. Without Web
 * Locks (an insecure page) every tab does it, and the service limits them.
 */
async function runInOneTab(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = navigator.locks
  if (!locks) return work()
  // A tab that gave up rejects its wait.
  await locks.request(name, { signal }, work).catch(() => undefined)
}
