import type { InboxItem } from '@adcoin/contract'
import { formatDate } from '@adcoin/i18n/formats'
import type { IconName } from '@adcoin/ui'
import { Amount, Row } from '@adcoin/ui/pages'
import { texts } from '../texts.ts'
import { isMoney, pathOf, wordsOf } from './kinds.ts'

/** One thing that happened, and the way to it; `count` friends who joined are one row. */
export function InboxRow({ item, count = 1 }: { item: InboxItem; count?: number }) {
  const t = texts.useT()
  const words = count > 1 ? t('inbox.friends', { count }) : wordsOf(item)
  const to = pathOf(item)
  const note = [count === 1 && item.title && words, formatDate(item.at, 'time')].filter(Boolean).join(' · ')
  return (
    <Row
      icon={iconOf(item)}
      title={count > 1 ? words : (item.title ?? words)}
      note={
        <>
          {!item.is_read && (
            <>
              <span className="ac-new ac-new--inline" aria-hidden="true" />
              <span className="ac-sr">{t('inbox.new')} </span>
            </>
          )}
          {note}
        </>
      }
      state={item.reason ?? undefined}
      end={item.amount === null ? undefined : <Amount minor={item.amount} sign="always" />}
      {...(to ? { to } : {})}
    />
  )
}

function iconOf(item: InboxItem): IconName {
  if (isMoney(item)) return item.amount?.startsWith('-') || item.amount === null ? 'out' : 'in'
  if (item.kind === 'proof_rejected' || item.kind === 'task_stopped') return 'alert'
  if (item.kind === 'friend_joined') return 'team'
  return item.kind.startsWith('account_') ? 'link' : 'shield'
}
