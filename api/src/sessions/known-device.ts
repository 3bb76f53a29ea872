import { sql } from 'kysely'
import type { Transaction } from '../database/database.ts'
import { toDeviceKey } from './device-name.ts'

/** A device that did not sign in for longer is unknown again. */
const knownMs = 180 * 86_400_000

/**
 * Remembers the device of a sign-in. The person is locked.
 *
 * @returns whether it is unknown to an account that knows another one: the first device of an account is its owner's
 */
export async function rememberDevice(tx: Transaction, userId: bigint, userAgent: string, at: Date): Promise<boolean> {
  const { rows } = await sql<{ devices: bigint; seen_at: Date | null }>`
    WITH remembered AS (
      INSERT INTO known_device (user_id, name, seen_at) VALUES (${userId}, ${toDeviceKey(userAgent)}, ${at})
      ON CONFLICT (user_id, name) DO UPDATE SET seen_at = excluded.seen_at
    )
    SELECT count(*) AS devices, max(seen_at) FILTER (WHERE name = ${toDeviceKey(userAgent)}) AS seen_at
    FROM known_device WHERE user_id = ${userId}`.execute(tx)
  const { devices = 0n, seen_at = null } = rows[0] ?? {}
  return devices > 0n && (seen_at === null || at.getTime() - seen_at.getTime() > knownMs)
}

/** The next sign-in of such a device is one of an unknown device. */
export async function forgetDevice(tx: Transaction, userId: bigint, userAgent: string): Promise<void> {
  await tx.deleteFrom('known_device').where('user_id', '=', userId).where('name', '=', toDeviceKey(userAgent)).execute()
}
