import { findLatestEnd } from '../clock.ts'
import type { Queries } from '../database/database.ts'
import { defineAttemptCounter } from '../database/statement.ts'
import { Refusal } from '../refusals/refusal.ts'
import { createKeyedTurns } from '../limits/gate.ts'
import type { Services } from '../services.ts'

const wrongPayPasswords = 5
const lockedMs = 24 * 3_600_000
const turns = createKeyedTurns()

/**
 * Compares a trading password, outside any transaction. The attempt is counted with a place in the hash
 * queue and before it is compared; five wrong ones lock it for a day.
 *
 * @throws Refusal pay_pwd_unset · pay_pwd_wrong · pay_pwd_locked (with the seconds), naming the field
 */
export function checkPayPassword(
  { database, passwords, now }: Services,
  userId: bigint,
  password: string,
  field = 'pay_passwd',
): Promise<void> {
  return turns(String(userId), () =>
    passwords.inTurn('proved', async ({ matches }) => {
      const at = now()
      const [lockedUntil, latest] = [new Date(at.getTime() + lockedMs), findLatestEnd(at, lockedMs)]
      const [tried] = await database.countAttempt(takeTry, userId, wrongPayPasswords, lockedUntil, at, latest)
      if (!tried) throw await whyNotAttempted(database.read, userId, at, field)
      const { pay_pwd_hash: hash, pay_locked_until: until } = tried
      const isRight = await matches(password, hash).catch(async (error: unknown) => {
        await database.countAttempt(giveTryBack, userId, hash)
        throw error
      })
      if (isRight) return void (await database.countAttempt(forgetTries, userId, hash))
      throw until
        ? createLockRefusal(until, at, field)
        : new Refusal('pay_pwd_wrong', { fields: { [field]: 'pay_pwd_wrong' } })
    }),
  )
}

type PasswordAttempt = { readonly pay_pwd_hash: string; readonly pay_locked_until: Date | null }

const takeTry = defineAttemptCounter<
  PasswordAttempt,
  [userId: bigint, allowed: number, lockedUntil: Date, now: Date, latest: Date]
>(`
  UPDATE app_user SET
    pay_fail_count = CASE WHEN pay_locked_until IS NULL THEN pay_fail_count ELSE 0 END + 1,
    pay_locked_until = CASE WHEN CASE WHEN pay_locked_until IS NULL THEN pay_fail_count ELSE 0 END + 1 >= $2
                            THEN $3::timestamptz END
  WHERE id = $1 AND pay_pwd_hash IS NOT NULL
    AND (pay_locked_until IS NULL OR pay_locked_until <= $4 OR pay_locked_until > $5)
  RETURNING pay_pwd_hash, pay_locked_until`)

/** It was right, and is still the password. */
const forgetTries = defineAttemptCounter<never, [userId: bigint, hash: string]>(
  'UPDATE app_user SET pay_fail_count = 0, pay_locked_until = NULL WHERE id = $1 AND pay_pwd_hash = $2',
)

/** It was not compared. */
const giveTryBack = defineAttemptCounter<never, [userId: bigint, hash: string]>(
  `UPDATE app_user SET pay_fail_count = greatest(pay_fail_count - 1, 0), pay_locked_until = NULL
   WHERE id = $1 AND pay_pwd_hash = $2`,
)

async function whyNotAttempted(db: Queries, userId: bigint, at: Date, field: string): Promise<Refusal> {
  const { pay_pwd_hash: hash, pay_locked_until: until } = await db
    .selectFrom('app_user')
    .select(['pay_pwd_hash', 'pay_locked_until'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return hash === null ? new Refusal('pay_pwd_unset') : createLockRefusal(until ?? at, at, field)
}

function createLockRefusal(until: Date, now: Date, field: string): Refusal {
  return new Refusal('pay_pwd_locked', {
    retryAfter: Math.ceil((until.getTime() - now.getTime()) / 1000),
    fields: { [field]: 'pay_pwd_locked' },
  })
}
