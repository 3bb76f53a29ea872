import { refuseDevice } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../database/database.ts'
import { serve, type CallRequest } from '../http/serve.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'
import { forgetDevice } from '../sessions/known-device.ts'
import { lockSignedIn } from '../sessions/lock-person.ts'
import { endSessions } from '../sessions/session.ts'
import { readOwner } from './owner-proof.ts'
import { freezeWithdrawals, notifyOwner } from './security-change.ts'

/** A sign-in that was not the person, still open or not: whoever it was must not come back. */
export function serveRefuseDevice(app: FastifyInstance, services: Services): void {
  serve(app, refuseDevice, request => refuse(services, request))
}

async function refuse(
  services: Services,
  { input, person, language, transact }: CallRequest<typeof refuseDevice>,
): Promise<Record<string, never>> {
  return transact(async tx => {
    await lockSignedIn(tx, person)
    const device = await tx
      .selectFrom('session')
      .select(['id', 'user_agent', 'created_at', 'revoke_reason'])
      .where('public_id', '=', input.id)
      .where('user_id', '=', person.id)
      .executeTakeFirst()
    if (!device) throw new Refusal('not_found')
    if (device.id === person.sessionId) throw new Refusal('device_own')
    if (device.revoke_reason === 'refused') return {}
    await endSessions(tx, person.id, 'ended', services.now(), person.sessionId)
    await tx.updateTable('session').set({ revoke_reason: 'refused' }).where('id', '=', device.id).execute()
    await forgetDevice(tx, person.id, device.user_agent)
    await closeWaysIn(tx, person.id, device.created_at)
    await freezeWithdrawals(services, tx, person.id)
    await notifyOwner(services, tx, await readOwner(tx, person.id), 'device_refused', language)
    return {}
  })
}

/** A Google account is linked in the transaction of the sign-in, by the clock some moments before its session. */
const sameSignInMs = 60_000

/**
 * The password was known to another person, so it opens nothing any more. Nor does what was added since that sign-in:
 * the other person may have added it. Older passkeys stay: they need a device of the owner.
 */
async function closeWaysIn(tx: Transaction, userId: bigint, signedInAt: Date): Promise<void> {
  const since = new Date(signedInAt.getTime() - sameSignInMs)
  await tx.updateTable('app_user').set({ pwd_hash: null }).where('id', '=', userId).execute()
  await tx.deleteFrom('passkey').where('user_id', '=', userId).where('created_at', '>=', since).execute()
  await tx.deleteFrom('oauth_identity').where('user_id', '=', userId).where('created_at', '>=', since).execute()
}
