import type { useT } from '../texts.ts'
import { findShownStatus } from '../withdrawal/withdrawal-pill.tsx'
import type { TransactionItem } from './use-transactions.ts'

type Described = Pick<TransactionItem, 'kind' | 'title' | 'status' | 'friend'>

/** The detail beside the kind: the task, the friend, or the withdrawal's state. */
export function describeTransaction({ kind, title, status, friend }: Described, t: ReturnType<typeof useT>): string {
  if (friend) return formatFriend(friend)
  if (status) return t(`withdraw.pill.${findShownStatus(status)}`)
  return title === t(`history.kind.${kind}`) ? '' : title
}

export function formatFriend({ user_id, nick_name }: NonNullable<TransactionItem['friend']>): string {
  return [`ID ${user_id}`, nick_name].filter(Boolean).join(' · ')
}
