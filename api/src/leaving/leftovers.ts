import { sql } from 'kysely'
import type { Queries } from '../database/database.ts'

/** How many rows of each table still hold something of a person whose account was erased; empty where none does. */
export async function leftoversOf(db: Queries, userId: bigint): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ name: string; n: bigint }>`
    SELECT 'app_user' AS name, count(*) AS n FROM app_user WHERE id = ${userId}
       AND (num_nonnulls(mobile_e164, email_norm, pwd_hash, pay_pwd_hash, nick_name, birthday, time_zone, avatar_file_id) > 0
            OR status <> 'deleted')
    UNION ALL SELECT 'user_payway', count(*) FROM user_payway
     WHERE user_id = ${userId} AND (holder_name <> '' OR account_enc <> '')
    UNION ALL SELECT 'bind_account', count(*) FROM bind_account WHERE user_id = ${userId} AND username <> ''
    UNION ALL SELECT 'assignment', count(*) FROM assignment WHERE user_id = ${userId} AND exec_status = 0
    UNION ALL ${sql.join(
      ['file', 'session', 'oauth_identity', 'verify_code', 'password_history', 'inbox_item', 'idempotency'].map(
        name => sql`SELECT ${sql.lit(name)}, count(*) FROM ${sql.table(name)} WHERE user_id = ${userId}`,
      ),
      sql` UNION ALL `,
    )}`.execute(db)
  return Object.fromEntries(rows.filter(({ n }) => n > 0n).map(({ name, n }) => [name, Number(n)]))
}
