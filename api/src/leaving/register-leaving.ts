import { deleteAccount, deletionState } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { chooseDestination, readOwner, nameOwnerTicket } from '../accounts/owner-proof.ts'
import { notifyOwner } from '../accounts/security-change.ts'
import { consumeCode } from '../codes/codes.ts'
import { requireTicket, consumeTicket } from '../codes/tickets.ts'
import type { Queries, Transaction } from '../database/database.ts'
import { serve, type CallRequest } from '../http/serve.ts'
import { readBalances } from '../ledger/ledger.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Services, Register } from '../services.ts'
import { lockSignedIn } from '../sessions/lock-person.ts'
import { stopOpen } from '../tasks/stop-tasks.ts'
import { erasePerson, eraseTraces, giveUp, countLeftovers } from './erase-person.ts'
import { limitTable } from '../limits/table.ts'
import { serveExport } from './export-data.ts'

const tries = [limitTable.deletions]
const forgetJob = 'account.forget'
/** A friend's reward that was decided in the same moment may still arrive; after this it cannot. */
const lateMs = 600_000

/** Taking one's data along, and ending the account. */
export const registerLeaving: Register = (app, services) => {
  serveExport(app, services)
  serveDeletion(app, services)
  handleForgetting(services)
}

/** Ending an account: its obstacles, and the end itself. */
function serveDeletion(app: FastifyInstance, services: Services): void {
  serve(app, deletionState, ({ person }) => stateOf(services.database.read, person.id))
  serve(app, deleteAccount, request => end(services, request), { limits: tries })
}

/** The person's coin, and pending work: open withdrawals, and submissions in review. */
async function stateOf(db: Queries, userId: bigint) {
  const { amount } = await readBalances(db, userId)
  const withdrawals = await db
    .selectFrom('withdrawal')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', ['submitted', 'awaiting_approval'])
    .execute()
  const reviews = await db
    .selectFrom('assignment')
    .select('id')
    .where('user_id', '=', userId)
    .where('review_status', '=', 1)
    .execute()
  return { amount: String(amount), open_withdrawals: withdrawals.length, open_reviews: reviews.length }
}

/** Requires a password (the ticket), a code, no pending money, and consent to forfeit the balance as it was shown. */
async function end(services: Services, { input, person, language, transact }: CallRequest<typeof deleteAccount>) {
  const owned = nameOwnerTicket(person.id)
  return transact(async tx => {
    // First: of two requests at once the second one has no session any more, which is a better answer than its used
    // ticket.
    await lockSignedIn(tx, person)
    await requireTicket(services, tx, 'owner', owned, input.verify_ticket)
    const owner = await readOwner(tx, person.id)
    const { dest } = chooseDestination(owner)
    const state = await stateOf(tx, person.id)
    if (state.open_withdrawals + state.open_reviews > 0) throw new Refusal('delete_open')
    if (state.amount !== input.give_up) throw new Refusal('conflict')
    await consumeCode(services, tx, { purpose: 'delete', dest, code: input.verify_code })
    await consumeTicket(services, tx, 'owner', owned, input.verify_ticket)
    await stopOpen(tx, { userId: person.id }, 'task_withdrawn', services.now())
    await giveUp(tx, person.id, person.publicId)
    await eraseTraces(tx, person.id, [owned, owner.mobile_e164, owner.email_norm], services.now())
    const files = await erasePerson(tx, person.id, services.now())
    await notifyOwner(services, tx, owner, 'account_deleted', language)
    await services.jobs.enqueue(tx, {
      kind: forgetJob,
      payload: { user_id: String(person.id), public_id: person.publicId, files },
      runAt: new Date(services.now().getTime() + lateMs),
    })
    return {}
  })
}

/**
 * After the end: removes the bytes of uploads, takes back what a friend's reward brought in the same moment, and erases
 * again. Nothing should be found then; what is found is reported, as a fault of this service.
 */
function handleForgetting({ jobs, files: store, database, log, now }: Services): void {
  const forget = async (tx: Transaction, userId: bigint, publicId: string): Promise<readonly string[]> => {
    const found = await countLeftovers(tx, userId)
    await giveUp(tx, userId, publicId)
    if (Object.keys(found).length === 0) return []
    log.error({ user: publicId, found: JSON.stringify(found) }, 'data of a deleted account still existed')
    await tx
      .insertInto('audit_log')
      .values({ actor: 'job', action: 'account leftovers', target: publicId, detail: JSON.stringify(found) })
      .execute()
    await stopOpen(tx, { userId }, 'task_withdrawn', now())
    await eraseTraces(tx, userId, [nameOwnerTicket(userId)], now())
    return erasePerson(tx, userId, now())
  }
  const run = async ({ user_id, public_id, files }: Readonly<Record<string, unknown>>): Promise<void> => {
    const late = await database.transaction(tx => forget(tx, BigInt(String(user_id)), String(public_id)))
    for (const key of [...(files as readonly string[]), ...late]) await store.remove(key)
  }
  jobs.handle(forgetJob, { run }, 'slow')
}
