import type { TeamFriend } from '@adcoin/contract'
import { sql } from 'kysely'
import type { Queries } from '../database/database.ts'
import { findDay, type LocalDay } from '../days/local-days.ts'
import { linkAvatar } from '../files/file-links.ts'
import type { SignedInPerson } from '../http/http-dependencies.ts'

const weeks = 6
const weekMs = 7 * 86_400_000
/** A chart names the friends who brought most; the list of members has all of them. */
const mostFriends = 50

/** A day, and the moment at which the team is counted for it. */
type Count = { readonly day: string; readonly until: Date }

/** The same hour of the last weeks; the last is now. */
export function listWeeks(zone: string, now: Date): readonly Count[] {
  return Array.from({ length: weeks }, (_, index) => {
    const until = new Date(now.getTime() - (weeks - 1 - index) * weekMs)
    return { day: findDay(zone, until), until }
  })
}

/** The last moment of each of those days; today's is now. */
export function listDayEnds(days: readonly LocalDay[], now: Date): readonly Count[] {
  return days.map(({ day }, index) => {
    const next = days[index + 1]
    return { day, until: next ? new Date(next.from.getTime() - 1) : now }
  })
}

type Figure = 'members' | 'active' | 'tasks'

/** The team in numbers now, and its size at each of those moments, from one pass over its members. */
export async function readSizes(db: Queries, userId: bigint, today: Date, counts: readonly Count[]) {
  // `nth` is how many of the moments were before a member joined; one who joined at the very moment counts for it.
  const { rows } = await sql<{ level: number; nth: number | null } & Record<Figure, bigint>>`
    SELECT level, nth, members, active, tasks
      FROM team_parts(${userId}, ${today}, ARRAY(
             SELECT until + interval '1 microsecond'
               FROM unnest(${counts.map(({ until }) => until.toISOString())}::timestamptz[]) until
           ))`.execute(db)
  const sumOf = (name: Figure, isCounted: (row: (typeof rows)[number]) => boolean = () => true) =>
    rows.filter(isCounted).reduce((sum, row) => sum + Number(row[name]), 0)
  return {
    total: sumOf('members'),
    direct: sumOf('members', ({ level }) => level === 1),
    active: sumOf('active'),
    tasks: sumOf('tasks'),
    growth: counts.map(({ day }, index) => ({ day, team_num: sumOf('members', ({ nth }) => (nth ?? index) <= index) })),
  }
}

type FriendRow = {
  public_id: string
  nick_name: string | null
  avatar_file_id: string | null
  level: number
  joined: Date
  income: bigint
}

/** Friends who joined or brought income since then, with the amount, the largest first. */
export async function countFriends(
  db: Queries,
  { id, timeZone }: Pick<SignedInPerson, 'id' | 'timeZone'>,
  since: Date,
): Promise<TeamFriend[]> {
  const { rows } = await sql<FriendRow>`
    WITH brought AS (
      SELECT t.user_id, sum(e.amount)::bigint AS income
        FROM ledger_entry e
        JOIN ledger_txn t ON t.id = e.txn_id
        JOIN ledger_account a ON a.id = e.account_id
       WHERE coalesce(a.user_id, 0) = ${id} AND a.kind = 'coin' AND a.currency = 'ADC'
         AND e.label = 'share_income' AND e.created_at >= ${since}
       GROUP BY t.user_id
    ),
    most AS (
      SELECT below.*, coalesce(brought.income, 0)::bigint AS income
        FROM team_joined(${id}, ${since}, ARRAY(SELECT user_id FROM brought WHERE income > 0)) below
        LEFT JOIN brought ON brought.user_id = below.id
       ORDER BY income DESC, joined DESC, id DESC
       LIMIT ${sql.lit(mostFriends)}
    )
    SELECT u.public_id, u.nick_name, u.avatar_file_id, most.level, most.joined, most.income
      FROM most JOIN app_user u ON u.id = most.id
     ORDER BY income DESC, joined DESC, u.id DESC`.execute(db)
  return rows.map(row => ({
    user_id: row.public_id,
    nick_name: row.nick_name,
    avatar: linkAvatar(row.avatar_file_id),
    level: row.level,
    income: String(row.income),
    joined_day: findDay(timeZone, row.joined),
  }))
}
