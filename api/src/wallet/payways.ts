import { bankList, paywayCurrency } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { textOf } from '../refusals/languages.ts'
import { serve } from '../http/serve.ts'
import { priceOnWire } from './price.ts'

/** The ways to be paid in a country, with their price, and its banks. */
export function servePayways(app: FastifyInstance, { database }: Services): void {
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
        ...priceOnWire(row),
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
