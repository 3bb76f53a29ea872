import type { JudgeLease, JudgeLook, JudgeSeen } from '@adcoin/contract'
import type { InferOutput } from 'valibot'
import type { Services } from '../services.ts'
import { dayOf } from './count.ts'

/** A judge that did not look for so long has lost its lease; it looks every five seconds. */
const leaseMs = 30_000

/** Renews the lease of this judge, or takes a free one; keeps which releases are published. */
export async function judgeLooks(
  { database, now }: Services,
  { id, name, releases }: JudgeLook,
): Promise<InferOutput<typeof JudgeLease>> {
  const looked_at = now()
  return database.transaction(async tx => {
    const taken = await tx
      .insertInto('health_judge')
      .values({ id, name, looked_at })
      .onConflict(conflict =>
        conflict
          .column('one')
          .doUpdateSet({ id, name, looked_at })
          .where(({ or, eb }) =>
            or([
              eb('health_judge.id', '=', id),
              eb('health_judge.looked_at', '<', new Date(looked_at.getTime() - leaseMs)),
            ]),
          ),
      )
      .returning('id')
      .executeTakeFirst()
    if (releases.length > 0) {
      const first_day = dayOf(looked_at)
      await tx
        .insertInto('health_word')
        .values(releases.map(({ app, release }) => ({ app, release, kind: 'release', word: '', first_day })))
        .onConflict(conflict => conflict.columns(['app', 'release', 'kind', 'word']).doUpdateSet({ first_day }))
        .execute()
    }
    const judge = (await judgeOf(tx)) ?? { name, lookedAt: looked_at.toISOString() }
    return { isMine: taken !== undefined, judge }
  })
}

/** The judge with the lease, whether it still looks or not; null where none ever did. */
export async function judgeOf(read: Services['database']['read']): Promise<JudgeSeen | null> {
  const row = await read.selectFrom('health_judge').select(['name', 'looked_at']).executeTakeFirst()
  return row ? { name: row.name, lookedAt: row.looked_at.toISOString() } : null
}
