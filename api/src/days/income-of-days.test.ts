// @postgres
import {
  agentState,
  errorCodes,
  getSetting,
  receiveTask,
  saveSetting,
  submitTask,
  transactionList,
  userState,
} from '@adcoin/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { picture } from '../testing/file-samples.ts'
import { post } from '../ledger/ledger.ts'
import { passTime, makePerson, uploadFile, type ServicePerson } from '../testing/people.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()), 60_000)
afterAll(() => service.stop())

/** The time of the service's clock. */
const setClock = (iso: string) => service.forward(Date.parse(iso) - service.services.now().getTime())

const save = (person: ServicePerson, input: object) => service.askRaw(saveSetting, input, person)

async function personIn(timeZone: string | undefined, invitedBy?: ServicePerson): Promise<ServicePerson> {
  const person = await makePerson(service, invitedBy ? { invitedBy } : {})
  if (timeZone) expect((await save(person, { time_zone: timeZone })).code).toBe(0)
  return person
}

let posted = 0
/** Income of a moment. The ledger takes no date from anybody, so the entry is moved by the database's owner. */
async function earn(person: ServicePerson, iso: string, amount: bigint, friend?: ServicePerson): Promise<void> {
  posted += 1
  const key = `task:days${posted}:reward`
  await service.services.database.transaction(async tx => {
    const { txnId } = await post(tx, {
      kind: 'task_reward',
      key,
      refType: 'assignment',
      refId: key,
      userId: (friend ?? person).id,
      legs: [
        { account: friend ? 'referral_budget' : 'task_budget', amount: -amount },
        { account: 'coin', userId: person.id, amount, label: friend ? 'share_income' : 'ad_income' },
      ],
    })
    await sql`RESET ROLE`.execute(tx)
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    await sql`UPDATE ledger_entry SET created_at = ${iso}::timestamptz WHERE txn_id = ${txnId}`.execute(tx)
  })
}

const stateOf = async (person: ServicePerson, days?: '7' | '30' | '90') =>
  (await service.ask(userState, days ? { days } : {}, person)).data
const incomeOf = async (person: ServicePerson, days?: '7' | '30' | '90') =>
  (await stateOf(person, days)).days.flatMap(({ day, ad_income }) => (ad_income === '0' ? [] : [[day, ad_income]]))

describe('income is on the day on which it was paid, where the person is', () => {
  it.each([
    [
      'put forward',
      'Europe/Lisbon',
      '2027-03-30T12:00:00Z',
      '2027-03-28',
      '2027-03-28T00:00:00Z',
      '2027-03-28T23:00:00Z',
    ],
    ['put back', 'Europe/Lisbon', '2027-11-02T12:00:00Z', '2027-10-31', '2027-10-30T23:00:00Z', '2027-11-01T00:00:00Z'],
    [
      'first to see a day',
      'Pacific/Kiritimati',
      '2027-05-03T09:00:00Z',
      '2027-05-02',
      '2027-05-01T10:00:00Z',
      '2027-05-02T10:00:00Z',
    ],
    [
      'last to see a day',
      'Pacific/Pago_Pago',
      '2027-05-04T12:00:00Z',
      '2027-05-02',
      '2027-05-02T11:00:00Z',
      '2027-05-03T11:00:00Z',
    ],
    [
      'of an unknown person',
      undefined,
      '2027-05-04T12:00:00Z',
      '2027-05-02',
      '2027-05-02T00:00:00Z',
      '2027-05-03T00:00:00Z',
    ],
  ])('clocks %s: %s', async (_, zone, now, day, begin, end) => {
    setClock(now)
    const ana = await personIn(zone)
    const before = (iso: string) => new Date(Date.parse(iso) - 1).toISOString()
    await earn(ana, before(begin), 1n)
    await earn(ana, begin, 10n)
    await earn(ana, before(end), 100n)
    await earn(ana, end, 1000n)
    expect((await incomeOf(ana)).find(([at]) => at === day)).toEqual([day, '110'])
    expect((await incomeOf(ana)).map(([, amount]) => amount)).toEqual(['1', '110', '1000'])
  })

  it('today and yesterday are the person’s, and so is the month', async () => {
    setClock('2027-06-01T04:00:00Z')
    const ana = await personIn('America/Mexico_City')
    await earn(ana, '2027-06-01T03:00:00Z', 800n)
    await earn(ana, '2027-05-31T03:00:00Z', 70n)
    expect(await stateOf(ana)).toMatchObject({
      today_income: '800',
      yesterday_income: '70',
      time_zone: 'America/Mexico_City',
    })
    const month = async () => (await service.ask(transactionList, {}, ana)).data.month
    expect(await month()).toEqual({ income: '870', expense: '0' })
    setClock('2027-06-01T07:00:00Z')
    expect(await month()).toEqual({ income: '0', expense: '0' })
    expect(await stateOf(ana)).toMatchObject({ today_income: '0', yesterday_income: '800' })
  })

  it('over 7, 30 and 90 days, and no other number', async () => {
    setClock('2027-06-10T12:00:00Z')
    const ana = await personIn('Europe/Lisbon')
    await earn(ana, '2027-06-05T12:00:00Z', 1n)
    await earn(ana, '2027-05-15T12:00:00Z', 20n)
    await earn(ana, '2027-03-20T12:00:00Z', 300n)
    expect((await stateOf(ana)).days).toHaveLength(7)
    expect(await incomeOf(ana, '7')).toEqual([['2027-06-05', '1']])
    expect(await incomeOf(ana, '30')).toHaveLength(2)
    const { days } = await stateOf(ana, '90')
    expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([90, '2027-03-13', '2027-06-10'])
    expect(await incomeOf(ana, '90')).toHaveLength(3)
    expect((await service.askRaw(userState, { days: '91' }, ana)).code).toBe(errorCodes.invalid_input)
  })
})

it('what is in review is an amount of its own until it is decided', async () => {
  const ana = await personIn('Europe/Lisbon')
  const waiting = async () => (await stateOf(ana)).review_amount
  expect(await waiting()).toBe('0')
  const { data } = await service.ask(receiveTask, { task_id: 'leafy-friend' }, ana)
  const file = await uploadFile(service, ana.token, await picture('png'))
  const proof = {
    assignment_id: data.assignment_id,
    file_ids: [file.data.file_id],
    disclosure_confirmed: true as const,
  }
  expect(await service.ask(submitTask, proof, ana)).toMatchObject({ code: 0 })
  expect(Number(await waiting())).toBeGreaterThan(0)
  await passTime(service, 5)
  expect(await waiting()).toBe('0')
})

describe('the time zone of a person', () => {
  it('is what the browser reports, until the person chooses one', async () => {
    const ana = await personIn(undefined)
    const setting = async () => (await service.ask(getSetting, {}, ana)).data
    expect(await setting()).toMatchObject({ time_zone: null, time_zone_auto: true })
    await save(ana, { time_zone: 'Asia/Kolkata' })
    expect(await setting()).toMatchObject({ time_zone: 'Asia/Kolkata', time_zone_auto: true })
    await save(ana, { time_zone: 'Europe/Madrid', time_zone_auto: false })
    await save(ana, { time_zone: 'America/New_York' })
    expect(await setting()).toMatchObject({ time_zone: 'Europe/Madrid', time_zone_auto: false })
    await save(ana, { time_zone: 'America/New_York', time_zone_auto: true })
    expect(await setting()).toMatchObject({ time_zone: 'America/New_York', time_zone_auto: true })
  })

  it.each(['Mars/Olympus', '+05:30', 'Europe/Lisbon; DROP TABLE app_user', '', 'x'.repeat(65), 5])(
    'is never %j',
    async time_zone => {
      const ana = await personIn(undefined)
      expect(await save(ana, { time_zone })).toMatchObject({ code: 400, fields: { time_zone: expect.anything() } })
    },
  )

  it('that this service does not know has the days of UTC, and reports it', async () => {
    setClock('2027-07-01T12:00:00Z')
    const ana = await personIn(undefined)
    await service.services.database.transaction(tx =>
      tx.updateTable('app_user').set({ time_zone: 'Mars/Olympus' }).where('id', '=', ana.id).execute(),
    )
    await earn(ana, '2027-06-30T23:59:59Z', 5n)
    expect(await incomeOf(ana)).toEqual([['2027-06-30', '5']])
    expect((await stateOf(ana)).time_zone).toBe('UTC')
  })
})

describe('a team by day', () => {
  it('lists who joined and what each brought in those days, and nothing else of them', async () => {
    setClock('2027-08-20T03:00:00Z')
    const ana = await personIn('America/Mexico_City')
    const ben = await personIn(undefined, ana)
    await earn(ana, '2027-08-10T12:00:00Z', 7n, ben)
    setClock('2027-08-31T05:59:00Z')
    const cleo = await personIn(undefined, ana)
    setClock('2027-08-31T12:00:00Z')
    const dan = await personIn(undefined, ben)
    await earn(ana, '2027-08-31T06:00:00Z', 40n, cleo)
    const team = async (days: '7' | '30') => (await service.ask(agentState, { days }, ana)).data
    const week = await team('7')
    expect(week.growth.map(({ day, team_num }) => `${day} ${team_num}`)).toEqual([
      '2027-08-25 1',
      '2027-08-26 1',
      '2027-08-27 1',
      '2027-08-28 1',
      '2027-08-29 1',
      '2027-08-30 2',
      '2027-08-31 3',
    ])
    const joinedDays = (friends: typeof week.friends) =>
      friends?.map(({ user_id, level, income, joined_day }) => [user_id, level, income, joined_day])
    expect(joinedDays(week.friends)).toEqual([
      [cleo.publicId, 1, '40', '2027-08-30'],
      [dan.publicId, 2, '0', '2027-08-31'],
    ])
    expect(joinedDays((await team('30')).friends)).toEqual([
      [cleo.publicId, 1, '40', '2027-08-30'],
      [ben.publicId, 1, '7', '2027-08-19'],
      [dan.publicId, 2, '0', '2027-08-31'],
    ])
    const { list } = (await service.ask(transactionList, { kind: 'share_income' }, ana)).data
    expect(list.map(one => one.friend?.user_id)).toEqual([cleo.publicId, ben.publicId])
    expect(Object.keys(week.friends?.[0] ?? {}).sort()).toEqual([
      'avatar',
      'income',
      'joined_day',
      'level',
      'nick_name',
      'user_id',
    ])
    expect(week).toMatchObject({ time_zone: 'America/Mexico_City' })
    expect((await service.ask(agentState, {}, ana)).data).not.toHaveProperty('friends')
  })
})
