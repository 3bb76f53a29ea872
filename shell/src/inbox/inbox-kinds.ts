import type { Address, InboxItem, InboxKind } from '@adcoin/contract'
import { appPaths, withQuery } from '@adcoin/remote'
import { texts } from '../texts.ts'

type KindScreens = {
  /** The screen that shows it. */
  readonly to: (ref: string) => Address
  /** Screens that show it already, beside the one it leads to. */
  readonly seenAt?: readonly string[]
}

const task = { to: (ref: string) => appPaths.task({ taskId: ref }) }
const withdrawal = { to: (ref: string) => withQuery(appPaths.withdraw, { id: ref }) }
const account = { to: () => appPaths.bindAccount }

const kinds: Readonly<Record<InboxKind, KindScreens>> = {
  reward_paid: task,
  proof_rejected: task,
  appeal_accepted: task,
  appeal_rejected: task,
  task_stopped: task,
  withdrawal_paid: withdrawal,
  withdrawal_rejected: withdrawal,
  payout_failed: withdrawal,
  share_income: { to: () => appPaths.transactions, seenAt: [appPaths.team] },
  friend_joined: { to: () => appPaths.teamList, seenAt: [appPaths.team] },
  account_bound: account,
  account_refused: account,
  login_password_changed: { to: () => appPaths.loginPassword, seenAt: ['/resetPwd'] },
  trading_password_changed: { to: () => appPaths.tradingPassword, seenAt: ['/tradingReset', appPaths.sell] },
  contact_changed: { to: () => appPaths.profile },
  new_device: { to: (ref: string) => withQuery(appPaths.settings, { device: ref }) },
}

/** In a few words, without the title. */
export function describeItem({ kind }: Pick<InboxItem, 'kind'>): string {
  return texts.t(`inbox.kinds.${isKnown(kind) ? kind : 'other'}`)
}

/** Kinds that are one row for each day, and the screen that shows all of them. */
const groups = {
  reward_paid: withQuery(appPaths.adRecord, { status: '2' }),
  share_income: appPaths.transactions,
  friend_joined: appPaths.teamList,
}
type GroupedKind = keyof typeof groups

export function isGrouped(kind: string): kind is GroupedKind {
  return Object.hasOwn(groups, kind)
}

/** "6 tasks passed" */
export function describeGroup(kind: string, count: number): string {
  return isGrouped(kind) ? texts.t(`inbox.groups.${kind}`, { count }) : describeItem({ kind })
}

export function findGroupPath(kind: string): Address | undefined {
  return isGrouped(kind) ? groups[kind] : undefined
}

/** A later service may send kinds that this page does not know. */
function isKnown(kind: string): kind is InboxKind {
  return Object.hasOwn(kinds, kind)
}

/** The screen that shows it. */
export function findItemPath({ kind, ref }: Pick<InboxItem, 'kind' | 'ref'>): Address | undefined {
  return isKnown(kind) ? kinds[kind].to(ref ?? '') : undefined
}

/** Whether the screen at a path shows it already; then no toast repeats it. */
export function isSeenAt(item: Pick<InboxItem, 'kind' | 'ref'>, pathname: string): boolean {
  const own = findItemPath(item)?.split('?')[0]
  const others = isKnown(item.kind) ? (kinds[item.kind].seenAt ?? []) : []
  return [appPaths.inbox, own, ...others].some(path => path !== undefined && pathname.startsWith(path))
}

/** Whether it is about money: then the money tab gets the mark. */
export function isMoney({ kind, amount }: Pick<InboxItem, 'kind' | 'amount'>): boolean {
  return amount !== null || kind === 'payout_failed'
}
