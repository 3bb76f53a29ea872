import { defaultLanguage } from '@adcoin/contract'
import { readSqlState, uniqueViolation } from '../database/database.ts'
import { pauseWithdrawals } from './pause.ts'
import { readOperatorReason } from '../operators/operator-reason.ts'
import { describeReason } from '../refusals/reasons.ts'
import { refuseField, Refusal } from '../refusals/refusal.ts'
import { readTextFlag, UsageProblem, describePersonState } from '../operators/operators.ts'
import type { Services } from '../services.ts'
import { maskAccount } from './withdrawal-row.ts'
import { addPayoutCommands, showPayout, readWithdrawalId } from './payout-commands.ts'
import { decryptAccount } from './find-payout.ts'
import { approve, pay, payoutJob, formatPlainAmount, reject } from './withdrawal-decisions.ts'

const shown = 100
const statuses = ['submitted', 'awaiting_approval', 'paid', 'rejected', 'cancelled'] as const
const payoutStates = ['queued', 'sent', 'unknown', 'failed'] as const

/**
 * Operators' commands for withdrawals. `approve` queues the payout, `pay` records that the money has arrived; both may
 * be repeated.
 */
export function addWithdrawalCommands(services: Services): void {
  const { operators, database } = services
  const inOne = <Result>(work: Parameters<typeof database.transaction<Result>>[0]) => database.transaction(work)

  operators.command({
    name: 'withdraw list',
    usage: '[--status submitted|awaiting_approval|paid|rejected|cancelled|all] [--payout queued|sent|unknown|failed]',
    help: 'Lists withdrawals, oldest first; only open ones without --status; --payout filters by payout state',
    page: 'look',
    run: async input => list(services, readTextFlag(input, 'status'), readTextFlag(input, 'payout')),
  })
  operators.command({
    name: 'withdraw show',
    usage: '<id>',
    help: 'Shows one withdrawal with the full payment account',
    page: 'act',
    run: async input => show(services, readWithdrawalId(input)),
  })
  operators.command({
    name: 'withdraw approve',
    usage: '<id>',
    help: 'Approves a withdrawal and queues its payout; with a provider, a large one needs a second operator',
    page: 'act',
    role: 'pay',
    run: async input => inOne(tx => approve(services, tx, readWithdrawalId(input), input)),
  })
  operators.command({
    name: 'withdraw pay',
    usage: '<id> [--ref TEXT]',
    help: 'Marks a withdrawal as paid, and as approved if it was not; --ref is the bank reference',
    page: 'act',
    role: 'pay',
    run: async input =>
      paidOnce(inOne(tx => pay(services, tx, readWithdrawalId(input), input, referenceOf(readTextFlag(input, 'ref'))))),
  })
  operators.command({
    name: 'withdraw reject',
    usage: '<id> --reason TEXT|@CODE',
    help: 'Rejects a withdrawal and returns its Ad Coin',
    page: 'act',
    role: 'pay',
    async run(input) {
      const given = readTextFlag(input, 'reason')?.trim() ?? ''
      if (given.length > 300) throw refuseField('reason', 'too_long')
      const reason = readOperatorReason('withdraw', given)
      if (reason === '') throw new UsageProblem('--reason TEXT is required: the person sees it')
      return inOne(tx => reject(services, tx, readWithdrawalId(input), input.by, reason))
    },
  })
  addPayoutCommands(services)
  pauseCommands(services)
}

function pauseCommands(services: Services): void {
  const { operators } = services
  operators.command({
    name: 'withdraw pause',
    usage: '',
    help: 'Pauses new withdrawals for everybody, and holds approved payouts that are not sent yet',
    run: async () => setPaused(services, true),
  })
  operators.command({
    name: 'withdraw resume',
    usage: '',
    help: 'Allows new withdrawals again, and sends the held payouts',
    run: async () => setPaused(services, false),
  })
}

async function list({ database, now }: Services, status: string | undefined, payout: string | undefined) {
  const wanted = pickedOf('status', [...statuses, 'all'] as const, status)
  const payoutState = pickedOf('payout', payoutStates, payout)
  let query = database.read
    .selectFrom('withdrawal')
    .innerJoin('app_user', 'app_user.id', 'withdrawal.user_id')
    .innerJoin('user_payway', 'user_payway.id', 'withdrawal.user_payway_id')
    .innerJoin('payway', 'payway.id', 'user_payway.payway_id')
    .select([
      'withdrawal.id as row',
      'withdrawal.public_id',
      'app_user.public_id as user_id',
      'app_user.status as person_status',
      'withdraw_frozen_until',
      'amount',
      'fee',
      'payout',
      'payout_currency',
      'payout_scale',
      'withdrawal.status',
      'payout_state',
      'payway.code',
      'account_last4',
      'approved_by',
      'decided_by',
      'reject_reason',
      'withdrawal.created_at',
    ])
  if (wanted && wanted !== 'all') query = query.where('withdrawal.status', '=', wanted)
  else if (!wanted) query = query.where('withdrawal.status', 'in', ['submitted', 'awaiting_approval'])
  if (payoutState) query = query.where('payout_state', '=', payoutState)
  const rows = await query.orderBy('withdrawal.id', 'desc').limit(shown).execute()
  return rows.reverse().map(row => ({
    id: row.public_id,
    user_id: row.user_id,
    person_state: describePersonState({ ...row, status: row.person_status }, now()),
    amount: String(row.amount),
    fee: String(row.fee),
    payout: String(row.payout),
    payout_currency: row.payout_currency,
    payout_scale: row.payout_scale,
    status: row.status,
    payout_state: row.payout_state,
    account: `${row.code} ${maskAccount(row.account_last4)}`,
    approved_by: row.approved_by,
    decided_by: row.decided_by,
    reason: describeReason(row.reject_reason, defaultLanguage),
    created_at: row.created_at.toISOString(),
  }))
}

function pickedOf<Word extends string>(flag: string, words: readonly Word[], given?: string): Word | undefined {
  const word = words.find(known => known === given)
  if (given !== undefined && !word) throw new UsageProblem(`--${flag} must be one of ${words.join(', ')}`)
  return word
}

async function show({ database, secrets }: Services, publicId: string) {
  const row = await database.read
    .selectFrom('withdrawal')
    .innerJoin('app_user', 'app_user.id', 'withdrawal.user_id')
    .innerJoin('user_payway', 'user_payway.id', 'withdrawal.user_payway_id')
    .innerJoin('payway', 'payway.id', 'user_payway.payway_id')
    .leftJoin('bank', 'bank.id', 'user_payway.bank_id')
    .select([
      'app_user.public_id as user_id',
      'amount',
      'fee',
      'net',
      'payout',
      'payout_currency',
      'payout_scale',
      'withdrawal.status',
      'payout_state',
      'payway.code',
      'bank.name as bank',
      'holder_name',
      'account_enc',
      'approved_by',
      'decided_by',
      'reject_reason',
      'provider_ref',
      'withdrawal.created_at',
    ])
    .where('withdrawal.public_id', '=', publicId)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return {
    id: publicId,
    user_id: row.user_id,
    amount: String(row.amount),
    amount_text: formatPlainAmount(row.amount),
    fee: String(row.fee),
    net: String(row.net),
    payout: String(row.payout),
    payout_currency: row.payout_currency,
    payout_scale: row.payout_scale,
    status: row.status,
    payout_state: row.payout_state,
    payway: row.code,
    bank: row.bank,
    holder_name: row.holder_name,
    account: decryptAccount(secrets, row.account_enc),
    approved_by: row.approved_by,
    ...(await showPayout(database.read, publicId)),
    decided_by: row.decided_by,
    reference: row.provider_ref,
    reason: describeReason(row.reject_reason, defaultLanguage),
    created_at: row.created_at.toISOString(),
  }
}

function referenceOf(text: string | undefined): string | null {
  const reference = text?.trim()
  if (reference === undefined) return null
  if (!/^[\x21-\x7e]([\x20-\x7e]{0,98}[\x21-\x7e])?$/.test(reference))
    throw new UsageProblem('--ref, the bank reference, must be 1 to 100 plain ASCII characters')
  return reference
}

/** @throws UsageProblem if another withdrawal has the same bank reference */
async function paidOnce<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (readSqlState(error) !== uniqueViolation) throw error
    throw new UsageProblem('another withdrawal has this --ref; a bank reference pays one withdrawal')
  }
}

async function setPaused({ database, jobs, now }: Services, isPaused: boolean) {
  await database.transaction(async tx => {
    await pauseWithdrawals(tx, isPaused, now())
    if (isPaused) return
    // Approved before or during the pause: their jobs found the pause and ended without a payout.
    const held = await tx.selectFrom('withdrawal').select('public_id').where('payout_state', '=', 'queued').execute()
    for (const { public_id } of held) await jobs.enqueue(tx, { kind: payoutJob, payload: { id: public_id } })
  })
  return { withdrawals: isPaused ? 'paused' : 'open' }
}
