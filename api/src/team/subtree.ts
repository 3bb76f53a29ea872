import { sql } from 'kysely'

/**
 * Everybody below a person, as the table `below`: `level` 1 direct, 2 everybody deeper; `joined` when they came under
 * this person, which is the latest binding on the way down.
 * One recursive walk with the index on inviter_id; a counter per person takes its place when teams grow
 * (reference-api.md 5).
 */
export function below(userId: bigint) {
  return sql`
    below AS (
      SELECT u.id, 1 AS level, u.invited_at AS joined FROM app_user u WHERE u.inviter_id = ${userId}
      UNION ALL
      SELECT u.id, 2, greatest(u.invited_at, b.joined) FROM app_user u JOIN below b ON u.inviter_id = b.id
    )`
}
