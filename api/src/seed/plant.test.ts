// @postgres
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { freshEngine } from '../testing/fresh-engine.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { plant } from './register-seed.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
}, 60_000)
afterAll(async () => {
  await service.stop()
})

const rowsOf = async (table: 'region' | 'payway' | 'task' | 'claim' | 'bank') =>
  (
    await service.services.database.read
      .selectFrom(table)
      .select(count => count.fn.countAll<bigint>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

it('plants every row once, however often the service starts', async () => {
  await service.services.database.transaction(tx => plant(tx, true))
  expect(
    [
      await rowsOf('region'),
      await rowsOf('payway'),
      await rowsOf('task'),
      await rowsOf('claim'),
      await rowsOf('bank'),
    ].map(Number),
  ).toEqual([7, 12, 7, 3, 63])
  const official = await service.services.database.read
    .selectFrom('app_user')
    .select(['is_system', 'pwd_hash'])
    .where('invite_code', '=', '888888')
    .execute()
  expect(official).toEqual([{ is_system: true, pwd_hash: null }])
})

it('gives no balance to anonymous callers', async () => {
  expect(await service.services.database.read.selectFrom('ledger_entry').select('id').execute()).toEqual([])
})

it('renews texts and keeps an operator’s prices, closed tasks, disabled claims and settings', async () => {
  const { database } = service.services
  await database.transaction(async tx => {
    await tx
      .updateTable('payway')
      .set({ rate_num: 7n, name_i18n: '{"en_US":"old"}' })
      .where('public_id', '=', 'us-ach')
      .execute()
    await tx
      .updateTable('task')
      .set({ status: 'closed', title_i18n: '{"en_US":"old"}' })
      .where('code', '=', 'trail-video')
      .execute()
    await tx.updateTable('claim').set({ enabled: false }).where('key', '=', 'incubation_years').execute()
    await tx.updateTable('service_setting').set({ value: '3' }).where('key', '=', 'tasks_per_day').execute()
    await plant(tx, true)
  })
  const way = await database.read
    .selectFrom('payway')
    .select(['rate_num', 'name_i18n'])
    .where('public_id', '=', 'us-ach')
    .executeTakeFirstOrThrow()
  expect([way.rate_num, way.name_i18n.en_US]).toEqual([7n, 'Bank account (ACH)'])
  const task = await database.read
    .selectFrom('task')
    .select(['status', 'title_i18n', 'is_demo'])
    .where('code', '=', 'trail-video')
    .executeTakeFirstOrThrow()
  expect([task.status, task.title_i18n.en_US, task.is_demo]).toEqual(['closed', '30-second Trail bottle review', true])
  expect(
    (
      await database.read
        .selectFrom('claim')
        .select('enabled')
        .where('key', '=', 'incubation_years')
        .executeTakeFirstOrThrow()
    ).enabled,
  ).toBe(false)
  expect(
    (
      await database.read
        .selectFrom('service_setting')
        .select('value')
        .where('key', '=', 'tasks_per_day')
        .executeTakeFirstOrThrow()
    ).value,
  ).toBe(3)
})

describe('operators', () => {
  const operate = (name: string, args: readonly string[] = [], flags: Record<string, string> = {}) => {
    const found = service.services.operators.find(name.split(' '))
    if (!found) throw new Error(`no command ${name}`)
    return found.command.run({ args, flags, by: 'test' })
  }

  it('set a price and switch a pay way off and on', async () => {
    expect(await operate('payway price', ['mx-spei'], { num: '19', den: '100' })).toEqual({
      payway: 'mx-spei',
      rate_num: '19',
      rate_den: '100',
      offered: true,
    })
    expect(await operate('payway off', ['mx-spei'])).toMatchObject({ offered: false })
    expect(await operate('payway on', ['mx-spei'])).toMatchObject({ offered: true })
    await expect(operate('payway price', ['mx-spei'], { num: '0', den: '1' })).rejects.toThrow('--num')
    await expect(operate('payway off', ['nothing'])).rejects.toMatchObject({ key: 'not_found' })
  })

  it('change settings in their shape only', async () => {
    expect(await operate('setting set', ['bind_rules', '{"min_fans":500,"min_reg_days":90}'])).toMatchObject({
      setting: 'bind_rules',
    })
    expect(await operate('setting list')).toContainEqual({
      setting: 'bind_rules',
      value: '{"min_fans":500,"min_reg_days":90}',
    })
    for (const [name, value] of [
      ['bind_rules', '{"min_fans":-1,"min_reg_days":90}'],
      ['service_links', '{"ws":["https://evil.com"],"tg":[]}'],
      ['constructor', '1'],
      ['tasks_per_day', 'x'],
      ['repeated_proof', '"hide"'],
    ] as const) {
      await expect(operate('setting set', [name, value])).rejects.toThrow()
    }
  })
})

it('outside a demonstration nothing undecided is offered', async () => {
  const { engine, drop } = await freshEngine()
  const database = openDatabase(engine)
  try {
    await database.transaction(tx => plant(tx, false))
    expect(await database.read.selectFrom('payway').select('id').where('enabled', '=', true).execute()).toEqual([])
    expect(
      await database.read.selectFrom('service_setting').select('value').where('key', '=', 'service_links').execute(),
    ).toEqual([{ value: { ws: [], tg: [] } }])
    expect(await database.read.selectFrom('task').select('id').execute()).toEqual([])
  } finally {
    await database.close()
    await drop()
  }
})
