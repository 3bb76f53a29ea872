import { unbindAccount } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { lockSignedIn } from '../sessions/session.ts'
import type { Transaction } from '../database/database.ts'
import { Refusal } from '../refusals/refusal.ts'
import { serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { maxAttempts } from '../tasks/task-states.ts'
import { afterStep } from './bind-states.ts'
import { limitTable } from '../limits/table.ts'

/** Lets a bound account go, unless an open task needs it. */
export function serveUnbindAccount(app: FastifyInstance, { now }: Services): void {
  serve(
    app,
    unbindAccount,
    async ({ input, person, transact }) =>
      transact(async tx => {
        await lockSignedIn(tx, person)
        const row = await tx
          .selectFrom('bind_account')
          .select(['id', 'status'])
          .where('public_id', '=', input.id)
          .where('user_id', '=', person.id)
          .where('status', '<>', 0)
          .forUpdate()
          .executeTakeFirst()
        if (!row) throw new Refusal('not_found')
        const status = afterStep(row.status, 'unbound')
        if (status === undefined) throw new Refusal('conflict')
        if (await isNeeded(tx, person.id, row.id, now())) throw new Refusal('unbind_open')
        await tx
          .updateTable('bind_account')
          .set({ status, decided_by: 'owner', decided_at: now() })
          .where('id', '=', row.id)
          .where('status', '=', row.status)
          .execute()
        return {}
      }),
    { limits: [limitTable.unbindings] },
  )
}

/** Proof from it waits for review; or it is the last one, and a claimed task asks for one. */
async function isNeeded(tx: Transaction, userId: bigint, accountId: bigint, at: Date): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    SELECT EXISTS (
      SELECT 1 FROM assignment a JOIN submission s ON s.assignment_id = a.id AND s.attempt = a.attempt
       WHERE a.user_id = ${userId} AND a.review_status = 1 AND s.bind_account_id = ${accountId}
    ) OR (
      NOT EXISTS (SELECT 1 FROM bind_account b WHERE b.user_id = ${userId} AND b.status = 2 AND b.id <> ${accountId})
      AND EXISTS (
        SELECT 1 FROM assignment a JOIN task t ON t.id = a.task_id
         WHERE a.user_id = ${userId} AND a.exec_status IN (0, 4) AND a.attempt < ${sql.lit(maxAttempts)} AND a.deadline_at > ${at} AND t.submit_fields @> '["account_id"]'::jsonb)
    ) AS needed`.execute(tx)
  return rows[0]?.needed ?? false
}
