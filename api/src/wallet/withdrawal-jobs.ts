import type { Services } from '../services.ts'
import { passChecks, payoutJob, checkJob } from './withdrawal-decisions.ts'

/** What happens to a withdrawal without a person: checks, then the payout is handed to the provider. */
export function handleWithdrawalJobs(services: Services): void {
  const { jobs, providers, database } = services
  jobs.handle(checkJob, { transaction: (tx, payload) => passChecks(tx, String(payload.id)) })
  jobs.handle(payoutJob, {
    async run(payload) {
      const { payout } = providers
      if (!payout) return
      // Unknown before it is sent: a kill in between, or a job that runs again, never sends twice, and a rejection
      // finds it taken.
      const row = await database.transaction(async tx =>
        tx
          .updateTable('withdrawal')
          .set({ payout_state: 'unknown' })
          .where('public_id', '=', String(payload.id))
          .where('payout_state', '=', 'queued')
          .returningAll()
          .executeTakeFirst(),
      )
      if (!row) return
      const outcome = await payout.send({
        id: row.public_id,
        payout: row.payout,
        currency: row.payout_currency,
        scale: row.payout_scale,
      })
      await database.transaction(async tx =>
        tx
          .updateTable('withdrawal')
          .set({ payout_state: outcome })
          .where('id', '=', row.id)
          .where('payout_state', '=', 'unknown')
          .where('status', '=', 'awaiting_approval')
          .execute(),
      )
    },
  })
}
