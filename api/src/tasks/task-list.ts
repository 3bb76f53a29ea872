import { sql } from 'kysely'
import { coin, taskList, type ApiCode, type TaskItem } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import type { Queries } from '../database/database.ts'
import { isOffered, isStillOpen, reviewMinutes, maxAttempts } from './task-states.ts'
import { toDay, findDay, startOfNextDay } from '../days/local-days.ts'
import { readLimit, makeCursor, makePage, readCursor } from '../http/cursor.ts'
import { textOf } from '../refusals/languages.ts'
import { serve } from '../http/serve.ts'
import { getCachedSetting } from '../settings/settings.ts'
import type { Services } from '../services.ts'
import { readDayOfPerson } from './assignment-row.ts'
import { findLock, needsAccount } from './locks.ts'
import { toCardPicture } from './task-pictures.ts'

/** The tasks of the day, each with the person's own claim of today, or with an earlier one that is still open. */
export function serveTaskList(app: FastifyInstance, services: Services): void {
  const { database, secrets, now } = services
  serve(app, taskList, async ({ input, person, language }) => {
    const db = database.read
    const at = now()
    const limit = readLimit(input)
    const cursorOf = { list: 'task', person: person.id, filter: input.kind ?? '' }
    const after = readCursor(secrets, cursorOf, input.cursor)
    const perDay = await getCachedSetting(services, 'tasks_per_day')
    const { hasAccount, ...today } = await readDayOfPerson(db, person.id, toDay(at))
    const limits = { hasAccount, isAtLimit: today.received >= perDay }
    const place = placeOf(limits, at)
    let query = selectOffered(db, person.id, at).select(place.as('place'))
    if (input.kind !== undefined) query = query.where('task.kind', '=', Number(input.kind))
    if (after !== undefined) query = query.where(place, '>', after)
    const rows = await query
      .orderBy(place)
      .limit(limit + 1)
      .execute()
    const page = makePage(
      rows,
      limit,
      row => row.place,
      id => makeCursor(secrets, cursorOf, id),
      row => taskItem(row, language, limits),
    )
    return {
      ...page,
      today: {
        received: today.received,
        submitted: today.submitted,
        passed: today.passed,
        in_review: today.inReview,
        earned: String(today.earned),
        ...(await leftToDo(db, person.id, at, { perDay, received: today.received })),
        review_minutes: reviewMinutes(services.config.sandboxReviewSeconds),
        day: findDay(person.timeZone, at),
        next_day_at: startOfNextDay(at).toISOString(),
      },
    }
  })
}

type TaskLimits = { readonly hasAccount: boolean; readonly isAtLimit: boolean }

/**
 * Orders tasks by what a person can do now: first submissions to send, then tasks to claim, in review, locked, and at
 * the end done. Within each: position, then id. One number, so that a page can begin after it.
 */
function placeOf({ hasAccount, isAtLimit }: TaskLimits, at: Date) {
  return sql<bigint>`((CASE
    WHEN mine.public_id IS NULL THEN CASE
      WHEN coalesce(task_day.quota_left, task.quota_day) > 0 AND NOT ${isAtLimit}::boolean
        AND (${hasAccount}::boolean OR NOT task.submit_fields @> '["account_id"]'::jsonb) THEN 1
      ELSE 3 END
    WHEN ${isStillOpen(at, 'mine')} THEN 0
    WHEN mine.review_status = 1 THEN 2
    ELSE 4 END)::bigint << 56) + (task.position::bigint << 40) + task.id`
}

function selectOffered(db: Queries, userId: bigint, at: Date) {
  const day = toDay(at)
  return db
    .selectFrom('task')
    .leftJoin('task_day', join => join.onRef('task_day.task_id', '=', 'task.id').on('task_day.day', '=', day))
    .leftJoinLateral(
      inner =>
        inner
          .selectFrom('assignment')
          .select(['public_id', 'exec_status', 'review_status', 'attempt', 'deadline_at'])
          .whereRef('assignment.task_id', '=', 'task.id')
          .where('assignment.user_id', '=', userId)
          .where(either => either.or([either('assignment.day', '=', day), isStillOpen(at)]))
          .orderBy('assignment.id', 'desc')
          .limit(1)
          .as('mine'),
      join => join.onTrue(),
    )
    .select([
      'task.public_id',
      'task.kind',
      'task.title_i18n',
      'task.icon',
      'task.picture',
      'task.reward',
      'task.minutes',
      'task.ends_at',
      'task.submit_fields',
      'mine.public_id as assignment_id',
      'mine.exec_status',
      'mine.review_status',
      'mine.attempt',
      'mine.deadline_at',
    ])
    .select(sql<number>`coalesce(task_day.quota_left, task.quota_day)`.as('quota_left'))
    .where(isOffered(at))
}

type OfferedRow = Awaited<ReturnType<ReturnType<typeof selectOffered>['execute']>>[number]

function taskItem(row: OfferedRow, language: ApiCode, limits: { hasAccount: boolean; isAtLimit: boolean }): TaskItem {
  return {
    id: row.public_id,
    assignment_id: row.assignment_id,
    kind: row.kind,
    title: textOf(row.title_i18n, language),
    icon: row.icon,
    picture: toCardPicture(row.picture, language),
    reward: String(row.reward),
    ...coin,
    quota_left: row.quota_left,
    ends_at: row.ends_at?.toISOString() ?? null,
    minutes: row.minutes,
    exec_status: row.exec_status,
    review_status: row.review_status,
    deadline_at: row.deadline_at?.toISOString() ?? null,
    attempts_left: maxAttempts - (row.attempt ?? 0),
    lock: findLock({
      isClaimed: row.assignment_id !== null,
      isOver: false,
      quotaLeft: row.quota_left,
      needsAccount: needsAccount(row.submit_fields),
      ...limits,
    }),
  }
}

/**
 * The number of tasks to do, and their rewards: unclaimed tasks with a place left, and claimed ones without a
 * submission.
 */
async function leftToDo(
  db: Queries,
  userId: bigint,
  at: Date,
  { perDay, received }: { perDay: number; received: number },
): Promise<{ limit: number; left_to_earn: string }> {
  const isOpenForMore = sql<boolean>`${received < perDay}::boolean`
  const { offers, left } = await db
    .selectFrom(selectOffered(db, userId, at).as('open'))
    .select([
      sql<bigint>`count(*)`.as('offers'),
      sql<bigint>`coalesce(sum(open.reward) FILTER (WHERE
        (open.assignment_id IS NULL AND open.quota_left > 0 AND ${isOpenForMore})
        OR (open.exec_status IN (0, 4) AND open.attempt < ${sql.lit(maxAttempts)})), 0)::bigint`.as('left'),
    ])
    .executeTakeFirstOrThrow()
  // The day's limit, or all that there is: a ring that can be closed.
  return { limit: Math.min(perDay, Math.max(Number(offers), received)), left_to_earn: String(left) }
}
