import { coin, reviewStatuses, taskList, type ApiCode, type TaskItem } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import type { Queries } from '../database/database.ts'
import { defineStatement } from '../database/statement.ts'
import { isOpen, reviewMinutes, maxAttempts, stillOpenAfter } from './task-states.ts'
import { toDay, findDay, startOfNextDay } from '../days/local-days.ts'
import { readLimit, makeCursor, makePage, readCursor } from '../http/cursor.ts'
import { textOf } from '../refusals/languages.ts'
import { serve } from '../http/serve.ts'
import { getCachedSetting } from '../settings/settings.ts'
import type { Services } from '../services.ts'
import { hasBoundAccount, toTaskStates } from './assignment-row.ts'
import { findLock, needsAccount, type Lock } from './locks.ts'
import { toCardPicture } from './task-pictures.ts'

/** The tasks of the day, each with the person's own claim of today, or with an earlier one that is still open. */
export function serveTaskList(app: FastifyInstance, services: Services): void {
  const { database, secrets, now, sharedCache } = services
  serve(app, taskList, async ({ input, person, language }) => {
    const at = now()
    const limit = readLimit(input)
    const cursorOf = { list: 'task', person: person.id, filter: input.kind ?? '' }
    const after = readCursor(secrets, cursorOf, input.cursor)
    const perDay = await getCachedSetting(services, 'tasks_per_day')
    const tasks = await sharedCache.getOrLoad('open tasks', () => loadOpenTasks(database.read))
    const own = await readOwnDay(database.read, person.id, toDay(at), at)
    const today = countDay(own.claims ?? [], at.getTime())
    const lines = makeLines(tasks, own, today.received >= perDay, at.getTime())
    const shown = lines.filter(
      line =>
        (input.kind === undefined || line.task.kind === Number(input.kind)) &&
        (after === undefined || placeOf(line) > after),
    )
    const page = makePage(
      sortByRank(shown),
      limit,
      placeOf,
      id => makeCursor(secrets, cursorOf, id),
      line => taskItem(line, language),
    )
    return {
      ...page,
      today: {
        ...today,
        // The day's limit, or all that there is: a ring that can be closed.
        limit: Math.min(perDay, Math.max(lines.length, today.received)),
        left_to_earn: String(sumLeft(lines, today.received < perDay)),
        review_minutes: reviewMinutes(services.config.sandboxReviewSeconds),
        day: findDay(person.timeZone, at),
        next_day_at: startOfNextDay(at).toISOString(),
      },
    }
  })
}

type OpenTask = Awaited<ReturnType<typeof loadOpenTasks>>[number]

/** The same for everybody: open tasks by position and id. Those that begin later or are over are among them. */
async function loadOpenTasks(db: Queries) {
  const rows = await db
    .selectFrom('task')
    .select(['id', 'public_id', 'kind', 'title_i18n', 'icon', 'picture', 'reward', 'minutes', 'submit_fields'])
    .select(['quota_day', 'position', 'starts_at', 'ends_at'])
    .where('status', '=', 'open')
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    ...row,
    key: String(row.id),
    startsAt: row.starts_at.getTime(),
    endsAt: row.ends_at?.getTime() ?? Infinity,
    needsAccount: needsAccount(row.submit_fields),
  }))
}

/** JSON of a row of `assignment`. */
type Claim = {
  readonly task: string
  readonly public_id: string
  readonly exec_status: number
  readonly review_status: number
  readonly attempt: number
  readonly deadline_at: string
  readonly reward: string
  readonly is_of_today: boolean
}
type OwnDay = {
  /** Places left, by the id of a task that was claimed today. */
  readonly places: Readonly<Record<string, number>> | null
  /** The latest first. */
  readonly claims: readonly Claim[] | null
  readonly has_account: boolean
}

const ownDay = defineStatement<OwnDay, [userId: bigint, day: string, at: Date]>(`
  SELECT (SELECT json_object_agg(task_id, quota_left) FROM task_day WHERE day = $2) AS places,
         (SELECT json_agg(mine) FROM (
           SELECT task_id::text AS task, public_id, exec_status, review_status, attempt, deadline_at, reward::text,
                  day = $2 AS is_of_today
             FROM assignment
            WHERE user_id = $1 AND (day = $2 OR (${stillOpenAfter} $3))
            ORDER BY id DESC
         ) mine) AS claims,
         ${hasBoundAccount} AS has_account`)

async function readOwnDay(db: Queries, userId: bigint, day: string, at: Date): Promise<OwnDay> {
  const [row] = await ownDay(db, userId, day, at)
  if (!row) throw new Error('a SELECT without FROM has one row')
  return row
}

function countDay(claims: readonly Claim[], at: number) {
  const ofToday = claims.filter(claim => claim.is_of_today)
  const passed = ofToday.filter(claim => claim.review_status === reviewStatuses.passed)
  return {
    received: ofToday.length,
    submitted: ofToday.filter(claim => claim.attempt > 0).length,
    passed: passed.length,
    to_send: ofToday.filter(claim => isToSend(claim, at)).length,
    in_review: ofToday.filter(claim => claim.review_status === reviewStatuses.pending).length,
    earned: String(passed.reduce((sum, { reward }) => sum + BigInt(reward), 0n)),
  }
}

/** The order of the list: to send, to claim, in review, locked, done. */
const ranks = [0, 1, 2, 3, 4] as const

/** A task that is offered at this moment, for one person. */
type Line = {
  readonly task: OpenTask
  readonly claim: Claim | undefined
  readonly quotaLeft: number
  readonly lock: Lock | null
  readonly rank: (typeof ranks)[number]
}

function makeLines(tasks: readonly OpenTask[], own: OwnDay, isAtLimit: boolean, at: number): Line[] {
  const claims = new Map((own.claims ?? []).toReversed().map(claim => [claim.task, claim]))
  return tasks
    .filter(task => task.startsAt <= at && task.endsAt > at)
    .map(task => {
      const claim = claims.get(task.key)
      const quotaLeft = own.places?.[task.key] ?? task.quota_day
      const lock = findLock({
        isClaimed: claim !== undefined,
        isOver: false,
        quotaLeft,
        isAtLimit,
        needsAccount: task.needsAccount,
        hasAccount: own.has_account,
      })
      return { task, claim, quotaLeft, lock, rank: claim ? rankOf(claim, at) : lock === null ? 1 : 3 }
    })
}

function rankOf(claim: Claim, at: number): Line['rank'] {
  if (isToSend(claim, at)) return 0
  return claim.review_status === reviewStatuses.pending ? 2 : 4
}

const isToSend = (claim: Claim, at: number): boolean =>
  isOpen(toTaskStates(claim)) && Date.parse(claim.deadline_at) > at

/** By rank, then as the tasks were loaded: by position and id. */
const sortByRank = (lines: readonly Line[]): Line[] => ranks.flatMap(rank => lines.filter(line => line.rank === rank))

/** The order of the list as one number, so that a page can begin after it. */
const placeOf = ({ rank, task }: Line): bigint => (BigInt(rank) << 56n) + (BigInt(task.position) << 40n) + task.id

function taskItem({ task, claim, quotaLeft, lock }: Line, language: ApiCode): TaskItem {
  return {
    id: task.public_id,
    assignment_id: claim?.public_id ?? null,
    kind: task.kind,
    title: textOf(task.title_i18n, language),
    icon: task.icon,
    picture: toCardPicture(task.picture, language),
    reward: String(task.reward),
    ...coin,
    quota_left: quotaLeft,
    ends_at: task.ends_at?.toISOString() ?? null,
    minutes: task.minutes,
    exec_status: claim?.exec_status ?? null,
    review_status: claim?.review_status ?? null,
    deadline_at: claim ? new Date(claim.deadline_at).toISOString() : null,
    attempts_left: maxAttempts - (claim?.attempt ?? 0),
    lock,
  }
}

/** Rewards of what is to do: unclaimed tasks with a place left, and claimed ones without a submission. */
function sumLeft(lines: readonly Line[], isOpenForMore: boolean): bigint {
  return lines
    .filter(({ claim, quotaLeft }) => (claim ? isOpen(toTaskStates(claim)) : quotaLeft > 0 && isOpenForMore))
    .reduce((sum, { task }) => sum + task.reward, 0n)
}
