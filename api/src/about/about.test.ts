import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { about, apiCodes, calculateFee, legalPages, legalText, calculatePayout } from '@adcoin/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveOperation } from '../operator-commands/admin-listener.ts'
import { prepareToWithdraw, register } from '../testing/accounts.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { createLog } from '../log.ts'
import { readLegalTexts } from './legal-texts.ts'

let service: TestService
const lines: string[] = []
beforeAll(async () => {
  service = await startTestService({ log: createLog('warn', line => void lines.push(line)) })
}, 60_000)
afterAll(() => service.stop())

const ops = async (...words: string[]) =>
  expect(await serveOperation(service.services, words, {}, 'operator')).toMatchObject({ exit: 0 })
const open = () =>
  service.services.database.read
    .selectFrom('task')
    .select(['public_id', 'reward', 'title_i18n'])
    .where('status', '=', 'open')
    .execute()
const aboutIn = async (region: string, lang = 'en_US') => (await service.ask(about, { region }, { lang })).data

describe('the operator of a deployment', () => {
  it('claims nothing that is not set, but for the time in which every withdrawal is paid', async () => {
    expect(await aboutIn('MX')).toMatchObject({
      company: null,
      support_hours: null,
      support_email: null,
      pay_within_hours: 24,
    })
  })

  it('is named in a warning at the start while it is not set: people see no trace of it', () => {
    expect(lines.join()).toContain('"missing":"company, support_hours, support_email, terms, privacy"')
  })

  it('reports what the operator set, hours in the language of the caller', async () => {
    const company = { name: 'Ejemplo SA', address: 'Calle 1', contact: 'hola@example.com' }
    const hours = Object.fromEntries(apiCodes.map(code => [code, `hours in ${code}`]))
    const value = { company, support_hours: hours, support_email: 'ayuda@example.com', pay_within_hours: 48 }
    await ops('setting', 'set', 'about', JSON.stringify(value))
    expect(await aboutIn('MX', 'hi_IN')).toMatchObject({
      company,
      support_hours: 'hours in hi_IN',
      support_email: 'ayuda@example.com',
      pay_within_hours: 48,
    })
  })

  it('computes the example from the price and fee of now, and has none where nothing can be sold', async () => {
    const { example } = await aboutIn('MX')
    const way = await service.services.database.read
      .selectFrom('payway')
      .selectAll()
      .where('country', '=', 'MX')
      .where('enabled', '=', true)
      .orderBy('position')
      .executeTakeFirstOrThrow()
    const rewards = (await open()).map(({ reward }) => reward).sort((one, other) => Number(one - other))
    const usual = rewards[Math.floor(rewards.length / 2)] ?? 0n
    const fee = calculateFee(usual, BigInt(way.fee_bps))
    expect(example).toMatchObject({
      amount: String(usual),
      fee: String(fee),
      worth: String(calculatePayout(usual, way.rate_num, way.rate_den)),
      payout: String(calculatePayout(usual - fee, way.rate_num, way.rate_den)),
      payout_currency: 'MXN',
    })
    expect((await open()).filter(task => task.reward === usual).map(({ title_i18n }) => title_i18n['en_US'])).toContain(
      example?.task?.title,
    )
    expect((await aboutIn('ZZ')).example).toBeNull()
    expect((await service.ask(about, {}, { lang: 'es_MX' })).data.example?.payout_currency).toBe('MXN')
  })

  it('shows no task where none is open, but the same sale of a round amount', async () => {
    for (const { public_id } of await open()) await ops('task', 'stop', public_id)
    const { example } = await aboutIn('MX')
    expect(example).toMatchObject({ amount: '80000' })
    expect(example).not.toHaveProperty('task')
  })
})

it('counts what was paid and reviewed, every ten minutes, and leaves out what is too little', async () => {
  const { database } = service.services
  const ana = await register(service)
  await prepareToWithdraw(service, ana)
  const addPaid = (many: number) =>
    sql`
      INSERT INTO withdrawal (public_id, user_id, user_payway_id, amount, fee, net, payout, payout_currency,
        payout_scale, rate_num, rate_den, fee_bps, status, created_at, decided_at)
      SELECT ${`f${many}`} || n, user_id, id, 1000, 20, 980, 176, 'MXN', 2, 18, 100, 200, 'paid',
        now() - make_interval(mins => n::int), now()
        FROM user_payway, generate_series(1, ${many}) n WHERE user_id = ${ana.id}`.execute(database.read)
  await addPaid(19)
  service.forward(601_000)
  expect((await aboutIn('ES')).figures).toEqual({ paid: null, reviewed: null })
  await addPaid(21)
  await sql`
    INSERT INTO assignment (public_id, task_id, user_id, day, reward, deadline_at, reviewed_at)
    SELECT 'f' || n, (SELECT min(id) FROM task), ${ana.id}, date '2026-01-01' + n::int, 100, now(), now()
      FROM generate_series(1, 30) n`.execute(database.read)
  expect((await aboutIn('PT')).figures).toEqual({ paid: null, reviewed: null })
  service.forward(601_000)
  // Nineteen took 1 to 19 minutes, twenty-one 1 to 21.
  expect((await aboutIn('IN')).figures).toEqual({ paid: { count: 40, median_minutes: 11 }, reviewed: 30 })
})

describe('terms and privacy', () => {
  it('explain the product in each language until the operator writes them, without an excuse', async () => {
    for (const page of legalPages) {
      const texts = await Promise.all(
        apiCodes.map(async lang => (await service.ask(legalText, { page }, { lang })).data),
      )
      expect(texts.map(({ language }) => language)).toEqual(apiCodes)
      expect(texts.every(({ is_default }) => is_default)).toBe(true)
      for (const { blocks } of texts) expect(blocks[0]?.text).toContain('Ad Coin')
      expect(new Set(texts.map(({ blocks }) => blocks[0]?.text)).size).toBeGreaterThanOrEqual(5)
      const kinds = texts.map(({ blocks }) => blocks.map(({ kind }) => kind).join(' '))
      expect(new Set(kinds).size).toBe(1)
    }
  })

  it('are the operator’s own of a folder; without a language the English one, never ours', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'adcoin-legal-'))
    await expect(readLegalTexts(folder)).rejects.toThrow('terms.en_US.txt')
    await writeFile(join(folder, 'terms.en_US.txt'), '\ufeff# Our terms\r\n\r\nBe kind.\n- Pay\n')
    await writeFile(join(folder, 'privacy.en_US.txt'), 'Nothing is kept.')
    await writeFile(join(folder, 'terms.zh_TW.txt'), '我們的條款')
    const texts = await readLegalTexts(folder)
    expect(texts('terms', 'en_US')).toEqual({
      language: 'en_US',
      isDefault: false,
      blocks: [
        { kind: 'heading', text: 'Our terms' },
        { kind: 'text', text: 'Be kind.' },
        { kind: 'point', text: 'Pay' },
      ],
    })
    expect(texts('terms', 'zh_TW').blocks).toEqual([{ kind: 'text', text: '我們的條款' }])
    expect(texts('privacy', 'zh_TW')).toMatchObject({ language: 'en_US', isDefault: false })
  })
})
