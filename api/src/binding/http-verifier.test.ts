import { bindAccount, boundAccounts } from '@adcoin/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { picture } from '../testing/file-samples.ts'
import { createRandomId } from '../secrets/create-token.ts'
import { makePerson, type ServicePerson } from '../testing/people.ts'
import { faults, runFor, startProvider } from '../testing/provider-server.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

type Provider = Awaited<ReturnType<typeof startProvider>>
/** The provider's answer for each key, how often it was asked, and the challenge that it received. */
const [states, asked, challenges] = [new Map<string, object>(), new Map<string, number>(), new Map<string, string>()]
let [provider, service]: [Provider, TestService] = [] as never
beforeAll(async () => {
  provider = await startProvider('social', ({ method, path, body }) => {
    const key = path.replace('/verifications/', '')
    if (method !== 'PUT') throw new Error(`${method} is not asked of it`)
    asked.set(key, (asked.get(key) ?? 0) + 1)
    challenges.set(key, (body as { challenge: string }).challenge)
    return { id: key, ...(states.get(key) ?? { state: 'pending' }) }
  })
  service = await startTestService({ env: provider.env })
  await service.services.jobs.start()
  await service.services.jobs.stop()
}, 60_000)
beforeEach(() => provider.breaks(() => undefined))
afterAll(async () => {
  await service.stop()
  await provider.stop()
})

const run = () => service.services.jobs.runDue()
async function asks(): Promise<{ ana: ServicePerson; id: string; key: string; username: string }> {
  const ana = await makePerson(service)
  const username = `ana${createRandomId()}`
  const { data } = await service.ask(
    bindAccount,
    { platform: 'tiktok', username, homepage_link: `https://www.tiktok.com/@${username}` },
    { token: ana.token },
  )
  return { ana, id: data.id, key: `${data.id}-1`, username }
}
const accountOf = async ({ ana }: { ana: ServicePerson }) =>
  (await service.ask(boundAccounts, {}, { token: ana.token })).data.list[0]
const profileWith = (key: string, change: object = {}) => ({
  state: 'found',
  profile: {
    nickname: 'Ana  López',
    description: `Tea lover ${challenges.get(key)}`,
    fans: 812,
    reg_days: 900,
    ...change,
  },
})
const send = async (key: string, change: Parameters<Provider['webhook']>[1] = {}) => {
  const seconds = service.services.now().getTime() / 1000
  return (await service.app.inject(provider.webhook(key, { seconds, ...change }))).statusCode
}

describe('a social account that a provider verifies', () => {
  it('is checked at once, waits for the provider, and is bound when a webhook confirms it', async () => {
    const account = await asks()
    await run()
    expect([await accountOf(account), asked.get(account.key)]).toMatchObject([{ bind_status: 1, nickname: null }, 1])
    const [avatar, background] = [await picture('png'), await picture('jpeg')].map(bytes => bytes.toString('base64'))
    states.set(account.key, profileWith(account.key, { avatar, background }))
    expect(await send(account.key)).toBe(204)
    await run()
    const bound = await accountOf(account)
    expect(bound).toMatchObject({ bind_status: 2, nickname: 'Ana López', fans: 812, reg_days: 900 })
    expect(bound?.description).toContain('Tea lover')
    for (const url of [bound?.avatar, bound?.background])
      expect((await service.app.inject({ url: url ?? '' })).headers['content-type']).toMatch(/^image\//)
  }, 60_000)

  it.each([
    [{ state: 'missing' }, 'could not find this profile'],
    [{ fans: 12 }, 'has 12 followers; at least 100'],
    [{ description: 'another person' }, 'text is not in your profile'],
  ])(
    'fails with its reason: %j',
    async (answer, reason) => {
      const account = await asks()
      await run()
      states.set(account.key, 'state' in answer ? answer : profileWith(account.key, answer))
      await runFor(service, 120, 2)
      expect(await accountOf(account)).toMatchObject({ bind_status: 3, fail_reason: expect.stringContaining(reason) })
    },
    60_000,
  )

  it.each(faults)(
    'whose question is answered by "%s" stays open, and is bound when there is an answer',
    async fault => {
      const plan = [fault]
      provider.breaks(() => plan.shift() ?? 'lost')
      const account = await asks()
      await runFor(service, 120, 2)
      expect(await accountOf(account)).toMatchObject({ bind_status: 1, fail_reason: null })
      const waiting = (await service.services.operators
        .find(['bind', 'list'])
        ?.command.run({ args: [], flags: {}, by: 'o' })) as {
        account: string
        provider_said: string
      }[]
      expect(waiting.find(row => row.account === account.id)?.provider_said).toMatch(/answer/)
      provider.breaks(() => undefined)
      provider.deliverLate()
      await runFor(service, 3600, 2)
      states.set(account.key, profileWith(account.key))
      await runFor(service, 3600, 2)
      expect(await accountOf(account)).toMatchObject({ bind_status: 2, fans: 812 })
    },
    60_000,
  )

  it('is not bound by figures that cannot be, and is bound without a picture that is none', async () => {
    const account = await asks()
    await run()
    states.set(account.key, profileWith(account.key, { fans: -1 }))
    await runFor(service, 120, 2)
    expect(await accountOf(account)).toMatchObject({ bind_status: 1 })
    states.set(account.key, profileWith(account.key, { avatar: Buffer.from('<svg/>').toString('base64') }))
    await runFor(service, 600, 2)
    expect(await accountOf(account)).toMatchObject({ bind_status: 2, avatar: null })
  }, 60_000)

  it('is moved by no webhook that is forged, old, doubled, or about an earlier try', async () => {
    const account = await asks()
    await run()
    states.set(account.key, { state: 'missing' })
    expect(await send(account.key, { key: Buffer.alloc(32) })).toBe(401)
    expect(await send(account.key, { seconds: Date.now() / 1000 - 86_400 })).toBe(401)
    await run()
    expect([asked.get(account.key), await accountOf(account)]).toMatchObject([1, { bind_status: 1 }])
    expect([await send(account.key, { id: 'twice' }), await send(account.key, { id: 'twice' })]).toEqual([204, 204])
    await run()
    expect([asked.get(account.key), await accountOf(account)]).toMatchObject([2, { bind_status: 3 }])
    const { username, id, ana } = account
    const link = `https://www.tiktok.com/@${username}`
    await service.ask(bindAccount, { id, platform: 'tiktok', username, homepage_link: link }, { token: ana.token })
    await run()
    expect([await send(account.key), await send('nobody-1'), await send('nonsense')]).toEqual([204, 204, 204])
    await run()
    expect([asked.get(account.key), asked.get(`${id}-2`), await accountOf(account)]).toMatchObject([
      2,
      1,
      { bind_status: 1 },
    ])
  }, 60_000)
})
