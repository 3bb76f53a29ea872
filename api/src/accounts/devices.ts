import { devices, endDevice, logout } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { Refusal } from '../refusals/refusal.ts'
import { serve } from '../http/serve.ts'
import { hashText } from '../secrets/hash-text.ts'
import { openSessions, sessionsPerPerson } from '../sessions/session.ts'

/** Logout, and the sessions of a person: seen and ended by the person. */
export function serveDevices(app: FastifyInstance, { database, now }: Services): void {
  serve(app, logout, async ({ token, transact }) => {
    if (token === undefined) return {}
    return transact(async tx => {
      await tx
        .updateTable('session')
        .set({ revoked_at: now(), revoke_reason: 'logout' })
        .where('token_hash', '=', hashText(token))
        .where('revoked_at', 'is', null)
        .execute()
      return {}
    })
  })

  serve(app, devices, async ({ person }) => {
    const rows = await openSessions(database.read, now())
      .selectAll('session')
      .where('session.user_id', '=', person.id)
      .orderBy('session.id', 'desc')
      .limit(sessionsPerPerson)
      .execute()
    return {
      list: rows.map(row => ({
        id: row.public_id,
        user_agent: row.user_agent,
        login_type: row.login_type,
        created_at: row.created_at.toISOString(),
        last_seen_at: row.last_seen_at.toISOString(),
        is_current: row.id === person.sessionId,
      })),
    }
  })

  serve(app, endDevice, async ({ input, person, transact }) =>
    transact(async tx => {
      const ended = await tx
        .updateTable('session')
        .set({ revoked_at: now(), revoke_reason: 'ended' })
        .where('public_id', '=', input.id)
        .where('user_id', '=', person.id)
        .where('revoked_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!ended) throw new Refusal('not_found')
      return {}
    }),
  )
}
