import type { InboxKind, PushKind } from '@adcoin/contract'
import { sql } from 'kysely'
import type { Transaction } from '../database/database.ts'
import { openSessions } from '../sessions/session.ts'

export const pushJob = 'push.send'

export type Push = {
  readonly kind: PushKind
  /** The screen of the app that it opens. */
  readonly path: string
  readonly at: Date
  /** After so many seconds it is not worth reading any more. */
  readonly seconds: number
}

/**
 * Sends a push to each browser that the person chose for this kind, in the transaction of the thing itself. Browsers
 * without an open session get none.
 */
export async function addPush(tx: Transaction, userId: bigint, { kind, path, at, seconds }: Push): Promise<void> {
  const payload = { person: String(userId), kind, path, at: at.toISOString(), seconds }
  await tx
    .insertInto('job')
    .columns(['kind', 'payload', 'run_at'])
    .expression(
      openSessions(tx, at)
        .innerJoin('push_subscription', 'push_subscription.session_id', 'session.id')
        .select([
          sql<string>`${pushJob}::text`.as('kind'),
          sql<string>`${JSON.stringify(payload)}::jsonb || jsonb_build_object('subscription', push_subscription.id::text)`.as(
            'payload',
          ),
          sql<Date>`${at}::timestamptz`.as('run_at'),
        ])
        .where('push_subscription.user_id', '=', userId)
        .where(sql<boolean>`${kind}::text = ANY (push_subscription.kinds)`),
    )
    .execute()
}

const daySeconds = 86_400

/** The push of an item of the inbox; most kinds have none. */
export function toPush(kind: InboxKind, ref: string | undefined, at: Date): Push | undefined {
  const pushKind = pushKindsOfInbox[kind]
  if (pushKind === undefined || ref === undefined) return undefined
  return { kind: pushKind, path: findPath(kind, ref), at, seconds: daySeconds }
}

const pushKindsOfInbox: Partial<Readonly<Record<InboxKind, PushKind>>> = {
  reward_paid: 'paid',
  appeal_accepted: 'paid',
  withdrawal_paid: 'paid',
  withdrawal_rejected: 'returned',
  payout_failed: 'returned',
  proof_rejected: 'rejected',
  appeal_rejected: 'rejected',
}

function findPath(kind: InboxKind, ref: string): string {
  const isOfTask = ['reward_paid', 'proof_rejected', 'appeal_accepted', 'appeal_rejected'].includes(kind)
  return isOfTask ? toTaskPath(ref) : `/withdraw?id=${encodeURIComponent(ref)}`
}

export const toTaskPath = (taskId: string): string => `/task/${encodeURIComponent(taskId)}`
