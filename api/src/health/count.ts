import type { HealthBucket } from '@adcoin/contract'
import { sql } from 'kysely'
import { toDay } from '../days/local-days.ts'
import type { Transaction } from '../database/database.ts'
import type { Client } from '../http/http-dependencies.ts'
import { toNetwork } from '../http/traffic.ts'
import { limitTable, multiplyLimit } from '../limits/table.ts'
import type { Services } from '../services.ts'
import { knownMinutes, countMinutesKnown, cleanReason } from './report-fields.ts'

/** A browser's report of one release. */
export type HealthReport = {
  readonly app: string
  readonly release: string
  readonly generation: number
  readonly side: 'canary' | 'control' | 'rest'
  readonly outcome: HealthBucket['outcome']
  readonly step: number
  readonly phase: string
  readonly reason: string
  readonly path: string
  /** The canary that the side is of; '' where there is none. */
  readonly trial: string
}
/** The reporting browser. */
export type Sayer = {
  readonly browser?: string | undefined
  readonly seen?: string | undefined
  readonly language?: string | undefined
  readonly family?: string | undefined
}

/** Kinds of words; browsers that were known before always find room for theirs. */
const caps = { release: 500, reason: 20, path: 60 } as const
/** Buckets of one minute: from then on without details, at twice as many not at all. */
const bucketsPerMinute = 2_000

/**
 * Counts a report of a browser, if it was not counted before, its network's sample has room, and the table has. A
 * report that does not count is dropped silently.
 *
 * @returns whether it counted
 */
export async function count(services: Services, report: HealthReport, sayer: Sayer, { ip }: Client): Promise<boolean> {
  const { database, secrets, limits, config, now } = services
  const at = now()
  const network = toNetwork(ip)
  // A browser without a number counts with its network.
  const browser = sayer.browser ?? network
  const { trial } = report
  const keyOf = (purpose: string, text: string) => secrets.keyed(purpose, text).slice(0, 24)
  const key = keyOf('health', `${browser} ${report.app}/${report.release} ${report.outcome} ${trial}`)
  const sampled = keyOf('health-sample', `${browser} ${network} ${trial}`)
  const before = await seenOf(database.read, trial, toDay(at), [key, sampled])
  if (before.has(key)) return false
  if (!before.has(sampled)) {
    // Before anything depends on a group or release: a shared address makes the sample smaller, never crooked.
    const limit = multiplyLimit(limitTable.browsersOfNetwork, config.addressLimitFactor)
    if (!(await limits.tryTake(`health:${trial}`, network, limit)).ok) return false
  }
  const known = (countMinutesKnown(secrets, sayer.browser, sayer.seen, at) ?? 0) >= knownMinutes
  return database.transaction(async tx => {
    await markSeen(tx, trial, toDay(at), sampled)
    return (await markSeen(tx, trial, toDay(at), key)) && add(tx, report, sayer, { known, at })
  })
}

type Reader = Services['database']['read']

/** Those of the keys that were seen: on this day, or in this canary. */
async function seenOf(read: Reader, trial: string, day: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows =
    trial === ''
      ? read.selectFrom('health_seen').select('key').where('day', '=', day).where('key', 'in', keys)
      : read.selectFrom('health_canary_seen').select('key').where('key', 'in', keys)
  return new Set((await rows.execute()).map(({ key }) => key))
}

/** @returns whether it was not there before */
async function markSeen(tx: Transaction, trial: string, day: string, key: string): Promise<boolean> {
  const row =
    trial === ''
      ? await tx
          .insertInto('health_seen')
          .values({ day, key })
          .onConflict(conflict => conflict.doNothing())
          .returning('key')
          .executeTakeFirst()
      : await tx
          .insertInto('health_canary_seen')
          .values({ key, first_day: day })
          .onConflict(conflict => conflict.doNothing())
          .returning('key')
          .executeTakeFirst()
  return row !== undefined
}

async function add(
  tx: Transaction,
  report: HealthReport,
  { language = '', family = '' }: Sayer,
  { known, at }: { known: boolean; at: Date },
): Promise<boolean> {
  const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000)
  const { app, release, generation, side, outcome, step, phase } = report
  const room = known ? 2 : 1
  const isThere = (kind: keyof typeof caps, word: string) =>
    admit(tx, { app, release, kind, word, first_day: toDay(at) }, caps[kind] * room)
  if (!(await isThere('release', ''))) return false
  const { buckets } = await tx
    .selectFrom('health_minute')
    .select(({ fn }) => fn.countAll<number>().as('buckets'))
    .where('minute', '=', minute)
    .executeTakeFirstOrThrow()
  if (Number(buckets) >= 2 * bucketsPerMinute * room) return false
  const isFull = Number(buckets) >= bucketsPerMinute * room
  const wordOr = async (kind: 'reason' | 'path', word: string) =>
    word === '' ? '' : !isFull && (await isThere(kind, word)) ? word : 'other'
  const bucket = {
    ...{ minute, app, release, generation, side, outcome, known, step, phase },
    reason: await wordOr('reason', cleanReason(report.reason)),
    path: await wordOr('path', report.path),
    language: isFull && language !== '' ? 'other' : language,
    family: isFull && family !== '' ? 'other' : family,
  }
  await tx
    .insertInto('health_minute')
    .values({ ...bucket, n: 1 })
    .onConflict(conflict =>
      conflict
        .columns(Object.keys(bucket) as (keyof typeof bucket)[])
        .doUpdateSet(({ ref }) => ({ n: sql<number>`${ref('health_minute.n')} + 1` })),
    )
    .execute()
  return true
}

type Word = { app: string; release: string; kind: keyof typeof caps; word: string; first_day: string }

/** Lets a word in where it is there already or there is room: of releases in all, of the others for each release. */
async function admit(tx: Transaction, word: Word, cap: number): Promise<boolean> {
  const there = await tx
    .selectFrom('health_word')
    .select('word')
    .where('app', '=', word.app)
    .where('release', '=', word.release)
    .where('kind', '=', word.kind)
    .where('word', '=', word.word)
    .executeTakeFirst()
  if (there) return true
  let those = tx
    .selectFrom('health_word')
    .select(({ fn }) => fn.countAll<number>().as('words'))
    .where('kind', '=', word.kind)
  if (word.kind !== 'release') those = those.where('app', '=', word.app).where('release', '=', word.release)
  const { words } = await those.executeTakeFirstOrThrow()
  if (Number(words) >= cap) return false
  await tx
    .insertInto('health_word')
    .values(word)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return true
}
