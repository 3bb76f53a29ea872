import { about, coin, feeOf, payoutOf } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import type { Register, Services } from '../services.ts'
import { legalTextsOf } from './legal-texts.ts'
import { serveLegal } from './serve-legal.ts'
import { countryOfLanguage } from '../accounts/create-account.ts'
import type { Queries } from '../database/database.ts'
import { serve } from '../http/serve.ts'
import { textOf } from '../refusals/languages.ts'
import { settingOf } from '../settings/settings.ts'
import { priceIn } from '../wallet/price.ts'
import { limitTable } from '../limits/table.ts'

const reads = [limitTable.publicReads]
/** 800.00 Ad Coin: about what a task brings. */
const exampleAmount = 80_000n

/**
 * Facts for visitors before they sign up. Unset values are not invented: without a price there is no example, without
 * hours no promise.
 */
function serveAbout(app: FastifyInstance, { database }: Services): void {
  serve(
    app,
    about,
    async ({ input, language }) => {
      const { company, support_hours, pay_within_hours } = await settingOf(database.read, 'about')
      return {
        company,
        support_hours: support_hours && textOf(support_hours, language),
        pay_within_hours,
        example: await exampleIn(database.read, input.region ?? countryOfLanguage(language)),
      }
    },
    { publicFor: 60, limits: reads },
  )
}

/** An example of a sale in this country at the present price and fee. */
async function exampleIn(db: Queries, country: string) {
  const price = await priceIn(db, country)
  if (!price) return null
  const fee = feeOf(exampleAmount, BigInt(price.fee_bps))
  return {
    amount: String(exampleAmount),
    fee: String(fee),
    fee_bps: price.fee_bps,
    scale: coin.scale,
    payout: String(payoutOf(exampleAmount - fee, price.rate_num, price.rate_den)),
    payout_currency: price.currency,
    payout_scale: price.scale,
  }
}

/** The company behind this deployment, an example of a sale, and the operator's terms and privacy notice. */
export const registerAbout: Register = async (app, services) => {
  serveAbout(app, services)
  serveLegal(app, await legalTextsOf(services.config.legalDir))
}
