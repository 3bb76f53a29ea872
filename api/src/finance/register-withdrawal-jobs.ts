import type { Register } from '../app.ts'
import { passChecks, payoutJob, checkJob } from './withdrawal-decisions.ts'

/** What happens to a withdrawal without a person: checks, then the payout is handed to the provider. */
export const registerWithdrawalJobs: Register = (_app, services) => {
  const { jobs, providers, database } = services
  jobs.handle(checkJob, { transaction: (tx, payload) => passChecks(tx, String(payload.id)) })
  jobs.handle(payoutJob, {
    async run(payload) {
      const row = await database.read.selectFrom('withdrawal').selectAll().where('public_id', '=', String(payload.id)).where('payout_state', '=', 'queued').executeTakeFirst()
      if (!row) return
      const outcome = await providers.payout.send({ id: row.public_id, payout: row.payout, currency: row.payout_currency, scale: row.payout_scale })
      if (outcome === 'manual') return
      await database.transaction(async tx => tx.updateTable('withdrawal').set({ payout_state: outcome }).where('id', '=', row.id).where('payout_state', '=', 'queued').execute())
    },
  })
}
