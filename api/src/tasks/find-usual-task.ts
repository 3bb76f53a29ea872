import type { Queries } from '../database/database.ts'
import { isOffered } from './task-states.ts'

/** Of the tasks that are open now, the one whose reward is in the middle: what is usual, not what is best. */
export async function findUsualTask(db: Queries, at: Date) {
  const open = await db
    .selectFrom('task')
    .select(['title_i18n', 'minutes', 'picture', 'reward'])
    .where(isOffered(at))
    .orderBy('reward')
    .orderBy('id')
    .execute()
  return open[Math.floor(open.length / 2)]
}
