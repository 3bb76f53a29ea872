import { bankList, paywayCurrency } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import type { Register, Services } from '../services.ts'
import { serveBalance } from './balance.ts'
import { serveCancelling } from './cancel-withdrawal.ts'
import { servePayPassword } from './pay-password.ts'
import { servePaymentAccounts } from './payment-accounts.ts'
import { payWayCommands } from './payway-commands.ts'
import { handlePayoutJobs } from './payout-jobs.ts'
import { serveStatement } from './statement.ts'
import { serveTransactions } from './transactions.ts'
import { serveWithdrawals } from './withdraw.ts'
import { addWithdrawalCommands } from './withdrawal-commands.ts'
import { textOf } from '../refusals/languages.ts'
import { serve } from '../http/serve.ts'
import { toWirePrice } from './price.ts'

/** Ad Coin and the way out of it: balance, payment accounts, trading password, withdrawals. */
export const registerWallet: Register = (app, services) => {
  servePayPassword(app, services)
  serveBalance(app, services)
  servePayways(app, services)
  servePaymentAccounts(app, services)
  serveTransactions(app, services)
  serveStatement(app, services)
  serveWithdrawals(app, services)
  serveCancelling(app, services)
  handlePayoutJobs(app, services)
  addWithdrawalCommands(services)
  payWayCommands(services)
}

/** The ways to be paid in a country, with their price, and its banks. */
function servePayways(app: FastifyInstance, { database }: Services): void {
  serve(app, paywayCurrency, async ({ input, person, language }) => {
    const rows = await database.read
      .selectFrom('payway')
      .selectAll()
      .where('country', '=', input.country ?? person.countryCode)
      .where('enabled', '=', true)
      .orderBy('position')
      .limit(50)
      .execute()
    return {
      list: rows.map(row => ({
        payway_id: row.public_id,
        code: row.code,
        name: textOf(row.name_i18n, language),
        kind: row.kind,
        currency: row.currency,
        scale: row.scale,
        country: row.country,
        ...toWirePrice(row),
        need_bank: row.need_bank,
        fields: row.fields.map(field => ({ ...field, label: textOf(field.label, language) })),
      })),
    }
  })

  serve(app, bankList, async ({ input, person }) => {
    const rows = await database.read
      .selectFrom('bank')
      .selectAll()
      .where('country', '=', input.country ?? person.countryCode)
      .where('enabled', '=', true)
      .orderBy('position')
      .limit(50)
      .execute()
    return { list: rows.map(row => ({ bank_id: row.public_id, code: row.code, name: row.name, icon: row.icon })) }
  })
}
