import { balance, inboxList, type Balance, type InboxItem, type InboxNews } from '@adcoin/contract'
import { emitterFor } from '@adcoin/events'
import { refresh, send, writeCache } from '@adcoin/http'
import { appPaths } from '@adcoin/remote'
import { openStorage, sessionStore, type SessionWriter } from '@adcoin/session'
import { moneyNews } from '../state/money-news.ts'
import type { Toasts } from '../state/toasts.ts'
import { reload, wholeBalance } from '../calls/reloads.ts'
import { isMoney, isSeenAt } from './inbox-kinds.ts'
import { showNotification } from './show-notification.tsx'

export type NewsTaker = {
  /** The newest item that this tab knows; undefined before the first word. */
  newest(): number | undefined
  take(news: InboxNews, id: number): void
  /** The list instead of a stream. Never throws. */
  poll(): Promise<void>
  /** Of the former person. */
  forget(): void
}

const emit = emitterFor('shell')
const storage = openStorage(() => window.localStorage)

/** Handles inbox items from the stream, from another tab or from polling: each item once, in order. */
export function createNewsTaker({ writer, toasts }: { writer: SessionWriter; toasts: Toasts }): NewsTaker {
  let newest: number | undefined

  moneyNews.subscribe(() => {
    if (!moneyNews.get() && newest !== undefined) storage.set(buildMoneySeenKey(), String(newest))
  })

  function announceItem(item: InboxItem): void {
    const { id, kind, ref, amount } = item
    emit('shell.inboxChanged', { id, kind, ref, amount })
    const { pathname } = window.location
    if (isMoney(item) && pathname !== appPaths.money) moneyNews.set(true)
    if (document.visibilityState === 'visible' && !isSeenAt(item, pathname)) showNotification(toasts, writer, item)
  }

  function take({ item, unread, balance }: InboxNews, id: number): void {
    const isFirst = newest === undefined
    if (!isFirst && id <= (newest ?? 0) && item) return
    newest = Math.max(newest ?? 0, id)
    writer.setUnread(unread)
    takeBalance(balance, writer)
    if (item) {
      void refresh(inboxList)
      announceItem(item)
    } else if (isFirst && unread > 0) void taker.poll()
  }

  const taker: NewsTaker = {
    newest: () => newest,
    take,
    async poll() {
      try {
        const { list, unread } = await send(inboxList, { limit: '20' }, { loader: false, errors: 'page' })
        writer.setUnread(unread)
        const moneySeen = Number(storage.get(buildMoneySeenKey()) ?? 0)
        if (list.some(item => !item.is_read && isMoney(item) && Number(item.id) > moneySeen)) moneyNews.set(true)
        const news = list.filter(item => Number(item.id) > (newest ?? Infinity)).toReversed()
        newest = Math.max(newest ?? 0, ...list.map(item => Number(item.id)))
        if (news.some(isMoney)) await reload(balance, wholeBalance)
        for (const item of news) announceItem(item)
      } catch {
        // Asked again with the next try.
      }
    },
    forget() {
      newest = undefined
      moneyNews.set(false)
    },
  }
  return taker
}
/** Up to which item this person has looked at the money. */
const buildMoneySeenKey = () => `adcoin.moneySeen.${sessionStore.getState().person?.userId ?? ''}`

/** Every place that shows the balance repaints; an older ledger version never replaces a newer one. */
function takeBalance(answer: Balance, writer: SessionWriter): void {
  writeCache(
    balance,
    wholeBalance,
    cached => cached && (cached.version > answer.version ? cached : { ...cached, ...answer }),
  )
  writer.setMoney(answer)
}
