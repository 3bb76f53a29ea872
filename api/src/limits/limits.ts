import { findLatestEnd } from '../clock.ts'
import type { Database, Transaction } from '../database/database.ts'
import { defineAttemptCounter } from '../database/statement.ts'
import type { HttpDependencies, Limit } from '../http/http-dependencies.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** `alarm`: the half of it is logged as a warning. */
type AlarmedLimit = Limit & { readonly alarm?: true }

export type Limits = {
  /**
   * Takes one, in one statement and before what it guards: parallel callers are counted exactly. Throws 429 with the
   * seconds to wait.
   */
  take(name: string, subject: string, limit: AlarmedLimit): Promise<void>
  /** As `take`, telling instead of throwing. */
  tryTake(name: string, subject: string, limit: AlarmedLimit): Promise<{ ok: boolean; retryAfter: number }>
  /** Number taken in the present window. */
  used(name: string, subject: string, limit: Limit): Promise<number>
  /** Gives one back: the attempt was right. Inside a transaction it commits or rolls back with it. */
  giveBack(name: string, subject: string, tx?: Transaction): Promise<void>
}

/**
 * Windows in the database, so that every replica counts alike. Subjects (numbers, addresses) are stored as keyed
 * hashes.
 */
export function createLimits(
  database: Database,
  secrets: Secrets,
  now: () => Date,
  log: HttpDependencies['log'],
): Limits {
  const keyOf = (name: string, subject: string) => `${name}:${secrets.keyed('limit', subject)}`
  const limits: Limits = {
    async take(name, subject, limit) {
      const { ok, retryAfter } = await limits.tryTake(name, subject, limit)
      if (!ok) throw new Refusal('too_many', { retryAfter })
    },
    async tryTake(name, subject, { max, seconds, alarm }) {
      const at = now()
      const expired = new Date(at.getTime() - seconds * 1000)
      const latest = findLatestEnd(expired, seconds * 1000)
      const [bucket] = await database.countAttempt(takeOne, keyOf(name, subject), at, expired, latest)
      if (!bucket) throw new Error('a counted window has no row')
      if (alarm && bucket.n === Math.ceil(max / 2))
        log.warn({ limit: name, used: bucket.n, max }, 'half of a limit is used')
      return {
        ok: bucket.n <= max,
        retryAfter: Math.max(1, Math.ceil((bucket.window_start.getTime() + seconds * 1000 - at.getTime()) / 1000)),
      }
    },
    async used(name, subject, { seconds }) {
      const expired = new Date(now().getTime() - seconds * 1000)
      const bucket = await database.read
        .selectFrom('rate_bucket')
        .select('n')
        .where('key', '=', keyOf(name, subject))
        .where('window_start', '>', expired)
        .where('window_start', '<=', findLatestEnd(expired, seconds * 1000))
        .executeTakeFirst()
      return bucket?.n ?? 0
    },
    async giveBack(name, subject, tx) {
      const key = keyOf(name, subject)
      await (tx ? giveOneBack(tx, key) : database.countAttempt(giveOneBack, key))
    },
  }
  return limits
}

const takeOne = defineAttemptCounter<
  { n: number; window_start: Date },
  [key: string, at: Date, expired: Date, latest: Date]
>(`
  INSERT INTO rate_bucket (key, window_start, n) VALUES ($1, $2, 1)
  ON CONFLICT (key) DO UPDATE SET
    n = CASE WHEN rate_bucket.window_start <= $3 OR rate_bucket.window_start > $4 THEN 1 ELSE rate_bucket.n + 1 END,
    window_start = CASE WHEN rate_bucket.window_start <= $3 OR rate_bucket.window_start > $4 THEN $2
                        ELSE rate_bucket.window_start END
  RETURNING n, window_start`)

const giveOneBack = defineAttemptCounter<never, [key: string]>(
  'UPDATE rate_bucket SET n = greatest(n - 1, 0) WHERE key = $1',
)

export type LimitCounter = { readonly name: string; readonly subject: string; readonly limit: Limit }

/**
 * Counts an attempt before it is compared, and gives it back unless the comparison failed. An attempt that was not
 * compared, because a counter refused or `isWrong` threw, is given back too.
 *
 * @returns what `isWrong` returned
 * @throws Refusal too_many
 */
export async function tryWithinLimits(
  limits: Limits,
  counters: readonly LimitCounter[],
  isWrong: () => Promise<boolean>,
): Promise<boolean> {
  const taken: LimitCounter[] = []
  let wrong = false
  try {
    for (const counter of counters) {
      taken.push(counter)
      await limits.take(counter.name, counter.subject, counter.limit)
    }
    return (wrong = await isWrong())
  } finally {
    if (!wrong) for (const { name, subject } of taken) await limits.giveBack(name, subject)
  }
}
