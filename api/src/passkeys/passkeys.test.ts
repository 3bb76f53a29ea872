import { randomUUID } from 'node:crypto'
import {
  addPasskey,
  getSetting,
  loginPasskey,
  passkeys,
  passkeyToAdd,
  passkeyToLogin,
  passkeyToWithdraw,
  proveOwner,
  removePasskey,
  resetPasswordMobile,
  resetVerifyMobile,
  sendResetCodeMobile,
  withdrawRequest,
} from '@adcoin/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  expectOk,
  giveCoin,
  goodPassword,
  prepareToWithdraw,
  register,
  withdrawalInput,
  type RegisteredPerson,
} from '../testing/accounts.ts'
import { authenticator } from '../testing/authenticator.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()), 60_000)
afterAll(() => service.stop())

const day = 86_400_000
const challenge = async () => expectOk(await service.ask(passkeyToLogin, {}))

async function begin(person: RegisteredPerson) {
  const { verify_ticket } = expectOk(await service.ask(proveOwner, { passwd: goodPassword }, person))
  return expectOk(await service.ask(passkeyToAdd, { verify_ticket }, person))
}

async function withPasskey(device = authenticator()) {
  const person = await register(service)
  const passkey = expectOk(await service.ask(addPasskey, device.create(await begin(person)), person))
  return { person, device, passkey }
}

describe('a passkey', () => {
  it('is added by the owner, who gets a notice, and logs in without a password', async () => {
    const { person, device, passkey } = await withPasskey()
    const notices = await service.services.database.read
      .selectFrom('outbox')
      .select('template')
      .where('dest', '=', person.e164)
      .where('template', '=', 'passkey_added')
      .execute()
    expect(notices).toHaveLength(1)
    const login = expectOk(await service.ask(loginPasskey, device.prove(await challenge())))
    expect(login).toMatchObject({ user_id: person.userId, login_type: 'mobile', is_new: false })
    const again = { token: login.authorized_key }
    const { list } = expectOk(await service.ask(passkeys, {}, again))
    expect(list).toEqual([{ ...passkey, last_used_at: expect.any(String) }])
    expectOk(await service.ask(removePasskey, { id: passkey.id }, again))
    expect((await service.ask(loginPasskey, device.prove(await challenge()))).key).toBe('passkey_failed')
  })

  it('is not added without the ticket of the owner, with one of another person, or twice', async () => {
    const [ana, bruno] = [await register(service), await register(service)]
    const { verify_ticket } = expectOk(await service.ask(proveOwner, { passwd: goodPassword }, bruno))
    expect((await service.ask(passkeyToAdd, { verify_ticket }, ana)).key).toBe('ticket_invalid')
    const device = authenticator()
    const created = device.create(await begin(ana))
    expect((await service.ask(addPasskey, created, bruno)).key).toBe('ticket_invalid')
    expectOk(await service.ask(addPasskey, created, ana))
    expect((await service.ask(addPasskey, created, ana)).key).toBe('ticket_invalid')
    expect((await service.ask(addPasskey, device.create(await begin(bruno)), bruno)).key).toBe('passkey_failed')
    expect(expectOk(await service.ask(passkeys, {}, bruno)).list).toEqual([])
  })

  it('is one of ten at most, also where two were begun at once', async () => {
    const ana = await register(service)
    for (let n = 0; n < 8; n += 1)
      expectOk(await service.ask(addPasskey, authenticator().create(await begin(ana)), ana))
    const begun = [await begin(ana), await begin(ana), await begin(ana)]
    const answers = []
    for (const one of begun) answers.push((await service.ask(addPasskey, authenticator().create(one), ana)).key)
    expect(answers).toEqual(['ok', 'ok', 'passkey_most'])
  })

  it('is refused from another address, and from a device that did not verify the person', async () => {
    const ana = await register(service)
    const foreign = authenticator({ origin: 'https://adcoin.example.net' })
    expect((await service.ask(addPasskey, foreign.create(await begin(ana)), ana)).key).toBe('passkey_failed')
    const open = authenticator({ isVerified: false })
    expect((await service.ask(addPasskey, open.create(await begin(ana)), ana)).key).toBe('passkey_failed')
  })

  it.each<[string, (proof: ReturnType<ReturnType<typeof authenticator>['prove']>) => object]>([
    ['another signature', proof => ({ ...proof, signature: authenticator().prove(dead).signature })],
    ['other signed data', proof => ({ ...proof, authenticator_data: `${proof.authenticator_data.slice(0, -2)}AA` })],
    ['an id that is unknown', proof => ({ ...proof, credential: 'AAAAAAAAAAAAAAAAAAAAAA' })],
    ['the handle of another account', proof => ({ ...proof, user_handle: 'MTIzNDU2Nzg' })],
    ['no handle', ({ user_handle: _, ...proof }) => proof],
    ['client data that is no JSON', proof => ({ ...proof, client_data: 'AAAA' })],
  ])('opens no session with %s', async (_name, forged) => {
    const { device } = await withPasskey()
    const proof = device.prove(await challenge())
    expect((await service.askRaw(loginPasskey, forged(proof))).key).toBe('passkey_failed')
    // A refusal uses up nothing.
    expectOk(await service.ask(loginPasskey, proof))
  })

  it('writes nothing when a login begins, so that a flood of them fills no table', async () => {
    const { read } = service.services.database
    const rows = () => read.selectFrom('verify_ticket').select('id').execute()
    const before = await rows()
    await Promise.all(Array.from({ length: 20 }, challenge))
    expect(await rows()).toEqual(before)
  })

  it('signs each challenge once, within five minutes, and counts upwards', async () => {
    const { device } = await withPasskey()
    const proof = device.prove(await challenge())
    expectOk(await service.ask(loginPasskey, proof))
    expect((await service.ask(loginPasskey, proof)).key).toBe('ticket_invalid')
    expect((await service.ask(loginPasskey, device.prove(dead))).key).toBe('ticket_invalid')
    expect((await service.ask(loginPasskey, device.prove(await challenge(), { counter: 0 }))).key).toBe(
      'passkey_failed',
    )
    const old = device.prove(await challenge(), { counter: 50 })
    service.forward(301_000)
    expect((await service.ask(loginPasskey, old)).key).toBe('ticket_invalid')
  })

  it('ends when the password is reset: whoever knew it may have added one', async () => {
    const { person, device } = await withPasskey()
    const number = { mobile_sag: '+52', mobile: person.mobile }
    expectOk(await service.ask(sendResetCodeMobile, number))
    const verify_code = await service.codeFor(person.e164)
    const { verify_ticket } = expectOk(await service.ask(resetVerifyMobile, { ...number, verify_code }))
    const password = 'the owner is back'
    expectOk(await service.ask(resetPasswordMobile, { ...number, verify_ticket, password, confirm_password: password }))
    expect((await service.ask(loginPasskey, device.prove(await challenge()))).key).toBe('passkey_failed')
  })
})

const dead = { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', rp_id: 'localhost' }

describe('a withdrawal', () => {
  async function rich() {
    const { person, device } = await withPasskey()
    await giveCoin(service, person, 100_000n)
    const { paywayId } = await prepareToWithdraw(service, person)
    const payment = { amount: '20000', user_payway_id: paywayId }
    const { verify_code: _, ...input } = await withdrawalInput(service, person, paywayId, 20_000n)
    const request = (more: object) =>
      service.askRaw(withdrawRequest, { ...input, ...more }, { ...person, idempotencyKey: randomUUID() })
    return { person, device, payment, request }
  }

  it('is confirmed by a passkey of at least a day, for its amount and account only', async () => {
    const { person, device, payment, request } = await rich()
    expect(await request({})).toMatchObject({ code: 400, fields: { verify_code: 'required' } })
    expect((await service.ask(passkeyToWithdraw, payment, person)).key).toBe('passkey_failed')
    expect(expectOk(await service.ask(getSetting, {}, person)).passkey_confirms).toBe(false)
    service.forward(day)
    expect(expectOk(await service.ask(getSetting, {}, person)).passkey_confirms).toBe(true)

    const other = expectOk(await service.ask(passkeyToWithdraw, { ...payment, amount: '10000' }, person))
    expect((await request({ passkey: device.prove(other) })).key).toBe('ticket_invalid')
    expect((await request({ passkey: device.prove(await challenge()) })).key).toBe('ticket_invalid')
    const given = expectOk(await service.ask(passkeyToWithdraw, payment, person))
    const { device: his } = await withPasskey()
    service.forward(day)
    expect((await request({ passkey: his.prove(given) })).key).toBe('passkey_failed')

    const mine = expectOk(await service.ask(passkeyToWithdraw, payment, person))
    expect(mine.allow).toHaveLength(1)
    const passkey = device.prove(mine)
    expect(await request({ passkey })).toMatchObject({ code: 0 })
    expect((await request({ passkey })).key).toBe('ticket_invalid')
  })
})
