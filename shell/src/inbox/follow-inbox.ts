import { InboxNews } from '@adcoin/contract'
import { currentToken, ownerOf, sessionStore, type SessionWriter } from '@adcoin/session'
import * as v from 'valibot'
import type { Toasts } from '../state/toasts.ts'
import { inOneTab } from './in-one-tab.ts'
import { keepStream } from './keep-stream.ts'
import { createNewsTaker } from './take-news.ts'

const name = 'adcoin.inbox'
/** A tab that is hidden for so long leaves the stream to another one. */
const hiddenMs = 60_000

/** Sent by the tab with the stream to the others. `of`: the session. */
const TabMessage = v.object({ of: v.string(), id: v.number(), news: InboxNews })
const ownerNow = () => ownerOf(currentToken() ?? '')

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
    const of = ownerNow()
    void inOneTab(name, signal, () =>
      keepStream({
        signal,
        after: taker.newest,
        ask: taker.ask,
        tell(news, id) {
          if (signal.aborted || ownerNow() !== of) return
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

  function lookAway(): void {
    if (document.visibilityState === 'visible') start()
    else timer = setTimeout(stop, hiddenMs)
  }

  others?.addEventListener('message', ({ data }) => {
    const parsed = v.safeParse(TabMessage, data)
    if (parsed.success && parsed.output.of === ownerNow()) taker.take(parsed.output.news, parsed.output.id)
  })
  const unfollow = sessionStore.subscribe((now, before) => {
    if (now.sessionEpoch === before.sessionEpoch) return
    stop()
    taker.forget()
    start()
  })
  document.addEventListener('visibilitychange', lookAway)
  window.addEventListener('pagehide', stop)
  window.addEventListener('pageshow', start)
  start()
  return () => {
    stop()
    unfollow()
    others?.close()
    document.removeEventListener('visibilitychange', lookAway)
    window.removeEventListener('pagehide', stop)
    window.removeEventListener('pageshow', start)
  }
}
