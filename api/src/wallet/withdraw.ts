import { calculateFee, passkeyToWithdraw, calculatePayout, withdrawLog, withdrawRequest } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { consumeCode } from '../codes/codes.ts'
import type { Queries, Transaction } from '../database/database.ts'
import { readLimit, makeCursor, makePage, readCursor } from '../http/cursor.ts'
import {
  selectConfirmingPasskeys,
  giveChallenge,
  passkeyUses,
  consumeProof,
  loadPasskeyLibrary,
} from '../passkeys/passkey-proof.ts'
import { refuseField, Refusal } from '../refusals/refusal.ts'
import { serve, type CallRequest } from '../http/serve.ts'
import { announceBalance } from '../inbox/inbox.ts'
import { readWireBalance, selectSpendable } from '../ledger/ledger.ts'
import { checkPayPassword } from './pay-password-check.ts'
import type { Services } from '../services.ts'
import { lockSignedIn } from '../sessions/lock-person.ts'
import { holdWithdrawal } from './hold.ts'
import { isFrozen } from '../ledger/frozen.ts'
import { isPaused } from './pause.ts'
import { sumHeldForYoung, computeMaximum, isYoung } from './price.ts'
import { accountNames, toWireWithdrawal, selectWithdrawals } from './withdrawal-row.ts'
import { limitTable } from '../limits/table.ts'

const checkJob = 'withdrawal.check'
const requests = [limitTable.withdrawals]
const tries = [limitTable.personAttempts]

/** Takes money out, and lists what was taken. */
export function serveWithdrawals(app: FastifyInstance, services: Services): void {
  serve(app, withdrawRequest, call => request(services, call), { limits: requests })
  services.jobs.handle(checkJob, { transaction: (tx, { id }) => passChecks(tx, String(id)) })

  serve(
    app,
    passkeyToWithdraw,
    async ({ input, person, transact }) =>
      transact(async tx => {
        const list = await selectConfirmingPasskeys(tx, person.id, services.now()).execute()
        if (list.length === 0) throw new Refusal('passkey_failed')
        const use = passkeyUses.withdraw(person.id, bindWithdrawal(input.amount, input.user_payway_id))
        return { ...(await giveChallenge(services, tx, use)), allow: list.map(({ credential_id }) => credential_id) }
      }),
    { limits: tries },
  )

  serve(app, withdrawLog, async ({ input, person, language }) => {
    const { database, secrets } = services
    const of = { list: 'withdrawals', person: person.id, filter: input.status ?? '' }
    const limit = readLimit(input)
    const after = readCursor(secrets, of, input.cursor)
    let query = selectWithdrawals(database.read).where('withdrawal.user_id', '=', person.id)
    if (input.id !== undefined) query = query.where('withdrawal.public_id', '=', input.id)
    if (input.status !== undefined) query = query.where('withdrawal.status', '=', input.status)
    if (after !== undefined) query = query.where('withdrawal.id', '<', after)
    const rows = await query
      .orderBy('withdrawal.id', 'desc')
      .limit(limit + 1)
      .execute()
    return makePage(
      rows,
      limit,
      row => row.id,
      id => makeCursor(secrets, of, id),
      row => toWireWithdrawal(row, language),
    )
  })
}

type WithdrawRequest = CallRequest<typeof withdrawRequest>

/**
 * rulings.md R5: everything is checked, then the code (or the passkey's challenge) is used, then the coin is held, in
 * one transaction under the idempotency key. A request repeated with the key gets the first answer; a refusal spends
 * neither key nor code (a wrong code spends its try).
 */
async function request(services: Services, { input, person, language, transact }: WithdrawRequest) {
  const { database, now, jobs } = services
  const amount = BigInt(input.amount)
  if (input.verify_code === undefined && input.passkey === undefined) throw refuseField('verify_code', 'required')
  await requireAllowed(services, database.read, person.id, input, amount)
  await checkPayPassword(services, person.id, input.pay_passwd)
  if (input.passkey) await loadPasskeyLibrary()
  return transact(async tx => {
    await lockSignedIn(tx, person)
    const { account, dest } = await requireAllowed(services, tx, person.id, input, amount)
    const binding = bindWithdrawal(input.amount, input.user_payway_id)
    if (input.passkey === undefined) {
      const code = input.verify_code ?? ''
      await consumeCode(services, tx, { purpose: 'withdraw', dest, code, boundTo: binding })
    } else {
      const use = passkeyUses.withdraw(person.id, binding)
      await consumeProof(services, tx, input.passkey, { use, userId: person.id, isOld: true })
    }
    const row = await holdWithdrawal(tx, person.id, account, amount, now())
    await announceBalance(tx, person.id)
    await jobs.enqueue(tx, { kind: checkJob, payload: { id: row.public_id } })
    const withdrawal = toWireWithdrawal({ ...account, ...row }, language)
    return { withdrawal, balance: await readWireBalance(tx, person.id) }
  })
}

/** submitted → awaiting_approval: the automatic checks are done. Anything else stays as it is. */
async function passChecks(tx: Transaction, publicId: string): Promise<void> {
  await tx
    .updateTable('withdrawal')
    .set({ status: 'awaiting_approval' })
    .where('public_id', '=', publicId)
    .where('status', '=', 'submitted')
    .execute()
}

/** A code or passkey's proof to withdraw is good for one amount and one account only. */
export const bindWithdrawal = (amount: string, userPaywayId: string): string => `${amount}|${userPaywayId}`

/**
 * All checks before the code is verified: before an attempt of the password is counted and its hash is computed, so
 * that a slip costs neither; and again inside the transaction, where it is binding.
 */
async function requireAllowed(
  { now }: Services,
  db: Queries,
  userId: bigint,
  input: WithdrawRequest['input'],
  amount: bigint,
) {
  const person = await db
    .selectFrom('app_user')
    .select(['mobile_e164', 'email_norm', 'pay_pwd_hash', 'withdraw_frozen_until'])
    .select([isPaused.as('is_paused'), selectSpendable(userId).as('spendable')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (person.is_paused) throw new Refusal('withdraw_off')
  const account = await requireAccount(db, userId, input.user_payway_id)
  if (person.pay_pwd_hash === null) throw new Refusal('pay_pwd_unset')
  requireThawed(person.withdraw_frozen_until, now())
  const fee = calculateFee(amount, BigInt(account.fee_bps))
  const payout = calculatePayout(amount - fee, account.rate_num, account.rate_den)
  const held = isYoung(account, now()) ? await sumHeldForYoung(db, userId, now()) : 0n
  if (amount < account.min || amount > computeMaximum(account, now(), held) || payout <= 0n)
    throw new Refusal('amount_range', { fields: { amount: 'amount_range' } })
  const { quote } = input
  if (
    quote.fee !== String(fee) ||
    quote.payout !== String(payout) ||
    quote.rate_num !== String(account.rate_num) ||
    quote.rate_den !== String(account.rate_den)
  )
    throw new Refusal('quote_changed', { fields: { quote: 'quote_changed' } })
  if (person.spendable < amount) throw new Refusal('insufficient', { fields: { amount: 'insufficient' } })
  const dest = person.mobile_e164 ?? person.email_norm
  if (dest === null) throw new Refusal('forbidden')
  return { account, dest }
}

/** The person's own active account. The refusal differs without any account, and if its pay way is closed for now. */
export async function requireAccount(db: Queries, userId: bigint, publicId: string) {
  const account = await db
    .selectFrom('user_payway')
    .innerJoin('payway', 'payway.id', 'user_payway.payway_id')
    .leftJoin('bank', 'bank.id', 'user_payway.bank_id')
    .select(accountNames)
    .select([
      'user_payway.id',
      'user_payway.usable_from',
      'payway.enabled',
      'payway.rate_num',
      'payway.rate_den',
      'payway.fee_bps',
      'payway.min',
      'payway.max',
      'payway.currency',
      'payway.scale',
    ])
    .where('user_payway.public_id', '=', publicId)
    .where('user_payway.user_id', '=', userId)
    .where('user_payway.removed_at', 'is', null)
    .where('user_payway.status', '=', 'ready')
    .executeTakeFirst()
  if (account && !account.enabled) throw new Refusal('withdraw_off', { fields: { user_payway_id: 'withdraw_off' } })
  if (account) return account
  const any = await db
    .selectFrom('user_payway')
    .select('id')
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  throw any
    ? new Refusal('not_found', { fields: { user_payway_id: 'not_found' } })
    : new Refusal('no_payway', { fields: { user_payway_id: 'no_payway' } })
}

function requireThawed(until: Date | null, now: Date): void {
  if (isFrozen(until, now))
    throw new Refusal('withdraw_frozen', { retryAfter: Math.ceil((until.getTime() - now.getTime()) / 1000) })
}
