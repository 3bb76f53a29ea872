import type { Services } from '../services.ts'
import { dayOf } from './count.ts'

const dayMs = 86_400_000
const keptDays = 30
/** More than so many buckets are no counts any more: the oldest go first. About 300 MB. */
const mostBuckets = 1_500_000

/** Every hour: removes buckets older than 30 days or too many, browsers counted before today, and unused words. */
export function forgetHealth({ jobs, now }: Services): void {
  jobs.every('health.forget', 3600, async tx => {
    const before = new Date(now().getTime() - keptDays * dayMs)
    await tx.deleteFrom('health_minute').where('minute', '<', before).execute()
    await tx.deleteFrom('health_word').where('first_day', '<', dayOf(before)).execute()
    await tx.deleteFrom('health_canary_seen').where('first_day', '<', dayOf(before)).execute()
    await tx.deleteFrom('health_seen').where('day', '<', dayOf(now())).execute()
    const tooOld = await tx
      .selectFrom('health_minute')
      .select('minute')
      .orderBy('minute', 'desc')
      .offset(mostBuckets)
      .limit(1)
      .executeTakeFirst()
    if (tooOld) await tx.deleteFrom('health_minute').where('minute', '<=', tooOld.minute).execute()
  })
}
