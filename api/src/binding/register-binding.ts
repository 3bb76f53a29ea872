import { boundAccounts, unbindAccount } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Register, Services } from '../services.ts'
import { bindCommands } from './bind-commands.ts'
import { serveBindAccount } from './bind-account.ts'
import { handleVerification } from './verify-job.ts'
import { linkAvatar, linkPrivateFile } from '../files/file-links.ts'
import { serve } from '../http/serve.ts'
import { describeReason } from '../refusals/reasons.ts'
import { platforms } from '../catalogue/platforms.ts'
import { reviewMinutes, maxAttempts } from '../tasks/task-states.ts'
import { getCachedSetting } from '../settings/settings.ts'
import { lockSignedIn } from '../sessions/lock-person.ts'
import type { Transaction } from '../database/database.ts'
import { Refusal } from '../refusals/refusal.ts'
import { findNextState } from './bind-states.ts'
import { limitTable } from '../limits/table.ts'

const mostAccounts = 50

/** Social accounts: bound after a check of followers and age, by a provider, the sandbox or an operator. */
export const registerBinding: Register = (app, services) => {
  serveBoundAccounts(app, services)
  serveBindAccount(app, services)
  serveUnbindAccount(app, services)
  handleVerification(app, services)
  bindCommands(services)
}

/** The person's social accounts, newest first; one that was unbound is gone. */
function serveBoundAccounts(app: FastifyInstance, services: Services): void {
  const { database, config, secrets, now } = services
  serve(app, boundAccounts, async ({ person, language }) => {
    const rows = await database.read
      .selectFrom('bind_account')
      .selectAll()
      .where('user_id', '=', person.id)
      .where('status', '<>', 0)
      .orderBy('id', 'desc')
      .limit(mostAccounts)
      .execute()
    return {
      list: rows.map(row => ({
        id: row.public_id,
        platform: row.platform,
        username: row.username,
        nickname: row.nickname,
        description: row.description,
        link: row.link,
        avatar: linkAvatar(row.avatar),
        background: row.background === null ? null : linkPrivateFile(secrets, row.background, now()),
        fans: row.fans === null ? null : Number(row.fans),
        reg_days: row.reg_days,
        bind_status: row.status,
        fail_reason: describeReason(row.fail_reason, language),
        challenge: row.challenge,
        created_at: row.created_at.toISOString(),
      })),
      rules: await getCachedSetting(services, 'bind_rules'),
      check_minutes: reviewMinutes(config.sandboxReviewSeconds),
      platforms: platforms.map(({ code, name, hosts, example }) => ({ code, name, hosts: [...hosts], example })),
    }
  })
}

/** Lets a bound account go, unless an open task needs it. */
function serveUnbindAccount(app: FastifyInstance, { now }: Services): void {
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
        const status = findNextState(row.status, 'unbound')
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
         WHERE a.user_id = ${userId} AND a.exec_status IN (0, 4) AND a.attempt < ${sql.lit(maxAttempts)}
           AND a.deadline_at > ${at} AND t.submit_fields @> '["account_id"]'::jsonb)
    ) AS needed`.execute(tx)
  return rows[0]?.needed ?? false
}
