import { findLatestEnd } from '../clock.ts'
import type { LockedPerson } from './lock-person.ts'
import { toTimeZone } from '../days/local-days.ts'
import { ignoreReadOnly, type Database, type Queries, type Transaction } from '../database/database.ts'
import { defineStatement } from '../database/statement.ts'
import type { Client, HttpDependencies } from '../http/http-dependencies.ts'
import { toNetwork } from '../http/traffic.ts'
import { hashText } from '../secrets/hash-text.ts'
import { createRandomId, createToken } from '../secrets/create-token.ts'

const day = 86_400_000
/** Source: rulings.md R11. */
const idleMs = 14 * day
const lifeMs = 30 * day
export const sessionsPerPerson = 10
/** last_seen_at is written at most this often, so that reading costs no write. */
const seenEveryMs = 600_000
const tokenPattern = /^[A-Za-z0-9_-]{43}$/

/**
 * Opens a session and answers its token, which is nowhere stored in clear. The oldest beyond ten are ended: logins of
 * one person at once are counted one after another, by the lock, else each would see ten.
 */
export async function openSession(
  tx: Transaction,
  { id: userId }: LockedPerson,
  loginType: 'mobile' | 'email',
  client: Client,
  now: Date,
): Promise<{ token: string; publicId: string; expiresAt: Date }> {
  const token = createToken()
  const publicId = createRandomId()
  const expiresAt = new Date(now.getTime() + lifeMs)
  await tx
    .insertInto('session')
    .values({
      public_id: publicId,
      user_id: userId,
      token_hash: hashText(token),
      login_type: loginType,
      ip: client.ip.slice(0, 64),
      user_agent: client.userAgent.slice(0, 300),
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
    })
    .execute()
  await tx
    .updateTable('session')
    .set({ revoked_at: now, revoke_reason: 'too_many' })
    .where('id', 'in', beyond =>
      beyond
        .selectFrom('session')
        .select('id')
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .orderBy('id', 'desc')
        .offset(sessionsPerPerson),
    )
    .execute()
  return { token, publicId, expiresAt }
}

/** The person of a token, or null: unknown, expired, revoked, disabled are all the same answer. */
export function createPersonFinder(database: Database, now: () => Date): HttpDependencies['findPerson'] {
  return async token => {
    const at = now()
    if (!token || !tokenPattern.test(token)) return null
    const [row] = await sessionOf(database.read, hashText(token), at, idleSince(at), findLatestEnd(at, lifeMs))
    if (!row) return null
    // Also where a wrong clock has seen it later than now.
    if (Math.abs(at.getTime() - row.last_seen_at.getTime()) > seenEveryMs) {
      await database
        .transaction(tx =>
          tx.updateTable('session').set({ last_seen_at: at }).where('id', '=', row.session_id).execute(),
        )
        .catch(ignoreReadOnly)
    }
    return {
      id: row.id,
      publicId: row.public_id,
      sessionId: row.session_id,
      loginType: row.login_type,
      countryCode: row.country_code,
      timeZone: toTimeZone(row.time_zone),
    }
  }
}

type SessionRow = {
  readonly session_id: bigint
  readonly login_type: 'mobile' | 'email'
  readonly last_seen_at: Date
  readonly id: bigint
  readonly public_id: string
  readonly country_code: string
  readonly time_zone: string | null
}

/** Queried before every private call: always from the database, so that an ended session ends everywhere. */
const sessionOf = defineStatement<SessionRow, [tokenHash: string, now: Date, idleSince: Date, latest: Date]>(`
  SELECT s.id AS session_id, s.login_type, s.last_seen_at, u.id, u.public_id, u.country_code, u.time_zone
  FROM session s JOIN app_user u ON u.id = s.user_id
  WHERE s.token_hash = $1 AND s.revoked_at IS NULL AND s.expires_at > $2 AND s.expires_at <= $4 AND s.last_seen_at > $3
    AND u.status = 'active'`)

const idleSince = (at: Date): Date => new Date(at.getTime() - idleMs)

/** Those of some sessions that are still open: by the rule of `createPersonFinder`. */
export async function selectLiveSessions(db: Queries, ids: readonly bigint[], at: Date): Promise<ReadonlySet<bigint>> {
  if (ids.length === 0) return new Set()
  const rows = await openSessions(db, at).select('session.id').where('session.id', 'in', ids).execute()
  return new Set(rows.map(row => row.id))
}

/** Sessions that are neither ended nor too old nor idle for too long, of an active person: the rule of `sessionOf`. */
export function openSessions(db: Queries, at: Date) {
  return db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', at)
    .where('session.expires_at', '<=', findLatestEnd(at, lifeMs))
    .where('session.last_seen_at', '>', idleSince(at))
    .where('app_user.status', '=', 'active')
}

/** Earlier sessions that are compared; older places are unknown again. */
const rememberedPlaces = 50

/**
 * Whether this device (its earlier key) or this network signed in to the account before. An unknown account costs the
 * same query.
 */
export async function wasSignedInFrom(
  db: Queries,
  userId: bigint | undefined,
  { ip }: Client,
  token: string | undefined,
): Promise<boolean> {
  const rows = await db
    .selectFrom('session')
    .select(['ip', 'token_hash'])
    .where('user_id', '=', userId ?? -1n)
    .orderBy('id', 'desc')
    .limit(rememberedPlaces)
    .execute()
  const [network, key] = [toNetwork(ip), token === undefined ? null : hashText(token)]
  return rows.some(row => row.token_hash === key || toNetwork(row.ip) === network)
}

export type RevokeReason = 'logout' | 'ended' | 'refused' | 'password_changed' | 'password_reset' | 'disabled'

/** Ends every session of a person; `except` stays. */
export async function endSessions(
  tx: Transaction,
  userId: bigint,
  reason: RevokeReason,
  now: Date,
  except?: bigint,
): Promise<void> {
  let query = tx
    .updateTable('session')
    .set({ revoked_at: now, revoke_reason: reason })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
  if (except !== undefined) query = query.where('id', '<>', except)
  await query.execute()
}
