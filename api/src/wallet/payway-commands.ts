import { Refusal } from '../refusals/refusal.ts'
import { textFlag, UsageProblem, type OperatorInput } from '../operators/operators.ts'
import type { Services } from '../services.ts'

/** Operators' commands for pay ways: prices, and what is offered. */
export function payWayCommands(services: Services): void {
  const { operators } = services
  operators.command({
    name: 'payway list',
    usage: '',
    says: 'Every pay way with its price and limits',
    run: async () => payWays(services),
  })
  operators.command({
    name: 'payway price',
    usage: '<pay way> --num N --den N',
    says: 'Sets a price: payout minor units per Ad Coin minor unit, num/den. Open requests keep theirs',
    run: async input => price(services, input),
  })
  operators.command({
    name: 'payway on',
    usage: '<pay way>',
    says: 'Offers a pay way',
    run: async input => offer(services, input, true),
  })
  operators.command({
    name: 'payway off',
    usage: '<pay way>',
    says: 'Offers a pay way no longer',
    run: async input => offer(services, input, false),
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

async function price(services: Services, input: OperatorInput): Promise<unknown> {
  const [num, den] = [wholeFlag(input, 'num'), wholeFlag(input, 'den')]
  return changePayWay(services, input, { rate_num: num, rate_den: den })
}

function offer(services: Services, input: OperatorInput, enabled: boolean): Promise<unknown> {
  return changePayWay(services, input, { enabled })
}

async function changePayWay(
  { database }: Services,
  { args }: OperatorInput,
  values: { rate_num: bigint; rate_den: bigint } | { enabled: boolean },
): Promise<unknown> {
  const [id, ...more] = args
  if (id === undefined || more.length > 0) throw new UsageProblem('exactly one pay way is needed')
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
  const value = textFlag(input, name) ?? ''
  if (!/^[1-9][0-9]{0,14}$/.test(value)) throw new UsageProblem(`--${name} needs a whole number above 0`)
  return BigInt(value)
}
