import { calculateReferral } from '@adcoin/contract'
import type { Transaction } from '../database/database.ts'
import { addToInboxes, type Happening } from '../inbox/inbox.ts'
import { post, type Leg } from '../ledger/ledger.ts'
import type { ActingOperator } from '../operators/operators.ts'
import { Refusal } from '../refusals/refusal.ts'
import { makeStep, moveTo, toTaskStates } from './assignment-row.ts'
import { nameTask, type PendingRow } from './pending-assignment.ts'
import { recordPaidProof } from './repeated-proof.ts'
import { toPassed } from './task-states.ts'

/**
 * Passes the proof, at the first review or after an appeal. The reward, and the direct inviter's extra tenth, are
 * posted in the same transaction, under one key for each claimed task: it is never paid twice.
 * @throws Refusal conflict when it was decided already
 */
export async function passAndPay(tx: Transaction, row: PendingRow, by: ActingOperator, at: Date): Promise<void> {
  const next = toPassed(toTaskStates(row))
  if (!next) throw new Refusal('conflict')
  await moveTo(tx, row, next, {
    entries: [makeStep('passed', at), makeStep('paid', at)],
    reviewed: { at, by },
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
  await recordPaidProof(tx, row)
  await tellOfReward(tx, row, inviterId, at)
}

/** Notifies both who are paid. The friend's task stays private. */
async function tellOfReward(tx: Transaction, row: PendingRow, inviterId: bigint | null, at: Date): Promise<void> {
  const messages: [bigint, Happening][] = [
    [row.user_id, { ...nameTask(row), kind: row.appeal ? 'appeal_accepted' : 'reward_paid', at, amount: row.reward }],
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
