import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../database/database.ts'
import { askAgainAt, isAskDue } from '../providers/ask-again-at.ts'
import type { PayoutAnswer, PayoutProvider, PayoutQuestion } from '../providers/provider.ts'
import { serveWebhook } from '../providers/webhook.ts'
import type { Services } from '../services.ts'
import { areWithdrawalsPaused } from './pause.ts'
import { findPayout, parsePayoutKey } from './find-payout.ts'
import { recordPayoutOutcome } from './record-payout-outcome.ts'
import { payoutJob } from './withdrawal-decisions.ts'

const askJob = 'withdrawal.ask'
const dueJob = 'withdrawal.ask-due'
/**
 * The provider knows a key for seven days. Within a day of its last sending, one that it does not know never arrived,
 * and is sent again.
 */
const sendAgainMs = 24 * 3_600_000

/** Sends approved payouts, and asks about each until its outcome is known. */
export function handlePayoutJobs(app: FastifyInstance, services: Services): void {
  const { jobs, providers, config } = services
  const { payout: provider } = providers
  jobs.handle(
    payoutJob,
    { run: async ({ id }) => (provider ? send(services, provider, String(id)) : undefined) },
    'payout',
  )
  if (!provider) return
  jobs.handle(
    askJob,
    {
      run: async ({ id, key }) => askPayout(services, provider, String(id), typeof key === 'string' ? key : undefined),
    },
    'payout',
  )
  jobs.every(dueJob, 5, tx => queueQuestions(services, tx))
  if (config.payout.provider === 'http')
    serveWebhook(app, services, 'payout', config.payout, (tx, key) => queueQuestion(services, tx, key))
}

/**
 * Unknown before it is sent: a kill in between, or a job that runs again, never sends twice, and a rejection finds it
 * taken. From then on the questions go on until there is an answer. While withdrawals are paused nothing leaves: it
 * stays queued, and `withdraw resume` sends it.
 */
async function send(services: Services, provider: PayoutProvider, id: string): Promise<void> {
  const { database, now } = services
  // Before it counts as sent: while the provider is not asked, the payout stays queued.
  provider.requireAvailable()
  const taken = await database.transaction(async tx => {
    if (await areWithdrawalsPaused(tx)) return undefined
    return tx
      .updateTable('withdrawal')
      .set({ payout_state: 'unknown', payout_sent_at: now(), payout_ask_at: askAgainAt(now(), 1), payout_asks: 0 })
      .where('public_id', '=', id)
      .where('payout_state', '=', 'queued')
      .where('status', '=', 'awaiting_approval')
      .returning('id')
      .executeTakeFirst()
  })
  if (!taken) return
  const { payout } = await findPayout(services, database.read, id)
  if (!payout) throw new Error('a payout whose account is erased cannot be sent')
  await settle(services, id, payout, await answerOf(provider.send(payout)))
}

/** Asks about a payout, and stores the answer. A payout that never arrived is sent again under its key. */
async function askPayout(services: Services, provider: PayoutProvider, id: string, key?: string): Promise<void> {
  const { question, payout, state, sentAt } = await findPayout(services, services.database.read, id, key)
  if (sentAt === null) return
  let answer = await answerOf(provider.ask(question))
  const neverArrived = key === undefined && answer.state === 'absent' && state === 'unknown'
  if (neverArrived && payout && (await takeAgain(services, id, sentAt))) answer = await answerOf(provider.send(payout))
  await settle(services, id, question, answer)
}

/**
 * Marks a payout as sent once more, unless an operator or another replica has changed it since it was read, withdrawals
 * are paused, or it was last sent too long ago.
 */
async function takeAgain({ database, now }: Services, id: string, sentAt: Date): Promise<boolean> {
  // Also where a wrong clock sent it: the time is unknown.
  if (Math.abs(now().getTime() - sentAt.getTime()) >= sendAgainMs) return false
  const taken = await database.transaction(async tx => {
    if (await areWithdrawalsPaused(tx)) return undefined
    return tx
      .updateTable('withdrawal')
      .set({ payout_sent_at: now() })
      .where('public_id', '=', id)
      .where('payout_state', '=', 'unknown')
      .where('status', '=', 'awaiting_approval')
      .where('payout_sent_at', '=', sentAt)
      .returning('id')
      .executeTakeFirst()
  })
  return taken !== undefined
}

/** Asks for an operator, and sends nothing. `sentAt`: the sending that the answer is about. */
export async function askForOperator(
  services: Services,
  id: string,
): Promise<{ answer: PayoutAnswer | undefined; sentAt: Date | null }> {
  const { payout: provider } = services.providers
  const { question, sentAt } = await findPayout(services, services.database.read, id)
  if (!provider || sentAt === null) return { answer: undefined, sentAt }
  const answer = await answerOf(provider.ask(question))
  await settle(services, id, question, answer)
  return { answer, sentAt }
}

const settle = (services: Services, id: string, { key }: PayoutQuestion, answer: PayoutAnswer): Promise<void> =>
  services.database.transaction(tx => recordPayoutOutcome(services, tx, id, key, answer))

/** A provider that throws has not answered. */
async function answerOf(pending: Promise<PayoutAnswer>): Promise<PayoutAnswer> {
  try {
    return await pending
  } catch (error) {
    return { state: 'unknown', reference: null, said: error instanceof Error ? error.message.slice(0, 300) : null }
  }
}

/** Enqueues a check of each due payout. The next time is stored first, so that a crash loses none. */
async function queueQuestions({ now, jobs }: Services, tx: Transaction): Promise<void> {
  const due = await tx
    .selectFrom('withdrawal')
    .select(['id', 'public_id', 'payout_asks'])
    .where(isAskDue('payout_ask_at', now()))
    .where('payout_state', 'in', ['sent', 'unknown'])
    .orderBy('payout_ask_at')
    .limit(100)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const row of due) {
    const asks = row.payout_asks + 1
    await tx
      .updateTable('withdrawal')
      .set({ payout_asks: asks, payout_ask_at: askAgainAt(now(), asks) })
      .where('id', '=', row.id)
      .execute()
    await jobs.enqueue(tx, { kind: askJob, payload: { id: row.public_id } })
  }
}

/** A question about what a webhook names, an earlier number included. */
async function queueQuestion({ jobs }: Services, tx: Transaction, key: string): Promise<void> {
  const id = parsePayoutKey(key)
  const row = await tx.selectFrom('withdrawal').select('id').where('public_id', '=', id).executeTakeFirst()
  if (row) await jobs.enqueue(tx, { kind: askJob, payload: { id, key } })
}
