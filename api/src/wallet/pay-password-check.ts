import { Refusal } from '../refusals/refusal.ts'
import { keyedTurns } from '../limits/gate.ts'
import type { Services } from '../services.ts'

const wrongPayPasswords = 5
const lockedMs = 24 * 3_600_000
const turns = keyedTurns()

/**
 * Compares a trading password, outside any transaction. The try is counted before it is compared; five wrong ones lock
 * it for a day.
 *
 * @throws Refusal pay_pwd_unset · pay_pwd_wrong · pay_pwd_locked (with the seconds), naming the field
 */
export function checkPayPassword(
  { database, passwords, now }: Services,
  userId: bigint,
  password: string,
  field = 'pay_passwd',
): Promise<void> {
  return turns(String(userId), async () => {
    const tried = await database.transaction(async tx => {
      const row = await tx
        .selectFrom('app_user')
        .select(['pay_pwd_hash', 'pay_fail_count', 'pay_locked_until'])
        .where('id', '=', userId)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow()
      if (row.pay_pwd_hash === null) throw new Refusal('pay_pwd_unset')
      if (row.pay_locked_until && row.pay_locked_until > now()) throw locked(row.pay_locked_until, now(), field)
      const count = (row.pay_locked_until ? 0 : row.pay_fail_count) + 1
      const until = count >= wrongPayPasswords ? new Date(now().getTime() + lockedMs) : null
      await tx
        .updateTable('app_user')
        .set({ pay_fail_count: count, pay_locked_until: until })
        .where('id', '=', userId)
        .execute()
      return { hash: row.pay_pwd_hash, until }
    })
    if (await passwords.matches(password, tried.hash)) {
      await database.transaction(async tx =>
        tx
          .updateTable('app_user')
          .set({ pay_fail_count: 0, pay_locked_until: null })
          .where('id', '=', userId)
          .where('pay_pwd_hash', '=', tried.hash)
          .execute(),
      )
      return
    }
    throw tried.until
      ? locked(tried.until, now(), field)
      : new Refusal('pay_pwd_wrong', { fields: { [field]: 'pay_pwd_wrong' } })
  })
}

function locked(until: Date, now: Date, field: string): Refusal {
  return new Refusal('pay_pwd_locked', {
    retryAfter: Math.ceil((until.getTime() - now.getTime()) / 1000),
    fields: { [field]: 'pay_pwd_locked' },
  })
}
