import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { toDay } from '../../days/local-days.ts'

/** Fills the list up to so many tasks, each with a day's places already taken from: an ordinary morning. */
export async function fillTaskList({ transaction }: Database, count: number, at: Date): Promise<void> {
  await transaction(async tx => {
    await sql`
      INSERT INTO task (public_id, code, kind, platform, icon, title_i18n, brief_i18n, steps_i18n, disclosure_i18n,
                        hashtag_i18n, submit_fields, reward, quota_day, position, picture)
      SELECT 'bench-' || n, 'bench-' || n, one.kind, one.platform, one.icon, one.title_i18n, one.brief_i18n,
             one.steps_i18n, one.disclosure_i18n, one.hashtag_i18n, one.submit_fields, one.reward, 1000, n, one.picture
        FROM generate_series(0, ${count}::int - 1 - (SELECT count(*)::int FROM task)) n
        JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS nth, count(*) OVER () AS of FROM task) one
          ON one.nth = n % one.of`.execute(tx)
    await sql`
      INSERT INTO task_day (task_id, day, quota_left) SELECT id, ${toDay(at)}, quota_day - 1 FROM task
      ON CONFLICT DO NOTHING`.execute(tx)
  })
}
