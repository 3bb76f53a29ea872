import { sql } from 'kysely'
import type { about, ResponseOf } from '@adcoin/contract'
import type { Services } from '../services.ts'

type Figures = NonNullable<ResponseOf<typeof about>['figures']>

/** Fewer say nothing about a service, and could show what one person did. */
const least = 20
/** Counting reads whole tables, and the figures change slowly. */
const countedForMs = 600_000

/** Paid withdrawals and reviewed proofs, counted in this service's tables; a figure of too few is null. */
export function createFigures({ database, now }: Pick<Services, 'database' | 'now'>): () => Promise<Figures> {
  let counted: { readonly at: number; readonly figures: Promise<Figures> } | undefined
  return () => {
    const at = now().getTime()
    if (!counted || at - counted.at > countedForMs) {
      const figures = count(database.read)
      counted = { at, figures }
      figures.catch(() => (counted = undefined))
    }
    return counted.figures
  }
}

async function count(db: Services['database']['read']): Promise<Figures> {
  const { rows } = await sql<{ paid: bigint; minutes: number; reviewed: bigint }>`
    SELECT count(*) AS paid,
           ceil(percentile_cont(0.5) WITHIN GROUP (
             ORDER BY extract(epoch FROM decided_at - created_at)
           ) / 60)::int AS minutes,
           (SELECT count(*) FROM assignment WHERE reviewed_at IS NOT NULL) AS reviewed
      FROM withdrawal WHERE status = 'paid'`.execute(db)
  const [{ paid, minutes, reviewed } = { paid: 0n, minutes: 0, reviewed: 0n }] = rows
  return {
    paid: paid < least ? null : { count: Number(paid), median_minutes: minutes },
    reviewed: reviewed < least ? null : Number(reviewed),
  }
}
