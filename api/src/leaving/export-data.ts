import { coin, exportData } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { nameOwnerTicket } from '../accounts/owner-proof.ts'
import { consumeTicket } from '../codes/tickets.ts'
import { serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { exportMoney } from './export-money.ts'
import { exportWork } from './export-work.ts'
import { createGate } from '../limits/gate.ts'
import { limitTable } from '../limits/table.ts'
import type { Transaction } from '../database/database.ts'

const exports = [limitTable.exports]
/** An export reads for seconds: two at once leave the other connections of the pool to short calls. */
const turn = createGate(2, 20)

/**
 * All data about a person, read in one transaction, so that the parts are consistent. Left out, and named in the file:
 * secrets (hashes, codes, tokens) and other people's data.
 */
export function serveExport(app: FastifyInstance, services: Services): void {
  serve(
    app,
    exportData,
    ({ input, person, language, transact }) =>
      turn(() =>
        transact(async tx => {
          await consumeTicket(services, tx, 'owner', nameOwnerTicket(person.id), input.verify_ticket)
          return {
            made_at: services.now().toISOString(),
            service: services.config.publicUrl,
            amounts: `whole numbers of the smallest unit; Ad Coin has ${coin.scale} decimals`,
            left_out: 'passwords, codes and keys; the full numbers of payment accounts; the data of other people',
            ...(await exportedPerson(tx, person.id)),
            ...(await exportMoney(tx, person.id, language)),
            ...(await exportWork(tx, person.id, language)),
          }
        }),
      ),
    { limits: exports },
  )
}

/** The person, how they sign in, their inbox, and the team around them. */
async function exportedPerson(tx: Transaction, userId: bigint): Promise<Record<string, unknown>> {
  const profile = await tx
    .selectFrom('app_user')
    .leftJoin('app_user as inviter', 'inviter.id', 'app_user.inviter_id')
    .select([
      'app_user.public_id as user_id',
      'app_user.mobile_e164 as mobile',
      'app_user.email_norm as email',
      'app_user.country_code',
      'app_user.nick_name',
      'app_user.birthday',
      'app_user.gender',
      'app_user.avatar_file_id as avatar',
      'app_user.language',
      'app_user.time_zone',
      'app_user.invite_code',
      'app_user.invited_at',
      'inviter.public_id as inviter_id',
      'app_user.withdraw_frozen_until',
      'app_user.created_at',
    ])
    .where('app_user.id', '=', userId)
    .executeTakeFirstOrThrow()
  const inbox = await tx
    .selectFrom('inbox_item')
    .select(['kind', sql<string | null>`amount::text`.as('amount'), 'ref', 'created_at', 'read_at'])
    .where('user_id', '=', userId)
    .orderBy('seq')
    .execute()
  const members = await tx
    .selectFrom('app_user')
    .select(['public_id as user_id', 'invited_at as joined_at'])
    .where('inviter_id', '=', userId)
    .orderBy('id')
    .execute()
  return { profile, sign_in: await exportedSignIns(tx, userId), team: { direct_members: members }, inbox }
}

/** The ways to sign in, and where the person did. */
async function exportedSignIns(tx: Transaction, userId: bigint): Promise<Record<string, unknown>> {
  const google = await tx
    .selectFrom('oauth_identity')
    .select(['provider', 'subject', 'email', 'created_at'])
    .where('user_id', '=', userId)
    .execute()
  const passkeys = await tx
    .selectFrom('passkey')
    .select(['credential_id', 'user_agent', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const sessions = await tx
    .selectFrom('session')
    .select(['login_type', 'ip', 'user_agent', 'created_at', 'last_seen_at', 'expires_at', 'revoked_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const devices = await tx
    .selectFrom('known_device')
    .select(['name', 'seen_at'])
    .where('user_id', '=', userId)
    .orderBy('seen_at')
    .execute()
  const push = await tx
    .selectFrom('push_subscription')
    .select(['endpoint', 'kinds', 'updated_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return { google, passkeys, sessions, devices, notified_browsers: push }
}
