import { bindStatuses, reviewStatuses } from '@adcoin/contract'
import type { ShownPerson } from '@adcoin/contract/operations'
import { sql } from 'kysely'
import type { Queries } from '../database/database.ts'
import { readWireBalance } from '../ledger/ledger.ts'
import { readOnlyArgument, describePersonState } from '../operators/operators.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'
import { endSessions } from '../sessions/session.ts'
import { isFrozen } from '../ledger/frozen.ts'
import { parseDestination } from './record-commands.ts'

/** Finds, shows, disables and enables persons. */
export function addPeopleCommands(services: Services): void {
  const { operators, database, now } = services
  operators.command({
    name: 'user find',
    usage: '<mobile number, e-mail or invitation code>',
    help: 'Shows the user id of a mobile number, an e-mail or an invitation code',
    page: 'look',
    takesContact: true,
    run: async input => find(database.read, readOnlyArgument(input, 'number, e-mail or code')),
  })
  operators.command({
    name: 'user show',
    usage: '<user id>',
    help: 'Shows one person: state, contacts, balance, and counts of submissions and withdrawals',
    // Contacts of a person are shown on request only, and the audit list records the request.
    page: 'act',
    run: async input => show(database.read, readOnlyArgument(input, 'user id'), now()),
  })
  operators.command({
    name: 'user disable',
    usage: '<user id>',
    help: 'Disables an account and ends its sessions',
    page: 'act',
    role: 'admin',
    run: async input => setStatus(services, readOnlyArgument(input, 'user id'), 'disabled'),
  })
  operators.command({
    name: 'user enable',
    usage: '<user id>',
    help: 'Enables a disabled account again',
    page: 'act',
    role: 'admin',
    run: async input => setStatus(services, readOnlyArgument(input, 'user id'), 'active'),
  })
}

async function find(db: Queries, word: string): Promise<{ user_id: string }> {
  const row = await db
    .selectFrom('app_user')
    .select('public_id as user_id')
    .where('is_system', '=', false)
    .where(either =>
      either.or([
        either('mobile_e164', '=', parseDestination(word)),
        either('email_norm', '=', parseDestination(word)),
        either('invite_code', '=', word.replaceAll(/\s/g, '')),
        either('public_id', '=', word.trim()),
      ]),
    )
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

async function show(db: Queries, publicId: string, now: Date): Promise<ShownPerson> {
  const row = await db
    .selectFrom('app_user')
    .leftJoin('app_user as inviter', 'inviter.id', 'app_user.inviter_id')
    .selectAll('app_user')
    .select(['inviter.public_id as inviter_public'])
    .where('app_user.public_id', '=', publicId)
    .where('app_user.is_system', '=', false)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const counts = await countsOf(db, row.id)
  const accounts = await db
    .selectFrom('bind_account')
    .select(['username', 'platform'])
    .where('user_id', '=', row.id)
    .where('status', '=', bindStatuses.bound)
    .execute()
  const { amount, hold } = await readWireBalance(db, row.id)
  const { passed, failed, waiting, paid, rejected, cancelled, open, invited, last_seen_at } = counts
  return {
    user_id: row.public_id,
    state: describePersonState(row, now),
    nick_name: row.nick_name,
    mobile: row.mobile_e164,
    email: row.email_norm,
    country: row.country_code,
    language: row.language,
    created_at: row.created_at.toISOString(),
    last_seen_at: last_seen_at?.toISOString() ?? null,
    frozen_until: isFrozen(row.withdraw_frozen_until, now) ? row.withdraw_frozen_until.toISOString() : null,
    trading_locked_until: later(row.pay_locked_until, now),
    ...{ amount, hold, invited, inviter: row.inviter_public },
    proofs: { passed, failed, waiting },
    withdrawals: { paid, rejected, cancelled, open },
    accounts: accounts.map(({ username, platform }) => `@${username} (${platform})`),
  }
}

const later = (time: Date | null, now: Date) => (time && time > now ? time.toISOString() : null)

type Counts = Record<
  'passed' | 'failed' | 'waiting' | 'paid' | 'rejected' | 'cancelled' | 'open' | 'invited',
  number
> & {
  last_seen_at: Date | null
}

async function countsOf(db: Queries, userId: bigint): Promise<Counts> {
  const { passed, failed, pending } = reviewStatuses
  const { rows } = await sql<Counts>`SELECT
    (SELECT count(*)::int FROM assignment WHERE user_id = ${userId} AND review_status = ${passed}) AS passed,
    (SELECT count(*)::int FROM assignment WHERE user_id = ${userId} AND review_status = ${failed}) AS failed,
    (SELECT count(*)::int FROM assignment WHERE user_id = ${userId} AND review_status = ${pending}) AS waiting,
    (SELECT count(*)::int FROM withdrawal WHERE user_id = ${userId} AND status = 'paid') AS paid,
    (SELECT count(*)::int FROM withdrawal WHERE user_id = ${userId} AND status = 'rejected') AS rejected,
    (SELECT count(*)::int FROM withdrawal WHERE user_id = ${userId} AND status = 'cancelled') AS cancelled,
    (SELECT count(*)::int FROM withdrawal WHERE user_id = ${userId}
      AND status IN ('submitted', 'awaiting_approval')) AS open,
    (SELECT count(*)::int FROM app_user WHERE inviter_id = ${userId}) AS invited,
    (SELECT max(last_seen_at) FROM session WHERE user_id = ${userId}) AS last_seen_at`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('the query of counts returned no row')
  return counts
}

async function setStatus({ database, now }: Services, publicId: string, status: 'active' | 'disabled') {
  return database.transaction(async tx => {
    const row = await tx
      .updateTable('app_user')
      .set({ status })
      .where('public_id', '=', publicId)
      .where('is_system', '=', false)
      .where('status', '<>', 'deleted')
      .returning('id')
      .executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    if (status === 'disabled') await endSessions(tx, row.id, 'disabled', now())
    return { user_id: publicId, status }
  })
}
