import * as v from 'valibot'
import { defineCall, definePagedList, paging } from '../call.ts'
import { Id, Instant } from '../fields.ts'
import { MinorUnits } from '../money.ts'
import { Balance } from '../person.ts'

/** Kinds of inbox items. The list may grow: clients show an unknown kind as "Something in your account changed". */
export const inboxKinds = [
  'reward_paid',
  'proof_rejected',
  'appeal_accepted',
  'appeal_rejected',
  'task_stopped',
  'withdrawal_paid',
  'withdrawal_rejected',
  'payout_failed',
  'share_income',
  'friend_joined',
  'account_bound',
  'account_refused',
  'login_password_changed',
  'trading_password_changed',
  'contact_changed',
  'new_device',
] as const
export type InboxKind = (typeof inboxKinds)[number]

/**
 * One thing that happened to the person. `id` counts up by one, in the order in which things happened. `amount`: Ad
 * Coin minor units that came or went; null where no money moved. `title`: the task's title or the social account's
 * name, in the caller's language. `ref`: public id of the task (reward, proof, appeal, stopped), the withdrawal or the
 * device (new_device, whose `title` is its name); null for the rest.
 */
export const InboxItem = v.object({
  id: v.string(),
  kind: v.string(),
  at: Instant,
  is_read: v.boolean(),
  amount: v.nullable(MinorUnits),
  title: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  ref: v.nullable(v.string()),
})
export type InboxItem = v.InferOutput<typeof InboxItem>

/** The person's inbox, newest first. */
export const inboxList = defineCall({
  method: 'GET',
  path: '/app/inbox/list',
  access: 'private',
  loader: false,
  errors: 'page',
  origin: 'addition',
  request: v.strictObject(paging),
  response: v.object({ ...definePagedList(InboxItem).entries, unread: v.number() }),
})

/** Marks one as read; with `older` everything before it as well. Doing it again changes nothing. */
export const inboxRead = defineCall({
  method: 'POST',
  path: '/app/inbox/read',
  access: 'private',
  loader: false,
  errors: 'page',
  origin: 'addition',
  request: v.strictObject({ id: Id, older: v.optional(v.boolean(), false) }),
  response: v.object({ unread: v.number() }),
})

/**
 * The stream of what happens to a person: Server-Sent Events, answered to the Authorized-Key in the header. Each
 * message is named `news`, its `id` is the newest item that it covers, its data is `InboxNews`. The first one comes at
 * once; `Last-Event-ID` gets what happened since. `ended`: the session is over. Comments in between show that it lives.
 */
export const inboxStream = {
  path: '/app/inbox/stream',
  news: 'news',
  ended: 'ended',
  /** Seconds between two signs of life. */
  beatSeconds: 20,
} as const

/** `item` is null in a message with the current state only; the balance is without price and limits. */
export const InboxNews = v.object({
  item: v.nullable(InboxItem),
  unread: v.number(),
  balance: Balance,
})
export type InboxNews = v.InferOutput<typeof InboxNews>
