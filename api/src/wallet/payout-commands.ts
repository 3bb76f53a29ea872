import { readOnlyArgument, type OperatorInput, UsageProblem } from '../operators/operators.ts'
import type { Queries, Transaction } from '../database/database.ts'
import type { Services } from '../services.ts'
import { askForOperator } from './payout-jobs.ts'
import { makePayoutKey } from './find-payout.ts'
import { addToInbox } from '../inbox/inbox.ts'
import { Refusal } from '../refusals/refusal.ts'
import { lockWithdrawal, type WithdrawalDecision } from './withdrawal-decisions.ts'

/** Operators' commands for payouts with an unknown outcome. */
export function addPayoutCommands(services: Services): void {
  const { operators, database } = services
  operators.command({
    name: 'withdraw ask',
    usage: '<id>',
    says: 'Asks the payout provider now, and takes its answer',
    page: 'act',
    role: 'pay',
    async run(input) {
      const id = readWithdrawalId(input)
      const { answer } = await askForOperator(services, id)
      if (!answer) throw new UsageProblem('it was never sent to a payout provider: nobody can be asked')
      return { id, provider: answer.state, reference: answer.reference, said: answer.said }
    },
  })
  operators.command({
    name: 'withdraw failed',
    usage: '<id> [--anyway]',
    says:
      'Says that a payout that was sent did not arrive; then approve it again, or reject it. ' +
      'The provider is asked first; against its word, or without one, only with --anyway',
    page: 'act',
    role: 'pay',
    async run(input) {
      const id = readWithdrawalId(input)
      const { answer, sentAt } = await askForOperator(services, id)
      const isSure = !answer || answer.state === 'failed' || answer.state === 'paid'
      if (!isSure && input.flags['anyway'] === undefined)
        throw new UsageProblem(
          `the provider says: ${answer.said ?? answer.state}. If it is paid after all, it is paid twice or returned ` +
            'as well; --anyway says so all the same',
        )
      return database.transaction(tx => failPayout(tx, id, sentAt, services.now()))
    },
  })
}

/**
 * The one withdrawal that a command is about: by its id, or by the reference that the person reads out (`WD-c23v-…`).
 */
export function readWithdrawalId(input: OperatorInput): string {
  return readOnlyArgument(input, 'withdrawal id').trim().replace(/^wd-/i, '').replaceAll('-', '')
}

/** A request may be on its way for so long; whether it arrives is unknown until then. */
const onItsWayMs = 30_000

/**
 * An operator has found out that a payout did not arrive: from here it is approved again or rejected. Nothing moves.
 * `sentAt`: the sending that the operator has asked about.
 * @throws Refusal conflict where it was sent again since · UsageProblem right after a sending
 */
export async function failPayout(
  tx: Transaction,
  publicId: string,
  sentAt: Date | null,
  at: Date,
): Promise<WithdrawalDecision> {
  const row = await lockWithdrawal(tx, publicId)
  if (row.payout_state === 'failed') return { id: publicId, status: row.status, payout_state: 'failed', changed: false }
  if (row.status !== 'awaiting_approval' || (row.payout_state !== 'sent' && row.payout_state !== 'unknown'))
    throw new Refusal('conflict')
  if (row.payout_sent_at?.getTime() !== sentAt?.getTime()) throw new Refusal('conflict')
  if (sentAt !== null && at.getTime() - sentAt.getTime() < onItsWayMs)
    throw new UsageProblem('it was sent less than 30 s ago and may still arrive: ask again then')
  await tx
    .updateTable('withdrawal')
    .set({ payout_state: 'failed', payout_ask_at: null })
    .where('id', '=', row.id)
    .execute()
  await addToInbox(tx, row.user_id, { kind: 'payout_failed', at, ref: publicId })
  return { id: publicId, status: row.status, payout_state: 'failed', changed: true }
}

/** The payout of a withdrawal: its approvals, the requests to the provider and the answers. */
export async function showPayout(db: Queries, publicId: string) {
  const row = await db
    .selectFrom('withdrawal')
    .select(['released_by', 'payout_attempt', 'payout_sent_at', 'payout_asks', 'payout_ask_at', 'payout_said'])
    .where('public_id', '=', publicId)
    .executeTakeFirstOrThrow()
  return {
    released_by: row.released_by,
    payout_key: row.payout_sent_at && makePayoutKey(publicId, row.payout_attempt),
    payout_sent_at: row.payout_sent_at?.toISOString() ?? null,
    payout_asked: row.payout_asks,
    payout_asked_again_at: row.payout_ask_at?.toISOString() ?? null,
    provider_said: row.payout_said,
  }
}
