import { agentQuery, agentState, bindInvite, errorCodes, receiveTask, submitTask } from '@adcoin/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bindInviter } from '../accounts/invitation.ts'
import { picture } from '../testing/file-samples.ts'
import { passTime, makePerson, uploadFile, type ServicePerson } from '../testing/people.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { readMigrations } from '../database/migrate.ts'
import { readSizes } from './growth.ts'

const fillIn = readMigrations().find(({ version }) => version.startsWith('0025'))

let service: TestService
beforeAll(async () => {
  service = await startTestService()
}, 60_000)
afterAll(async () => {
  await service.stop()
})

const team = async (person: ServicePerson, input: Parameters<typeof service.ask<typeof agentQuery>>[1] = {}) =>
  (await service.ask(agentQuery, input, { token: person.token })).data
const state = async (person: ServicePerson) => (await service.ask(agentState, {}, { token: person.token })).data

async function earn(person: ServicePerson, task: string): Promise<void> {
  const { data } = await service.ask(receiveTask, { task_id: task }, { token: person.token })
  const file = await uploadFile(service, person.token, await picture('png'))
  await service.ask(
    submitTask,
    { assignment_id: data.assignment_id, file_ids: [file.data.file_id], disclosure_confirmed: true },
    { token: person.token },
  )
  await passTime(service, 5)
}

describe('an inviter’s code', () => {
  const bind = (person: ServicePerson, code: string, userId = person.publicId) =>
    service.ask(bindInvite, { user_id: userId, invite_code: code }, { token: person.token })

  it('is bound once, however it was typed', async () => {
    const [ana, ben] = [await makePerson(service), await makePerson(service)]
    const typed = ` ${ana.inviteCode.slice(0, 3).toLowerCase()} ${ana.inviteCode.slice(3)}\u200b`
    expect(await bind(ben, typed)).toMatchObject({ code: 0, data: { inviter_id: ana.publicId } })
    expect(await bind(ben, '888888')).toMatchObject({
      code: errorCodes.invite_done,
      fields: { invite_code: 'invite_done' },
    })
    expect((await bind(await makePerson(service), '\u096e\u096e\u096e\u096e\u096e\u096e')).code).toBe(0)
  })

  it('is never one’s own, unknown, of a person below at any depth, or bound for another person', async () => {
    const ana = await makePerson(service)
    let last = ana
    for (let depth = 0; depth < 4; depth += 1) last = await makePerson(service, { invitedBy: last })
    expect((await bind(ana, ana.inviteCode)).code).toBe(errorCodes.invite_self)
    expect((await bind(ana, 'ZZZZZZZZ')).code).toBe(errorCodes.invite_unknown)
    expect(await bind(ana, last.inviteCode)).toMatchObject({
      code: errorCodes.invite_cycle,
      fields: { invite_code: 'invite_cycle' },
    })
    expect((await bind(ana, '888888', last.publicId)).code).toBe(errorCodes.forbidden)
    expect(
      (await service.ask(bindInvite, { user_id: ana.publicId, invite_code: '../..' }, { token: ana.token })).code,
    ).toBe(400)
  })
})

describe('a team', () => {
  it('is everybody below: sizes by level, income by member, in Ad Coin and no cent from deeper', async () => {
    const ana = await makePerson(service)
    const [ben, cleo] = [await makePerson(service, { invitedBy: ana }), await makePerson(service, { invitedBy: ana })]
    const dan = await makePerson(service, { invitedBy: ben })
    const eve = await makePerson(service, { invitedBy: dan })
    await earn(ben, 'leafy-friend')
    await earn(ben, 'trail-sms')
    await earn(eve, 'market-group')
    const data = await team(ana)
    expect(data).toMatchObject({ total_team_num: 4, receive_task_total: 3, has_more: false })
    expect(
      data.list.map(member => [member.user_id, member.level, member.team_num, member.income, member.is_active]),
    ).toEqual([
      [eve.publicId, 2, 0, '0', true],
      [dan.publicId, 2, 1, '0', false],
      [cleo.publicId, 1, 0, '0', false],
      [ben.publicId, 1, 2, '1100', true],
    ])
    expect(await state(ana)).toMatchObject({
      total_team_num: 4,
      direct_num: 2,
      indirect_num: 2,
      active_today: 2,
      receive_task_total: 3,
      promotion_total: '1100',
    })
    expect(await state(eve)).toMatchObject({ total_team_num: 0, direct_num: 0, promotion_total: '0' })
    expect(JSON.stringify(data)).not.toMatch(/email|mobile|@/)
  })

  it('is searched by the beginning of an id, and only below oneself', async () => {
    const ana = await makePerson(service)
    const ben = await makePerson(service, { invitedBy: ana })
    const stranger = await makePerson(service)
    expect((await team(ana, { user_id: ben.publicId })).list.map(member => member.user_id)).toEqual([ben.publicId])
    expect((await team(ana, { user_id: ben.publicId.slice(0, 5) })).list).toHaveLength(1)
    expect((await team(ana, { user_id: stranger.publicId })).list).toEqual([])
    expect((await team(ben, { user_id: ana.publicId })).list).toEqual([])
    expect(await service.ask(agentQuery, { user_id: '%' }, { token: ana.token })).toMatchObject({
      code: 400,
      fields: { user_id: 'invalid' },
    })
    expect((await team(ana, { user_id: '_' })).list).toEqual([])
  })

  it('is read page by page and level by level', async () => {
    const ana = await makePerson(service)
    const direct: ServicePerson[] = []
    for (let index = 0; index < 5; index += 1) direct.push(await makePerson(service, { invitedBy: ana }))
    await makePerson(service, { invitedBy: direct[0] ?? ana })
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await team(ana, { level: '1', limit: '2', ...(cursor === undefined ? {} : { cursor }) })
      seen.push(...page.list.map(member => member.user_id))
      cursor = page.next_cursor
    }
    expect(seen).toEqual(direct.map(person => person.publicId).reverse())
    expect((await team(ana, { level: '2' })).list).toHaveLength(1)
  })

  it('has yesterday’s income and six weeks of growth', async () => {
    const ana = await makePerson(service)
    const ben = await makePerson(service, { invitedBy: ana })
    await service.services.database.transaction(async tx => {
      await tx
        .updateTable('app_user')
        .set({ invited_at: new Date(service.services.now().getTime() - 15 * 86_400_000) })
        .where('id', '=', ben.id)
        .execute()
    })
    await makePerson(service, { invitedBy: ana })
    const { growth, promotion_yesterday } = await state(ana)
    expect(growth.map(week => week.team_num)).toEqual([0, 0, 0, 1, 1, 2])
    expect(growth.map(week => week.day)).toEqual([...growth].map(week => week.day).sort())
    expect(promotion_yesterday).toBe('0')
  })

  it('of many has no circle, in whatever order they bind each other', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => makePerson(service)))
    await Promise.all(
      people.map(async (person, index) => {
        const above = people[(index + 1) % people.length]
        await service.services.database
          .transaction(async tx => bindInviter(tx, person.id, above?.inviteCode ?? '', service.services.now()))
          .catch(() => undefined)
      }),
    )
    const rows = await service.services.database.read
      .selectFrom('app_user')
      .select(['id', 'inviter_id'])
      .where(
        'id',
        'in',
        people.map(person => person.id),
      )
      .execute()
    expect(rows.filter(row => row.inviter_id !== null)).toHaveLength(5)
    const inviterOf = new Map(rows.map(row => [row.id, row.inviter_id]))
    for (const { id } of rows) {
      let steps = 0
      for (let at: bigint | null = id; at !== null && steps < 20; steps += 1) at = inviterOf.get(at) ?? null
      expect(steps).toBeLessThan(10)
    }
  })
})

// Planned badly, each step of it reads everybody, and the statement takes longer than it may.
it('a chain of 6,000 people is a team like another', async () => {
  const ana = await makePerson(service)
  await service.services.database.transaction(async tx => {
    await sql`
    INSERT INTO app_user (public_id, email_norm, country_code, invite_code)
    SELECT 'chain' || n, 'chain' || n || '@example.com', 'MX', 'CHAIN' || n FROM generate_series(1, 6000) n
  `.execute(tx)
    await sql`
    UPDATE app_user u SET invited_at = now(), inviter_id = coalesce(above.id, ${ana.id})
      FROM generate_series(1, 6000) n LEFT JOIN app_user above ON above.public_id = 'chain' || (n - 1)
     WHERE u.public_id = 'chain' || n
  `.execute(tx)
  })
  expect(await state(ana)).toMatchObject({ total_team_num: 6000, direct_num: 1 })
  expect((await team(ana)).list[0]).toMatchObject({ team_num: 0, level: 2 })
}, 60_000)

it('a team of 3,000 friends is read without a look at the friends and the claims of each', async () => {
  const ana = await makePerson(service)
  const at = service.services.now()
  await service.services.database.transaction(async tx => {
    await sql`
    INSERT INTO app_user (public_id, email_norm, country_code, invite_code, invited_at, inviter_id)
    SELECT 'many' || n, 'many' || n || '@example.com', 'MX', 'MANY' || n, ${at}, ${ana.id} FROM generate_series(1, 3000) n
  `.execute(tx)
  })
  await service.services.database.transaction(async tx => {
    // How often this connection asked a table or an index of it.
    const countLooks = async () => {
      const { rows } = await sql<{ name: string; looks: bigint }>`
        SELECT relname AS name, seq_scan + coalesce(idx_scan, 0) AS looks FROM pg_stat_xact_user_tables
         WHERE relname IN ('app_user', 'assignment')`.execute(tx)
      return new Map(rows.map(({ name, looks }) => [name, Number(looks)]))
    }
    const before = await countLooks()
    const sizes = await readSizes(tx, ana.id, at, [{ day: 'now', until: at }])
    expect(sizes).toMatchObject({ total: 3000, direct: 3000, growth: [{ day: 'now', team_num: 3000 }] })
    const looks = [...(await countLooks())].map(([name, count]) => [name, count - (before.get(name) ?? 0)])
    expect(Object.fromEntries(looks)).toEqual({ app_user: 1, assignment: 0 })
  })
})

it('a migration fills in the claims and friends from before it', async () => {
  const ana = await makePerson(service)
  const ben = await makePerson(service, { invitedBy: ana })
  await makePerson(service, { invitedBy: ben })
  await earn(ben, 'leafy-friend')
  const before = await state(ana)
  expect(before).toMatchObject({ total_team_num: 2, active_today: 1, receive_task_total: 1 })
  await service.services.database.transaction(async tx => {
    await sql`UPDATE app_user SET claims = 0, worked_at = NULL, has_friends = false`.execute(tx)
    for (const part of fillIn?.sql.split(/;\n/) ?? []) if (part.trim()) await sql.raw(part).execute(tx)
  })
  expect(await state(ana)).toEqual(before)
})
