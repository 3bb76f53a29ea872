import { isApiCode, defaultLanguage } from '@adcoin/contract'
import { sql } from 'kysely'
import { notifyOwner } from '../accounts/security-change.ts'
import type { Transaction } from '../database/database.ts'
import { Refusal } from '../refusals/refusal.ts'
import { addToInbox } from '../inbox/inbox.ts'
import { post } from '../ledger/ledger.ts'
import type { MessageTemplate } from '../messages/messages.ts'
import { areTwoOperators, type ActingOperator } from '../operators/operators.ts'
import type { Services } from '../services.ts'
import { maskAccount, returnedStatuses } from './withdrawal-row.ts'

export const payoutJob = 'withdrawal.payout'

export type WithdrawalDecision = {
  readonly id: string
  readonly status: string
  readonly payout_state: string
  readonly changed: boolean
}

/**
 * Approves a withdrawal: the payout is queued, again after one that failed. Repeating it changes nothing. With a
 * provider, a large one waits for the approval of a second operator. A bare name's approval of a large one is replaced by
 * that of an operator with an identity: the two could be one.
 */
export async function approve(
  services: Services,
  tx: Transaction,
  publicId: string,
  acting: ActingOperator,
): Promise<WithdrawalDecision> {
  const row = await lockWithdrawal(tx, publicId)
  refuseCancelled(row)
  if (row.status === 'rejected') throw new Refusal('conflict')
  const hasProvider = services.providers.payout !== null
  const large = await isLarge(services, tx, row)
  const needsTwo = hasProvider && large
  const waits = large && row.payout_state === (hasProvider ? 'none' : 'queued')
  const isUnproven = waits && row.approved_identity === null && acting.identity !== undefined
  const isFirst = row.approved_at === null || row.payout_state === 'failed' || isUnproven
  if (row.status === 'paid' || (!isFirst && !(needsTwo && waits)))
    return { id: publicId, status: row.status, payout_state: row.payout_state, changed: false }
  if (!isFirst && !areTwoOperators(approverOf(row), acting)) throw new Refusal('forbidden')
  const payout_state = isFirst && needsTwo ? 'none' : 'queued'
  const { by, identity = null } = acting
  await tx
    .updateTable('withdrawal')
    .set({
      status: 'awaiting_approval',
      payout_state,
      ...(isFirst
        ? { approved_by: by, approved_identity: identity, approved_at: services.now(), ...unreleased }
        : { released_by: by, released_identity: identity }),
    })
    .where('id', '=', row.id)
    .execute()
  if (payout_state === 'queued') await services.jobs.enqueue(tx, { kind: payoutJob, payload: { id: publicId } })
  return { id: publicId, status: 'awaiting_approval', payout_state, changed: true }
}

const unreleased = { released_by: null, released_identity: null } as const

const approverOf = (row: WithdrawalRow) => ({ by: row.approved_by, identity: row.approved_identity })

const dayMs = 24 * 3_600_000

/** Two operators are needed to let it go: with what the person withdrew in the day before it is above the limit. */
async function isLarge({ config }: Services, tx: Transaction, row: WithdrawalRow): Promise<boolean> {
  if (config.twoOperatorsAbove === 0) return false
  const { sum } = await tx
    .selectFrom('withdrawal')
    .select(sql<bigint>`coalesce(sum(amount), 0)::bigint`.as('sum'))
    .where('user_id', '=', row.user_id)
    .where('status', 'not in', returnedStatuses)
    .where('created_at', '>', new Date(row.created_at.getTime() - dayMs))
    .where('id', '<=', row.id)
    .executeTakeFirstOrThrow()
  return sum > BigInt(config.twoOperatorsAbove)
}

/**
 * The money has arrived, under the bank's reference if it has one: the hold is redeemed, the fee is income. Approves
 * first if that is missing.
 */
export async function pay(
  services: Services,
  tx: Transaction,
  publicId: string,
  acting: ActingOperator,
  reference: string | null = null,
): Promise<WithdrawalDecision> {
  await approve(services, tx, publicId, acting)
  const row = await lockWithdrawal(tx, publicId)
  if (row.status === 'paid') return { id: publicId, status: 'paid', payout_state: row.payout_state, changed: false }
  if (!areTwoOperators(approverOf(row), acting) && (await isLarge(services, tx, row))) throw new Refusal('forbidden')
  await settlePaid(services, tx, row, acting.by, reference)
  return { id: publicId, status: 'paid', payout_state: 'confirmed', changed: true }
}

type WithdrawalRow = Awaited<ReturnType<typeof lockWithdrawal>>

/** Under the lock of its row, for an unsettled one: moves the coin for good and notifies the owner. */
export async function settlePaid(
  services: Services,
  tx: Transaction,
  row: WithdrawalRow,
  by: string,
  reference: string | null,
): Promise<void> {
  const id = row.public_id
  await post(tx, {
    kind: 'withdraw_paid',
    key: `wd:${id}:final`,
    refType: 'withdrawal',
    refId: id,
    userId: row.user_id,
    legs: [
      { account: 'held', userId: row.user_id, amount: -row.amount },
      { account: 'redeemed', amount: row.net },
      ...(row.fee > 0n ? [{ account: 'fee_income' as const, amount: row.fee }] : []),
    ],
  })
  await tx
    .updateTable('withdrawal')
    .set({
      status: 'paid',
      payout_state: 'confirmed',
      payout_ask_at: null,
      provider_ref: reference,
      decided_by: by,
      decided_at: services.now(),
    })
    .where('id', '=', row.id)
    .execute()
  await tell(services, tx, row, 'withdrawal_paid')
  await addToInbox(tx, row.user_id, { kind: 'withdrawal_paid', at: services.now(), amount: -row.amount, ref: id })
}

/** Rejects a withdrawal and returns its Ad Coin. Never while a payout may be under way. */
export async function reject(
  services: Services,
  tx: Transaction,
  publicId: string,
  by: string,
  reason: string,
): Promise<WithdrawalDecision> {
  const row = await lockWithdrawal(tx, publicId)
  refuseCancelled(row)
  if (row.status === 'rejected')
    return { id: publicId, status: 'rejected', payout_state: row.payout_state, changed: false }
  if (row.status === 'paid' || row.payout_state === 'sent' || row.payout_state === 'unknown')
    throw new Refusal('conflict')
  await returnCoin(tx, row, reason)
  await tx
    .updateTable('withdrawal')
    .set({
      status: 'rejected',
      payout_state: 'none',
      reject_reason: reason,
      decided_by: by,
      decided_at: services.now(),
    })
    .where('id', '=', row.id)
    .execute()
  await tell(services, tx, row, 'withdrawal_rejected')
  await addToInbox(tx, row.user_id, {
    kind: 'withdrawal_rejected',
    at: services.now(),
    amount: row.amount,
    ref: publicId,
    reason,
  })
  return { id: publicId, status: 'rejected', payout_state: 'none', changed: true }
}

/** Under the lock of its row, for an unsettled one. The key makes a second settlement impossible. */
export async function returnCoin(
  tx: Transaction,
  { public_id: id, user_id: userId, amount }: WithdrawalRow,
  note: string,
): Promise<void> {
  await post(tx, {
    kind: 'withdraw_refund',
    key: `wd:${id}:final`,
    refType: 'withdrawal',
    refId: id,
    userId,
    note,
    legs: [
      { account: 'held', userId, amount: -amount },
      { account: 'coin', userId, amount, label: 'withdraw_refund' },
    ],
  })
}

function refuseCancelled({ status }: WithdrawalRow): void {
  const forOperators = 'The person cancelled this withdrawal: its Ad Coin went back. Do not pay it'
  if (status === 'cancelled') throw new Refusal('conflict', { forOperators })
}

export async function lockWithdrawal(tx: Transaction, publicId: string) {
  const row = await tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('public_id', '=', publicId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

async function tell(
  services: Services,
  tx: Transaction,
  row: { user_id: bigint; user_payway_id: bigint; amount: bigint },
  template: MessageTemplate,
): Promise<void> {
  const owner = await tx
    .selectFrom('app_user')
    .select(['mobile_e164', 'email_norm', 'language'])
    .where('id', '=', row.user_id)
    .executeTakeFirstOrThrow()
  const account = await tx
    .selectFrom('user_payway')
    .select('account_last4')
    .where('id', '=', row.user_payway_id)
    .executeTakeFirstOrThrow()
  const language = isApiCode(owner.language) ? owner.language : defaultLanguage
  await notifyOwner(services, tx, owner, template, language, {
    amount: formatPlainAmount(row.amount),
    account: maskAccount(account.account_last4),
  })
}

/** `1284.50`: for messages, where no page formats it. */
export function formatPlainAmount(minor: bigint): string {
  return `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
}
