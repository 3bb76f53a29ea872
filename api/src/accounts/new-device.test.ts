// @postgres
import {
  addPasskey,
  apiCodes,
  devices,
  endDevice,
  inboxList,
  loginMobile,
  loginOauth,
  loginPasskey,
  passkeys,
  passkeyToAdd,
  passkeyToLogin,
  proveOwner,
  refuseDevice,
  resetPasswordMobile,
  resetVerifyMobile,
  saveSetting,
  sendResetCodeMobile,
} from '@adcoin/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDevelopmentProvider, type DevelopmentProvider } from '../oauth/development-provider.ts'
import { expectOk, goodPassword, register, type RegisteredPerson } from '../testing/accounts.ts'
import { authenticator } from '../testing/authenticator.ts'
import { signInAt } from '../testing/google.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

const phone = (version = 140) =>
  `Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Mobile Safari/537.36`
const laptop = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'
const day = 86_400_000

let service: TestService
let provider: DevelopmentProvider
beforeAll(async () => {
  service = await startTestService()
  provider = await startDevelopmentProvider(service.services.config)
  await service.services.oidc.use(provider)
}, 60_000)
afterAll(async () => {
  await provider.stop()
  await service.stop()
})

const login = ({ mobile }: RegisteredPerson, userAgent: string, password = goodPassword) =>
  service.ask(loginMobile, { mobile_sag: '+52', mobile, password }, { userAgent })
const tokenOf = async (person: RegisteredPerson, userAgent: string) => ({
  token: expectOk(await login(person, userAgent)).authorized_key,
})
/** The person's first login after registration is with the phone; the account has this e-mail. */
async function anaWithPhone(email: string | null = null) {
  const ana = await register(service)
  await change(ana, { email_norm: email })
  return { ana, own: await tokenOf(ana, phone()) }
}
const change = (
  { id }: RegisteredPerson,
  values: { email_norm?: string | null; language?: string; google_sign_in?: boolean },
) => service.services.database.transaction(tx => tx.updateTable('app_user').set(values).where('id', '=', id).execute())
const noticesOf = async (token: { token: string }, lang = 'en_US') =>
  expectOk(await service.ask(inboxList, {}, { ...token, lang })).list.filter(({ kind }) => kind === 'new_device')
const messagesTo = (dest: string) =>
  service.services.database.read
    .selectFrom('outbox')
    .select(['template', 'lang', 'vars', 'channel'])
    .where('dest', '=', dest)
    .where('template', 'in', ['new_device', 'device_refused'])
    .orderBy('id')
    .execute()

describe('a sign-in from an unknown device', () => {
  it('is in the inbox, by the id and the name that the list of devices has, in every language', async () => {
    const { ana, own } = await anaWithPhone()
    // That of the registration had no browser's name.
    const known = (await noticesOf(own)).length
    const { token } = await tokenOf(ana, laptop)
    const [notice, ...others] = await noticesOf(own)
    expect(others).toHaveLength(known)
    const listed = expectOk(await service.ask(devices, {}, { token })).list.find(({ is_current }) => is_current)
    expect(notice).toMatchObject({ title: 'Firefox on Linux', ref: listed?.id, amount: null })
    expect((await noticesOf(own, 'hi_IN'))[0]?.title).toBe('Linux पर Firefox')
    for (const lang of apiCodes) expect((await noticesOf(own, lang))[0]?.title).toMatch(/Firefox.*Linux|Linux.*Firefox/)
  })

  it('sends an e-mail in the account’s language with device and time, without link or secret', async () => {
    const { ana, own } = await anaWithPhone('ana.device@example.com')
    expectOk(await service.ask(saveSetting, { time_zone: 'America/Mexico_City' }, own))
    await change(ana, { language: 'es_MX' })
    const before = (await messagesTo('ana.device@example.com')).length
    await tokenOf(ana, mac)
    const sent = await messagesTo('ana.device@example.com')
    expect(sent).toHaveLength(before + 1)
    expect(sent.at(-1)).toMatchObject({ template: 'new_device', lang: 'es_MX', channel: 'email' })
    expect(sent.at(-1)?.vars).toEqual({
      device: 'Safari en Mac',
      time: expect.stringMatching(/^\d{1,2} de \p{L}+ de \d{4}.* \d{1,2}:\d{2}.*(CST|GMT-6|hora)/u) as string,
    })
  })

  it('is nothing new after another version, nor for the first device of an account', async () => {
    const ana = await register(service)
    const { token } = await tokenOf(ana, phone(140))
    const notices = await noticesOf({ token })
    expect(notices.map(({ title }) => title)).toEqual(['Chrome on Android'])
    await tokenOf(ana, phone(152))
    expect(await noticesOf({ token })).toEqual(notices)
    const first = await register(service)
    expect(await noticesOf(first)).toEqual([])
  })

  it('is one again after half a year', async () => {
    const { ana } = await anaWithPhone()
    await tokenOf(ana, laptop)
    service.forward(179 * day)
    const count = (await noticesOf(await tokenOf(ana, laptop))).length
    service.forward(181 * day)
    expect(await noticesOf(await tokenOf(ana, laptop))).toHaveLength(count + 1)
  })

  it('is noticed with a passkey and with Google too', async () => {
    const { ana, own } = await anaWithPhone('ana.ways@example.com')
    const device = authenticator()
    const { verify_ticket } = expectOk(await service.ask(proveOwner, { passwd: goodPassword }, own))
    const challenge = expectOk(await service.ask(passkeyToAdd, { verify_ticket }, own))
    expectOk(await service.ask(addPasskey, device.create(challenge), own))
    const proof = device.prove(expectOk(await service.ask(passkeyToLogin, {})))
    expectOk(await service.ask(loginPasskey, proof, { userAgent: mac }))
    await change(ana, { google_sign_in: true })
    const google = await signInAt(service, 'ana.ways@example.com')
    expectOk(await service.ask(loginOauth, google, { userAgent: laptop }))
    expect((await noticesOf(own)).map(({ title }) => title).slice(0, 2)).toEqual(['Firefox on Linux', 'Safari on Mac'])
  })
})

/** Another person knows the password and logs in with the laptop. */
async function intruded(email: string | null = null) {
  const { ana, own } = await anaWithPhone(email)
  const thief = await tokenOf(ana, laptop)
  return { ana, own, thief, id: (await noticesOf(own))[0]?.ref ?? '' }
}
const refuse = (own: { token: string }, id: string) => service.ask(refuseDevice, { id }, own)
const stateOf = ({ id }: RegisteredPerson) =>
  service.services.database.read
    .selectFrom('app_user')
    .select(['pwd_hash', 'withdraw_frozen_until'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const isOpen = async (own: { token: string }) => (await service.ask(devices, {}, own)).code === 0

describe('a refused device', () => {
  it('ends every other session and the password, and pauses withdrawals for a day', async () => {
    const { ana, own, thief, id } = await intruded('ana.refuses@example.com')
    const other = await tokenOf(ana, mac)
    expectOk(await refuse(own, id))
    expect([await isOpen(own), await isOpen(thief), await isOpen(other)]).toEqual([true, false, false])
    expect((await login(ana, laptop)).key).toBe('bad_credentials')
    const { withdraw_frozen_until } = await stateOf(ana)
    expect(Math.round((Number(withdraw_frozen_until) - Number(service.services.now())) / 3_600_000)).toBe(24)
    for (const dest of [ana.e164, 'ana.refuses@example.com'])
      expect((await messagesTo(dest)).filter(({ template }) => template === 'device_refused')).toHaveLength(1)
  })

  it('leaves the reset with a code as the way in, and is unknown again afterwards', async () => {
    const { ana, own, id } = await intruded()
    expectOk(await refuse(own, id))
    const number = { mobile_sag: '+52', mobile: ana.mobile }
    service.forward(61_000)
    expectOk(await service.ask(sendResetCodeMobile, number))
    const verify_code = await service.codeFor(ana.e164)
    const { verify_ticket } = expectOk(await service.ask(resetVerifyMobile, { ...number, verify_code }))
    const password = 'the owner is back'
    expectOk(await service.ask(resetPasswordMobile, { ...number, verify_ticket, password, confirm_password: password }))
    expect((await login(ana, phone())).key).toBe('bad_credentials')
    const back = { token: expectOk(await login(ana, phone(), password)).authorized_key }
    const count = (await noticesOf(back)).length
    expectOk(await login(ana, laptop, password))
    expect(await noticesOf(back)).toHaveLength(count + 1)
  })

  it('is refused once: again, it changes and sends nothing, also after its session ended', async () => {
    const { ana, own, id } = await intruded()
    expectOk(await refuse(own, id))
    const before = await stateOf(ana)
    service.forward(3_600_000)
    expectOk(await refuse(own, id))
    expect(await stateOf(ana)).toEqual(before)
    expect((await messagesTo(ana.e164)).filter(({ template }) => template === 'device_refused')).toHaveLength(1)
  })

  it('may have logged out before', async () => {
    const { ana, own, thief, id } = await intruded()
    expectOk(await service.ask(endDevice, { id }, own))
    expect(await isOpen(thief)).toBe(false)
    expectOk(await refuse(own, id))
    expect((await stateOf(ana)).pwd_hash).toBeNull()
  })

  it('loses the passkeys that were added since its sign-in; older ones stay', async () => {
    const { ana, own } = await anaWithPhone()
    const add = async (token: { token: string }) => {
      const device = authenticator()
      const { verify_ticket } = expectOk(await service.ask(proveOwner, { passwd: goodPassword }, token))
      const challenge = expectOk(await service.ask(passkeyToAdd, { verify_ticket }, token))
      return expectOk(await service.ask(addPasskey, device.create(challenge), token)).id
    }
    const old = await add(own)
    service.forward(3_600_000)
    const thief = await tokenOf(ana, laptop)
    await add(thief)
    expectOk(await refuse(own, (await noticesOf(own))[0]?.ref ?? ''))
    expect(expectOk(await service.ask(passkeys, {}, own)).list.map(({ id }) => id)).toEqual([old])
  })

  it('is not the one that asks', async () => {
    const { own, id, thief } = await intruded()
    expect(await refuse(thief, id)).toMatchObject({
      key: 'device_own',
      msg: 'You are using this device. To end its session, log out',
    })
    expect([await isOpen(own), await isOpen(thief)]).toEqual([true, true])
  })

  it('does not come in while it is refused', async () => {
    const { ana, own, id } = await intruded()
    const [refused] = await Promise.all([refuse(own, id), ...[1, 2, 3, 4].map(() => login(ana, laptop))])
    expectOk(refused)
    expect(expectOk(await service.ask(devices, {}, own)).list.map(({ is_current }) => is_current)).toEqual([true])
    expect((await login(ana, laptop)).key).toBe('bad_credentials')
  })
})
