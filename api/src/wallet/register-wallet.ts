import type { Register } from '../services.ts'
import { serveBalance } from './balance.ts'
import { servePayPassword } from './pay-password.ts'
import { servePaymentAccounts } from './payment-accounts.ts'
import { payWayCommands } from './payway-commands.ts'
import { handlePayoutJobs } from './payout-jobs.ts'
import { servePayways } from './payways.ts'
import { serveTransactions } from './transactions.ts'
import { serveWithdrawals } from './withdraw.ts'
import { withdrawalCommands } from './withdrawal-commands.ts'
import { checkJob, passChecks } from './withdrawal-decisions.ts'

/** Ad Coin and the way out of it: balance, payment accounts, trading password, withdrawals. */
export const registerWallet: Register = (app, services) => {
  servePayPassword(app, services)
  serveBalance(app, services)
  servePayways(app, services)
  servePaymentAccounts(app, services)
  serveTransactions(app, services)
  serveWithdrawals(app, services)
  services.jobs.handle(checkJob, { transaction: (tx, { id }) => passChecks(tx, String(id)) })
  handlePayoutJobs(app, services)
  withdrawalCommands(services)
  payWayCommands(services)
}
