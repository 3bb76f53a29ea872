import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Queries, Transaction } from '../database/database.ts'
import { readBalances, post } from '../ledger/ledger.ts'
import { endSessions } from '../sessions/session.ts'

/**
 * Empties what is personal of the rows that the ledger, reviews and operators' lists refer to; the id stays.
 *
 * @returns the keys of the uploads, whose bytes are removed after the commit
 */
export async function erasePerson(tx: Transaction, userId: bigint, at: Date): Promise<string[]> {
  await tx
    .updateTable('app_user')
    .set({
      status: 'deleted',
      mobile_e164: null,
      mobile_sag: null,
      email_norm: null,
      pwd_hash: null,
      pay_pwd_hash: null,
      nick_name: null,
      avatar_file_id: null,
      birthday: null,
      gender: 0,
      time_zone: null,
    })
    .where('id', '=', userId)
    .execute()
  await sql`SELECT forget_passwords(${userId})`.execute(tx)
  await tx
    .updateTable('user_payway')
    .set({ holder_name: '', account_enc: '', account_last4: '', account_fp: '', is_default: false })
    .set({ removed_at: sql<Date>`coalesce(removed_at, ${at})` })
    .where('user_id', '=', userId)
    .execute()
  await eraseWork(tx, userId)
  const files = await tx.deleteFrom('file').where('user_id', '=', userId).returning('storage_key').execute()
  return files.map(file => file.storage_key)
}

/** Keeps that submissions and social accounts existed and how they were decided, without the person. */
async function eraseWork(tx: Transaction, userId: bigint): Promise<void> {
  await tx
    .updateTable('submission')
    .set({ video_link: null, username: null, homepage_link: null, file_ids: '[]', auto_check: null })
    .where('assignment_id', 'in', of => of.selectFrom('assignment').select('id').where('user_id', '=', userId))
    .execute()
  await tx
    .updateTable('appeal')
    .set({ text: '' })
    .where('assignment_id', 'in', of => of.selectFrom('assignment').select('id').where('user_id', '=', userId))
    .execute()
  await tx
    .updateTable('bind_account')
    .set({
      status: 0,
      username: '',
      username_norm: '',
      link: '',
      nickname: null,
      description: null,
      avatar: null,
      background: null,
      challenge: '',
    })
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Removes data about this person alone that is not needed any more: sessions, codes, messages, the inbox, stored
 * answers.
 */
export async function eraseTraces(
  tx: Transaction,
  userId: bigint,
  places: readonly (string | null)[],
  at: Date,
): Promise<void> {
  const known = places.filter(place => place !== null)
  // Ended before they are deleted: the end of a session closes its open streams.
  await endSessions(tx, userId, 'ended', at)
  await tx.deleteFrom('session').where('user_id', '=', userId).execute()
  await tx.deleteFrom('known_device').where('user_id', '=', userId).execute()
  await tx.deleteFrom('oauth_identity').where('user_id', '=', userId).execute()
  await tx.deleteFrom('passkey').where('user_id', '=', userId).execute()
  await tx.deleteFrom('verify_code').where('user_id', '=', userId).execute()
  await tx.deleteFrom('verify_code').where('dest', 'in', known).execute()
  await tx.deleteFrom('verify_ticket').where('dest', 'in', known).execute()
  await tx.deleteFrom('outbox').where('dest', 'in', known).execute()
  await tx.deleteFrom('inbox_item').where('user_id', '=', userId).execute()
  await tx.deleteFrom('inbox').where('user_id', '=', userId).execute()
  await tx.deleteFrom('idempotency').where('user_id', '=', userId).execute()
}

/** Takes back the balance of a person who leaves. The ledger keeps it as a correction, with its reason. */
export async function giveUp(tx: Transaction, userId: bigint, publicId: string): Promise<void> {
  const { amount } = await readBalances(tx, userId)
  if (amount === 0n) return
  await post(tx, {
    kind: 'adjust',
    key: `adj:${randomUUID()}`,
    refType: 'adjustment',
    refId: publicId,
    userId,
    legs: [
      { account: 'coin', userId, amount: -amount, label: 'adjust' },
      { account: 'adjustment', amount },
    ],
    note: 'given up with the account',
  })
}

/** Number of rows of each table that still contain data of an erased person; empty if there are none. */
export async function countLeftovers(db: Queries, userId: bigint): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ name: string; n: bigint }>`
    SELECT 'app_user' AS name, count(*) AS n FROM app_user WHERE id = ${userId}
       AND (num_nonnulls(mobile_e164, email_norm, pwd_hash, pay_pwd_hash, nick_name, birthday, time_zone,
                         avatar_file_id) > 0
            OR status <> 'deleted')
    UNION ALL SELECT 'user_payway', count(*) FROM user_payway
     WHERE user_id = ${userId} AND (holder_name <> '' OR account_enc <> '')
    UNION ALL SELECT 'bind_account', count(*) FROM bind_account WHERE user_id = ${userId} AND username <> ''
    UNION ALL SELECT 'assignment', count(*) FROM assignment WHERE user_id = ${userId} AND exec_status = 0
    UNION ALL ${sql.join(
      [
        'file',
        'session',
        'known_device',
        'push_subscription',
        'oauth_identity',
        'passkey',
        'verify_code',
        'password_history',
        'inbox_item',
        'idempotency',
      ].map(name => sql`SELECT ${sql.lit(name)}, count(*) FROM ${sql.table(name)} WHERE user_id = ${userId}`),
      sql` UNION ALL `,
    )}`.execute(db)
  return Object.fromEntries(rows.filter(({ n }) => n > 0n).map(({ name, n }) => [name, Number(n)]))
}
