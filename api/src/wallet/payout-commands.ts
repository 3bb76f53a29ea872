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
    help: 'Asks the payout provider for the state of a payout, and records the answer',
    page: 'act',
    role: 'pay',
    async run(input) {
      const id = readWithdrawalId(input)
      const { answer } = await askForOperator(services, id)
      if (!answer) throw new UsageProblem('this withdrawal was never sent to a payout provider')
      return { id, provider: answer.state, reference: answer.reference, said: answer.said }
    },
  })
  operators.command({
    name: 'withdraw failed',
    usage: '<id> [--anyway]',
    help:
      'Records that a sent payout did not arrive; then approve the withdrawal again, or reject it. ' +
      'The provider is asked first; unless it confirms the failure, --anyway is required',
    page: 'act',
    role: 'pay',
    async run(input) {
      const id = readWithdrawalId(input)
      const { answer, sentAt } = await askForOperator(services, id)
      const isSure = !answer || answer.state === 'failed' || answer.state === 'paid'
      if (!isSure && input.flags['anyway'] === undefined)
        throw new UsageProblem(
          `the provider answered: ${answer.said ?? answer.state}. If this payout still arrives, the person is paid twice, ` +
            'or paid and refunded; --anyway records the failure all the same',
        )
      return database.transaction(tx => failPayout(tx, id, sentAt, services.now()))
    },
  })
}

/**
 * The id of the withdrawal, from an id or from the reference that the person sees (`WD-c23v-…`).
 */
export function readWithdrawalId(input: OperatorInput): string {
  return readOnlyArgument(input, 'withdrawal id').trim().replace(/^wd-/i, '').replaceAll('-', '')
}

/** A request may take this long to arrive; its outcome is unknown until then. */
const onItsWayMs = 30_000

/**
 * Records that a payout did not arrive, so that the withdrawal can be approved again or rejected. Posts nothing.
 * `sentAt`: when the payout was sent that the operator asked about.
 * @throws Refusal conflict if it was sent again since · UsageProblem within 30 s after it was sent
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
    throw new UsageProblem('the payout was sent less than 30 s ago and may still arrive: try again in 30 s')
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
