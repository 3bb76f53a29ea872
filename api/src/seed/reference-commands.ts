import * as v from 'valibot'
import { Refusal } from '../http/refusal.ts'
import { textFlag, UsageProblem, type OperatorInput } from '../ops/operators.ts'
import type { Services } from '../services.ts'
import { settingOf, settingSchemas } from './settings.ts'

/** What operators change of the rows that the service stands on: prices, what is offered, and the settings. */
export function referenceCommands(services: Services): void {
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
  operators.command({
    name: 'setting list',
    usage: '',
    says: 'The settings in force',
    run: async () => settings(services),
  })
  operators.command({
    name: 'setting set',
    usage: '<name> <value as JSON>',
    says: 'Changes a setting, like: setting set bind_rules \'{"min_fans":500,"min_reg_days":90}\'',
    run: async input => change(services, input),
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

async function settings({ database }: Services): Promise<unknown> {
  const names = Object.keys(settingSchemas) as (keyof typeof settingSchemas)[]
  return Promise.all(
    names.map(async name => ({ setting: name, value: JSON.stringify(await settingOf(database.read, name)) })),
  )
}

async function change({ database, now }: Services, { args }: OperatorInput): Promise<unknown> {
  const [name = '', text, ...more] = args
  if (text === undefined || more.length > 0) throw new UsageProblem('a name and a value are needed')
  if (!Object.hasOwn(settingSchemas, name))
    throw new UsageProblem(`the settings are: ${Object.keys(settingSchemas).join(', ')}`)
  const parsed = v.safeParse(settingSchemas[name as keyof typeof settingSchemas] as v.GenericSchema, jsonOf(text))
  if (!parsed.success) throw new UsageProblem(`not a value of ${name}: ${parsed.issues[0].message}`)
  const value = JSON.stringify(parsed.output)
  await database.transaction(async tx =>
    tx
      .insertInto('service_setting')
      .values({ key: name, value })
      .onConflict(conflict => conflict.column('key').doUpdateSet({ value, updated_at: now() }))
      .execute(),
  )
  return { setting: name, value }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageProblem('the value must be JSON')
  }
}
