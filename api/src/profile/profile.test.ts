import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  apiCodes,
  countryCode,
  customerServiceLink,
  getSetting,
  launch,
  saveSetting,
  supportRegion,
} from '@adcoin/contract'
import { expectOk, prepareToWithdraw, register, type RegisteredPerson } from '../testing/accounts.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

let service: TestService
let ana: RegisteredPerson
beforeAll(async () => {
  service = await startTestService()
  ana = await register(service)
}, 60_000)
afterAll(() => service.stop())

const save = (input: object) => service.askRaw(saveSetting, input, ana)

describe('the country', () => {
  const change = (person: RegisteredPerson, country_code: string) =>
    service.askRaw(saveSetting, { country_code }, person)

  it('can be changed until there is an account to be paid to, and brings its currency', async () => {
    const eva = await register(service)
    expect(expectOk(await service.ask(getSetting, {}, eva)).is_country_fixed).toBe(false)
    expect((await change(eva, 'PT')).data).toMatchObject({ country_code: 'PT', is_country_fixed: false })
    expect(expectOk(await service.ask(countryCode, {}, eva))).toMatchObject({ country_code: 'PT', currency: 'EUR' })
    expect(await change(eva, 'ZZ')).toMatchObject({ code: 400, fields: { country_code: 'region_unsupported' } })
    expect(await change(eva, 'mx')).toMatchObject({ code: 400, fields: { country_code: 'region_unsupported' } })
    expectOk(await service.ask(saveSetting, { country_code: 'MX' }, eva))
    await prepareToWithdraw(service, eva)
    expect(await change(eva, 'PT')).toMatchObject({ key: 'conflict' })
    expect(expectOk(await service.ask(getSetting, {}, eva))).toMatchObject({
      country_code: 'MX',
      is_country_fixed: true,
    })
  })
})

it('messages that come by themselves are in the language that the person last read the app in', async () => {
  const eva = await register(service)
  const languageOf = async () => {
    const { read } = service.services.database
    return (await read.selectFrom('app_user').select('language').where('id', '=', eva.id).executeTakeFirst())?.language
  }
  expect(await languageOf()).toBe('en_US')
  await service.ask(getSetting, {}, { ...eva, lang: 'hi_IN' })
  expect(await languageOf()).toBe('hi_IN')
})

describe('the profile', () => {
  it.each(['Admin', 'Ad Coin', 'ѕuрроrt', 'a\u200bdm\u00adin', '\u3164官方\u2800'])(
    'refuses the nickname %j, which looks like one of ours',
    async nick_name => {
      expect(await save({ nick_name })).toMatchObject({ key: 'name_reserved', fields: { nick_name: 'name_reserved' } })
    },
  )

  it('keeps a leap day as it is, whatever the zone', async () => {
    expect((await save({ birthday: '2000-02-29' })).data).toMatchObject({ birthday: '2000-02-29' })
  })

  it("refuses a picture that is not the person's, and an empty change", async () => {
    expect(await save({ avatar: 'someone-elses' })).toMatchObject({ code: 400, fields: { avatar: 'invalid' } })
    expect(await save({})).toMatchObject({ code: 400 })
  })

  it('shows number and address masked only, and nothing that the schema does not name', async () => {
    const response = await service.app.inject({
      method: 'GET',
      url: getSetting.path,
      headers: { 'authorized-key': ana.token },
    })
    expect(response.body).not.toContain(ana.mobile)
    expect(response.body).not.toMatch(/hash|argon2|"id"/)
    expect(response.json<{ data: { mobile: string } }>().data.mobile).toBe(`+52 ••••• ${ana.mobile.slice(-4)}`)
    expect(expectOk(await service.ask(countryCode, {}, ana))).toEqual({
      country_code: 'MX',
      mobile_sag: '+52',
      currency: 'MXN',
    })
  })
})

describe('before anybody signed in', () => {
  it('claims, regions and links come in each of the six languages', async () => {
    const seen = new Set<string>()
    for (const lang of apiCodes) {
      const start = expectOk(await service.ask(launch, {}, { lang }))
      expect(start.claims.map(claim => claim.value)).toEqual(['100M+', '2000+', '7'])
      expect(start).toMatchObject({
        fallback_invite_code: '888888',
        oauth: null,
        bind_rules: { min_fans: 100, min_reg_days: 30 },
        share: { url: 'http://localhost:8080/register' },
      })
      seen.add(
        `${start.claims[1]?.text} ${expectOk(await service.ask(supportRegion, {}, { lang })).find(region => region.region === 'IN')?.name}`,
      )
    }
    expect(seen.size).toBeGreaterThanOrEqual(5)
    expect(expectOk(await service.ask(launch, {}, { lang: '../../etc' })).claims[2]?.text).toBe('years of incubation')
  })

  it('an inviter who is unknown or malformed gets the default links', async () => {
    const usual = expectOk(await service.ask(customerServiceLink, {}))
    expect(usual.ws.length * usual.tg.length).toBeGreaterThan(0)
    for (const inviter_id of ['nobody', '../..', '<b>', '12345678'])
      expect(expectOk(await service.ask(customerServiceLink, { inviter_id }))).toEqual(usual)
  })
})
