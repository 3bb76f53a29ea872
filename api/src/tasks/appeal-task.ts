import { appealTask, type ApiCode, type Appeal } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import type { Selectable } from 'kysely'
import type { Queries, Transaction } from '../database/database.ts'
import type { DB } from '../database/schema.ts'
import { serve } from '../http/serve.ts'
import { limitTable } from '../limits/table.ts'
import { describeReason } from '../refusals/reasons.ts'
import { refuseField, Refusal } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'
import { lockPerson } from '../sessions/lock-person.ts'
import { moveTo, toTaskStates } from './assignment-row.ts'
import { appealJob } from './review-job.ts'
import { toAppealed } from './task-states.ts'

/** Appeals the rejection of the last proof: it waits for a decision again, of another operator. */
export function serveAppealTask(app: FastifyInstance, services: Services): void {
  serve(
    app,
    appealTask,
    async ({ input, person, language, transact }) => {
      const text = cleanText(input.text)
      return transact(async tx => ({
        appeal: toAppeal(await appeal(tx, services, person.id, { ...input, text }), language),
      }))
    },
    { limits: [limitTable.appeals] },
  )
}

/** An operator reads it in a terminal too: no control characters but line breaks. */
function cleanText(given: string): string {
  const text = given.replace(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
  if (text.length < 10) throw refuseField('text', 'too_short')
  return text
}

const hourMs = 3_600_000

async function appeal(
  tx: Transaction,
  { config, jobs, now }: Services,
  userId: bigint,
  { assignment_id, text }: { assignment_id: string; text: string },
): Promise<AppealRow> {
  const at = now()
  await lockPerson(tx, userId, 'session_expired')
  const row = await tx
    .selectFrom('assignment')
    .select(['id', 'public_id', 'exec_status', 'review_status', 'attempt', 'history', 'fail_reason'])
    .where('public_id', '=', assignment_id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const next = toAppealed(toTaskStates(row))
  if (!next || (await findAppeal(tx, row.id))) throw new Refusal('conflict')
  await moveTo(tx, row, next, { entries: [], failReason: row.fail_reason })
  if (config.sandboxReviewSeconds > 0)
    await jobs.enqueue(tx, {
      kind: appealJob,
      payload: { assignment: row.public_id },
      runAt: new Date(at.getTime() + config.sandboxReviewSeconds * 1000),
      uniqueKey: `appeal:${row.public_id}`,
    })
  return tx
    .insertInto('appeal')
    .values({
      assignment_id: row.id,
      text,
      exec_before: row.exec_status,
      created_at: at,
      decide_by: new Date(at.getTime() + config.appealHours * hourMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

type AppealRow = Selectable<DB['appeal']>

/** The appeal of a claimed task; there is one at most. */
export function findAppeal(db: Queries, assignmentId: bigint): Promise<AppealRow | undefined> {
  return db.selectFrom('appeal').selectAll().where('assignment_id', '=', assignmentId).executeTakeFirst()
}

export function toAppeal(row: AppealRow, language: ApiCode): Appeal {
  return {
    state: row.state,
    text: row.text,
    at: row.created_at.toISOString(),
    decide_by: row.decide_by.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    reason: describeReason(row.reason, language),
  }
}
