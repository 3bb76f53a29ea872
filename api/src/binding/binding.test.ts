// @postgres
import {
  bindAccount,
  boundAccounts,
  errorCodes,
  receiveTask,
  submitTask,
  taskDetail,
  unbindAccount,
  type RequestOf,
} from '@adcoin/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { passTime, makeBoundAccount, makePerson, type ServicePerson } from '../testing/people.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
}, 60_000)
afterAll(async () => {
  await service.stop()
})

const bind = (person: ServicePerson, input: Partial<RequestOf<typeof bindAccount>>) =>
  service.ask(
    bindAccount,
    {
      platform: 'instagram',
      username: 'ana',
      homepage_link: `https://www.instagram.com/${input.username ?? 'ana'}`,
      ...input,
    },
    { token: person.token },
  )
const accountsOf = async (person: ServicePerson, lang = 'en_US') =>
  (await service.ask(boundAccounts, {}, { token: person.token, lang })).data
const unbind = (person: ServicePerson, id: string) =>
  service.ask(unbindAccount, { id, confirm: true }, { token: person.token })

describe('binding a social account', () => {
  it('returns the rules and the platforms before any account is bound', async () => {
    const data = await accountsOf(await makePerson(service))
    expect(data).toMatchObject({ list: [], rules: { min_fans: 100, min_reg_days: 30 } })
    expect(data.platforms.map(platform => platform.code)).toContain('instagram')
  })

  it('counts what is asked of a platform, not what was refused before', async () => {
    const ana = await makePerson(service)
    for (let slip = 0; slip < 6; slip++)
      expect(await bind(ana, { homepage_link: 'https://instagran.com/ana' })).toMatchObject({ key: 'link_invalid' })
    expect(await bind(ana, { username: 'ana.slips' })).toMatchObject({ code: 0 })
  })

  it('takes no link that leads to another person than the name', async () => {
    const ana = await makePerson(service)
    expect(await bind(ana, { username: 'lucia.cria', homepage_link: 'https://www.instagram.com/other' })).toMatchObject(
      {
        key: 'bind_name',
        fields: { homepage_link: 'bind_name' },
      },
    )
    expect(await bind(ana, { username: 'lucia.cria', homepage_link: 'https://instagram.com/p/DPx7' })).toMatchObject({
      key: 'bind_name',
    })
    await bind(ana, { username: 'Lucia.Cria', homepage_link: 'https://instagram.com//lucia.cria?igsh=1#top' })
    expect((await accountsOf(ana)).list[0]?.link).toBe('https://www.instagram.com/lucia.cria')
  })

  it('lets a failed account go, so that it blocks no other person', async () => {
    const ana = await makePerson(service)
    const { data } = await bind(ana, { username: 'small.gone' })
    expect((await unbind(ana, data.id)).code).toBe(errorCodes.conflict)
    await passTime(service, 6)
    expect((await accountsOf(ana)).list[0]?.bind_status).toBe(3)
    expect((await unbind(ana, data.id)).code).toBe(0)
    expect((await accountsOf(ana)).list).toEqual([])
  })

  it('waits, then is bound with what was found: followers and age never come from the person', async () => {
    const ana = await makePerson(service)
    const { code, data } = await bind(ana, { username: 'ana.waits' })
    expect([code, data.bind_status]).toEqual([0, 1])
    expect(data.challenge).toMatch(/^adcoin-[a-z2-9]{6}$/)
    await passTime(service, 6)
    const {
      list: [account],
    } = await accountsOf(ana)
    expect(account).toMatchObject({
      id: data.id,
      bind_status: 2,
      nickname: 'ana.waits',
      fail_reason: null,
      challenge: data.challenge,
    })
    expect([(account?.fans ?? 0) >= 100, (account?.reg_days ?? 0) >= 30]).toEqual([true, true])
    expect(
      await service.askRaw(
        bindAccount,
        { platform: 'instagram', username: 'b', homepage_link: 'https://instagram.com/b', fans: 9 },
        { token: ana.token },
      ),
    ).toMatchObject({ code: 400, fields: { fans: 'unknown_field' } })
  })

  it.each([
    ['small.ana', 'has 12 followers; at least 100'],
    ['new.ana', 'is 3 days old; at least 30'],
    ['missing.ana', 'could not find this profile'],
    ['silent.ana', 'text is not in your profile'],
  ])('as %s fails and reports why', async (username, reason) => {
    const ana = await makePerson(service)
    await bind(ana, { username })
    await passTime(service, 6)
    const {
      list: [account],
    } = await accountsOf(ana)
    expect(account?.bind_status).toBe(3)
    expect(account?.fail_reason).toContain(reason)
  })

  it('that failed is asked for again, with the same challenge', async () => {
    const ana = await makePerson(service)
    const first = await bind(ana, { username: 'small.again' })
    expect((await bind(ana, { id: first.data.id, username: 'large.again' })).code).toBe(errorCodes.conflict)
    await passTime(service, 6)
    const again = await bind(ana, { id: first.data.id, username: 'large.again' })
    expect(again).toMatchObject({
      code: 0,
      data: { id: first.data.id, bind_status: 1, challenge: first.data.challenge },
    })
    expect((await accountsOf(ana)).list).toMatchObject([{ username: 'large.again', fans: null, nickname: null }])
    await passTime(service, 6)
    expect((await accountsOf(ana)).list).toMatchObject([{ username: 'large.again', bind_status: 2 }])
  })

  it('that failed is the same one where it is typed again', async () => {
    const ana = await makePerson(service)
    const first = await bind(ana, { username: 'small.twice' })
    await passTime(service, 6)
    expect(await bind(ana, { username: 'Small.Twice' })).toMatchObject({ code: 0, data: { id: first.data.id } })
    expect((await accountsOf(ana)).list).toHaveLength(1)
  })

  it('is refused where the name is taken, however it is written, also by two at once', async () => {
    const [ana, ben] = [await makePerson(service), await makePerson(service)]
    await makeBoundAccount(service, ana, 'Taken.Name')
    const taken = await service.ask(
      bindAccount,
      { platform: 'tiktok', username: ' @taken.NAME ', homepage_link: 'https://tiktok.com/@taken.name' },
      { token: ben.token },
    )
    expect(taken).toMatchObject({ code: errorCodes.bind_taken, fields: { username: 'bind_taken' } })
    const codes = (await Promise.all([ana, ben].map(person => bind(person, { username: 'raced.name' })))).map(
      answer => answer.code,
    )
    expect(codes.sort()).toEqual([0, errorCodes.bind_taken])
    const failed = await bind(ben, { username: 'small.taker' })
    await passTime(service, 6)
    expect(
      (
        await service.ask(
          bindAccount,
          {
            id: failed.data.id,
            platform: 'tiktok',
            username: 'taken.name',
            homepage_link: 'https://tiktok.com/@taken.name',
          },
          { token: ben.token },
        )
      ).code,
    ).toBe(errorCodes.bind_taken)
  })

  it.each<[string, Partial<RequestOf<typeof bindAccount>>, object]>([
    [
      'a link of another place',
      { homepage_link: 'https://instagram.com.evil.com/ana' },
      { code: errorCodes.link_invalid, fields: { homepage_link: 'link_invalid' } },
    ],
    [
      'a link that is none',
      { homepage_link: 'javascript:alert(1)' },
      { code: 400, fields: { homepage_link: 'link_invalid' } },
    ],
    ['an unknown platform', { platform: 'myspace' }, { code: 400, fields: { platform: 'invalid' } }],
    ['an empty name', { username: ' @ ' }, { code: 400, fields: { username: 'required' } }],
    ['another person’s account', { id: 'nobody' }, { code: errorCodes.not_found }],
  ])('refuses %s', async (_, input, answer) => {
    expect(await bind(await makePerson(service), input)).toMatchObject(answer)
  })
})

describe('unbinding', () => {
  it('needs a confirmation, and only its owner can', async () => {
    const [ana, ben] = [await makePerson(service), await makePerson(service)]
    const account = await makeBoundAccount(service, ana)
    expect(await service.askRaw(unbindAccount, { id: account.id }, { token: ana.token })).toMatchObject({
      code: 400,
      fields: { confirm: 'required' },
    })
    expect((await unbind(ben, account.id)).code).toBe(errorCodes.not_found)
    expect((await unbind(ana, account.id)).code).toBe(0)
    expect((await accountsOf(ana)).list).toEqual([])
    expect((await unbind(ana, account.id)).code).toBe(errorCodes.not_found)
    expect((await makeBoundAccount(service, ben, account.username)).id).not.toBe(account.id)
  })

  it('waits for open tasks that need the account, not for others', async () => {
    const ana = await makePerson(service)
    const account = await makeBoundAccount(service, ana)
    const { data } = await service.ask(receiveTask, { task_id: 'leafy-bio' }, { token: ana.token })
    expect((await unbind(ana, account.id)).code).toBe(errorCodes.unbind_open)
    const second = await makeBoundAccount(service, ana)
    await service.ask(
      submitTask,
      {
        assignment_id: data.assignment_id,
        account_id: account.id,
        username: account.username,
        homepage_link: account.link,
        disclosure_confirmed: true,
      },
      { token: ana.token },
    )
    expect((await unbind(ana, account.id)).code).toBe(errorCodes.unbind_open)
    expect((await unbind(ana, second.id)).code).toBe(0)
    await passTime(service, 5)
    expect(
      (await service.ask(taskDetail, { assignment_id: data.assignment_id }, { token: ana.token })).data.detail
        ?.review_status,
    ).toBe(2)
    expect((await unbind(ana, account.id)).code).toBe(0)
  })

  it('does not race with a claim: one of the two is refused', async () => {
    const ana = await makePerson(service)
    const account = await makeBoundAccount(service, ana)
    const [claimed, gone] = await Promise.all([
      service.ask(receiveTask, { task_id: 'trail-link' }, { token: ana.token }),
      unbind(ana, account.id),
    ])
    expect([
      [0, errorCodes.unbind_open],
      [errorCodes.need_bind, 0],
    ]).toContainEqual([claimed.code, gone.code])
  })
})

describe('operators', () => {
  const operate = (name: string, args: readonly string[] = [], flags: Record<string, string> = {}) => {
    const found = service.services.operators.find(name.split(' '))
    if (!found) throw new Error(`no command ${name}`)
    return found.command.run({ args, flags, by: 'test' })
  }

  it('decide before the sandbox does, once', async () => {
    const ana = await makePerson(service)
    const { data } = await bind(ana, { username: 'operator.first' })
    expect(await operate('bind list')).toContainEqual(
      expect.objectContaining({ account: data.id, challenge: data.challenge }),
    )
    expect(await operate('bind fail', [data.id], { reason: 'The profile is private' })).toEqual({
      account: data.id,
      binding: 'failed',
    })
    await passTime(service, 6)
    expect((await accountsOf(ana)).list).toMatchObject([
      { bind_status: 3, fail_reason: 'Our team wrote: “The profile is private”' },
    ])
    await expect(operate('bind pass', [data.id])).rejects.toMatchObject({ key: 'conflict' })
    await expect(operate('bind pass', ['nobody'])).rejects.toMatchObject({ key: 'not_found' })
  })

  it('bind what is below the minimums only when they say so', async () => {
    const ana = await makePerson(service)
    const { data } = await bind(ana, { username: 'operator.small' })
    await expect(operate('bind pass', [data.id], { fans: '1', days: '1' })).rejects.toThrow('--anyway')
    expect(await operate('bind pass', [data.id], { fans: '1', days: '1', anyway: 'yes' })).toMatchObject({
      binding: 'bound',
    })
  })
})

it('waits for an operator where there is no sandbox', async () => {
  const quiet = await startTestService({ env: { SANDBOX_REVIEW_SECONDS: '0' } })
  try {
    const ana = await makePerson(quiet)
    const { data } = await quiet.ask(
      bindAccount,
      { platform: 'tiktok', username: 'ana', homepage_link: 'https://tiktok.com/@ana' },
      { token: ana.token },
    )
    await passTime(quiet, 3600)
    expect((await quiet.ask(boundAccounts, {}, { token: ana.token })).data.list).toMatchObject([
      { id: data.id, bind_status: 1 },
    ])
    expect(
      (await quiet.ask(taskDetail, { task_id: 'leafy-friend' }, { token: ana.token })).data.detail?.review_minutes,
    ).toBe(1440)
  } finally {
    await quiet.stop()
  }
}, 60_000)
