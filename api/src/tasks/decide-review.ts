import { calculateReferral } from '@adcoin/contract'
import type { Transaction } from '../database/database.ts'
import { addToInbox, addToInboxes, type Happening } from '../inbox/inbox.ts'
import { post, type Leg } from '../ledger/ledger.ts'
import { makeStep, giveBackPlace, moveTo, toTaskStates } from './assignment-row.ts'
import { toFailed, maxAttempts, toPassed } from './task-states.ts'
import { Refusal } from '../refusals/refusal.ts'

/** `reason`: as stored, a key of ours or an operator's words. */
export type ReviewVerdict = { readonly passes: true } | { readonly passes: false; readonly reason: string }

export type PendingRow = NonNullable<Awaited<ReturnType<typeof lockPendingAssignment>>>

/**
 * Passes or fails the proof. The reward, and the direct inviter's extra tenth, are posted in the same transaction as
 * the pass.
 * @throws Refusal conflict when it was decided already
 */
export async function decideReview(
  tx: Transaction,
  row: PendingRow,
  verdict: ReviewVerdict,
  by: string,
  at: Date,
): Promise<void> {
  const next = verdict.passes ? toPassed(toTaskStates(row)) : toFailed(toTaskStates(row))
  if (!next) throw new Refusal('conflict')
  if (!verdict.passes) {
    await moveTo(tx, row, next, {
      entries: [makeStep('failed', at, verdict.reason)],
      reviewedAt: at,
      reviewedBy: by,
      failReason: verdict.reason,
    })
    await addToInbox(tx, row.user_id, { ...taskOf(row), kind: 'proof_rejected', at, reason: verdict.reason })
    if (next.attempt >= maxAttempts) await giveBackPlace(tx, row.task_id, row.day)
    return
  }
  await moveTo(tx, row, next, {
    entries: [makeStep('passed', at), makeStep('paid', at)],
    reviewedAt: at,
    reviewedBy: by,
    failReason: null,
  })
  const inviterId = await earningInviter(tx, row.user_id)
  await post(tx, {
    kind: 'task_reward',
    key: `task:${row.public_id}:reward`,
    refType: 'assignment',
    refId: row.public_id,
    userId: row.user_id,
    legs: rewardLegs(row.user_id, row.reward, inviterId),
  })
  await tellOfReward(tx, row, inviterId, at)
}

/** A claimed task whose proof waits, locked: a second decision waits, and then finds it decided. */
export function lockPendingAssignment(tx: Transaction, publicId: string) {
  return tx
    .selectFrom('assignment')
    .innerJoin('task', 'task.id', 'assignment.task_id')
    .select([
      'assignment.id',
      'assignment.public_id',
      'assignment.task_id',
      'assignment.user_id',
      'assignment.day',
      'assignment.reward',
      'assignment.exec_status',
      'assignment.review_status',
      'assignment.attempt',
      'assignment.history',
      'task.submit_fields',
      'task.public_id as task_ref',
      'task.title_i18n',
    ])
    .where('assignment.public_id', '=', publicId)
    .where('assignment.review_status', '=', 1)
    .forUpdate('assignment')
    .executeTakeFirst()
}

type TaskRow = Pick<PendingRow, 'task_ref' | 'title_i18n'>
const taskOf = (row: TaskRow) => ({ ref: row.task_ref, title: row.title_i18n })

/** Notifies both who are paid. The friend's task stays private. */
async function tellOfReward(tx: Transaction, row: PendingRow, inviterId: bigint | null, at: Date): Promise<void> {
  const messages: [bigint, Happening][] = [
    [row.user_id, { ...taskOf(row), kind: 'reward_paid', at, amount: row.reward }],
  ]
  const bonus = calculateReferral(row.reward)
  if (inviterId !== null && bonus > 0n) messages.push([inviterId, { kind: 'share_income', at, amount: bonus }])
  await addToInboxes(tx, messages)
}

/**
 * R to the person out of the task budget; floor(R / 10) more to the inviter out of the platform's, never out of the
 * friend's. Source: rulings.md R10.
 */
function rewardLegs(userId: bigint, reward: bigint, inviterId: bigint | null): Leg[] {
  const legs: Leg[] = [
    { account: 'task_budget', amount: -reward },
    { account: 'coin', userId, amount: reward, label: 'ad_income' },
  ]
  const bonus = calculateReferral(reward)
  if (inviterId === null || bonus === 0n) return legs
  return [
    ...legs,
    { account: 'referral_budget', amount: -bonus },
    { account: 'coin', userId: inviterId, amount: bonus, label: 'share_income' },
  ]
}

/** The direct inviter, unless it is the platform itself or disabled. */
async function earningInviter(tx: Transaction, userId: bigint): Promise<bigint | null> {
  const inviter = await tx
    .selectFrom('app_user as person')
    .innerJoin('app_user as inviter', 'inviter.id', 'person.inviter_id')
    .select('inviter.id')
    .where('person.id', '=', userId)
    .where('inviter.is_system', '=', false)
    .where('inviter.status', '=', 'active')
    .executeTakeFirst()
  return inviter?.id ?? null
}
