import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { UsageProblem, type OperatorInput, type Operators } from '../operators/operators.ts'
import { readSetting, settingSchemas } from './settings.ts'

type Needs = { readonly operators: Operators; readonly database: Database; readonly now: () => Date }

/** Operators' commands to read and change settings. */
export function addSettingCommands(services: Needs): void {
  const { operators } = services
  operators.command({
    name: 'setting list',
    usage: '',
    help: 'Lists every setting with its current value',
    run: async () => settings(services),
  })
  operators.command({
    name: 'setting set',
    usage: '<name> <value as JSON>',
    help: 'Changes a setting, for example: setting set bind_rules \'{"min_fans":500,"min_reg_days":90}\'',
    run: async input => change(services, input),
  })
}

async function settings({ database }: Needs): Promise<unknown> {
  const names = Object.keys(settingSchemas) as (keyof typeof settingSchemas)[]
  return Promise.all(
    names.map(async name => ({ setting: name, value: JSON.stringify(await readSetting(database.read, name)) })),
  )
}

async function change({ database, now }: Needs, { args }: OperatorInput): Promise<unknown> {
  const [name = '', text, ...more] = args
  if (text === undefined || more.length > 0) throw new UsageProblem('exactly one name and one value are required')
  if (!Object.hasOwn(settingSchemas, name))
    throw new UsageProblem(`unknown setting. The settings are: ${Object.keys(settingSchemas).join(', ')}`)
  const parsed = v.safeParse(settingSchemas[name as keyof typeof settingSchemas] as v.GenericSchema, jsonOf(text))
  if (!parsed.success) throw new UsageProblem(`invalid value of ${name}: ${parsed.issues[0].message}`)
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
