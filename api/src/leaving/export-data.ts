import { coin, exportData } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { ownerTicketOf } from '../accounts/owner-proof.ts'
import { useTicket } from '../codes/codes.ts'
import { serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { exportedMoney } from './exported-money.ts'
import { exportedPerson } from './exported-person.ts'
import { exportedWork } from './exported-work.ts'
import { limitTable } from '../limits/table.ts'

const exports = [limitTable.exports]

/**
 * All data about a person, read in one transaction, so that the parts are consistent. Left out, and named in the file:
 * secrets (hashes, codes, tokens) and other people's data.
 */
export function serveExport(app: FastifyInstance, services: Services): void {
  serve(
    app,
    exportData,
    async ({ input, person, language, transact }) =>
      transact(async tx => {
        await useTicket(services, tx, 'owner', ownerTicketOf(person.id), input.verify_ticket)
        return {
          made_at: services.now().toISOString(),
          service: services.config.publicUrl,
          amounts: `whole numbers of the smallest unit; Ad Coin has ${coin.scale} decimals`,
          left_out: 'passwords, codes and keys; the full numbers of payment accounts; the data of other people',
          ...(await exportedPerson(tx, person.id)),
          ...(await exportedMoney(tx, person.id, language)),
          ...(await exportedWork(tx, person.id, language)),
        }
      }),
    { limits: exports },
  )
}
