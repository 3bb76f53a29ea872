import { Refusal } from '../refusals/refusal.ts'
import { readOnlyArgument, readTextFlag, UsageProblem, type OperatorInput } from '../operators/operators.ts'
import type { Services } from '../services.ts'

/** Operators' commands for pay ways: prices, and what is offered. */
export function payWayCommands(services: Services): void {
  const { operators } = services
  operators.command({
    name: 'payway list',
    usage: '',
    help: 'Lists every pay way with its price and limits',
    run: async () => payWays(services),
  })
  operators.command({
    name: 'payway price',
    usage: '<pay way> --num N --den N',
    help: 'Sets a price: payout minor units per Ad Coin minor unit, num/den. Open withdrawals keep their price',
    run: async input =>
      changePayWay(services, input, { rate_num: wholeFlag(input, 'num'), rate_den: wholeFlag(input, 'den') }),
  })
  operators.command({
    name: 'payway on',
    usage: '<pay way>',
    help: 'Offers a pay way',
    run: async input => changePayWay(services, input, { enabled: true }),
  })
  operators.command({
    name: 'payway off',
    usage: '<pay way>',
    help: 'Stops offering a pay way',
    run: async input => changePayWay(services, input, { enabled: false }),
  })
}

function payWays({ database }: Services): Promise<unknown> {
  return database.read
    .selectFrom('payway')
    .selectAll()
    .orderBy('position')
    .execute()
    .then(rows =>
      rows.map(row => ({
        payway: row.public_id,
        kind: row.kind,
        currency: row.currency,
        rate_num: String(row.rate_num),
        rate_den: String(row.rate_den),
        fee_bps: row.fee_bps,
        min: String(row.min),
        max: String(row.max),
        offered: row.enabled,
      })),
    )
}

async function changePayWay(
  { database }: Services,
  input: OperatorInput,
  values: { rate_num: bigint; rate_den: bigint } | { enabled: boolean },
): Promise<unknown> {
  const id = readOnlyArgument(input, 'pay way')
  const row = await database.transaction(async tx =>
    tx
      .updateTable('payway')
      .set(values)
      .where('public_id', '=', id)
      .returning(['public_id', 'rate_num', 'rate_den', 'enabled'])
      .executeTakeFirst(),
  )
  if (!row) throw new Refusal('not_found')
  return { payway: row.public_id, rate_num: String(row.rate_num), rate_den: String(row.rate_den), offered: row.enabled }
}

function wholeFlag(input: OperatorInput, name: string): bigint {
  const value = readTextFlag(input, name) ?? ''
  if (!/^[1-9][0-9]{0,14}$/.test(value)) throw new UsageProblem(`--${name} needs a whole number above 0`)
  return BigInt(value)
}
