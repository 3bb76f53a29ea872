import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  balance,
  changeContactEmail,
  changeContactMobile,
  getSetting,
  loginEmail,
  loginMobile,
  proveOwner,
  resetPasswordMobile,
  resetVerifyMobile,
  sendContactCodeEmail,
  sendContactCodeMobile,
  sendOwnCode,
  sendRegisterCodeMobile,
  sendResetCodeMobile,
} from '@adcoin/contract'
import { expectOk, goodPassword, newMobile, register, type RegisteredPerson } from '../testing/accounts.ts'
import { makePerson } from '../testing/people.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()), 60_000)
afterAll(() => service.stop())

const numberOf = (mobile: string) => ({ mobile_sag: '+52', mobile })
const newAddress = () => `${randomUUID()}@example.com`
const prove = async (person: RegisteredPerson) =>
  expectOk(await service.ask(proveOwner, { passwd: goodPassword }, person)).verify_ticket
const login = (mobile: string) => service.ask(loginMobile, { ...numberOf(mobile), password: goodPassword })

/** What was written to a number or address, newest first. */
async function messagesTo(dest: string): Promise<string[]> {
  const rows = await service.services.database.read
    .selectFrom('outbox')
    .select('template')
    .where('dest', '=', dest)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(row => row.template)
}

/** Everything but the last step. */
async function readyToMove(person: RegisteredPerson, mobile: string) {
  const verify_ticket = await prove(person)
  expectOk(await service.ask(sendContactCodeMobile, { ...numberOf(mobile), verify_ticket }, person))
  return { ...numberOf(mobile), verify_ticket, verify_code: await service.codeFor(`+52${mobile}`) }
}

describe('another number', () => {
  it('signs in from now on, the old contact is informed and free, withdrawals pause for a day', async () => {
    const ana = await register(service)
    const mobile = newMobile()
    const input = await readyToMove(ana, mobile)
    const idempotencyKey = randomUUID()
    // The answer may be lost: asked again under its key it is the same.
    for (const _time of [1, 2]) expectOk(await service.ask(changeContactMobile, input, { ...ana, idempotencyKey }))
    expect((await login(mobile)).code).toBe(0)
    expect((await login(ana.mobile)).key).toBe('bad_credentials')
    expect((await messagesTo(ana.e164))[0]).toBe('contact_changed')
    expect(await messagesTo(`+52${mobile}`)).toEqual(['code_contact'])
    const { config } = expectOk(await service.ask(balance, { fw: 'true' }, ana))
    expect(Date.parse(config?.frozen_until ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000)
    service.forward(61_000)
    expect((await register(service, { mobile: ana.mobile })).userId).not.toBe(ana.userId)
  })

  it('makes a reset that had begun at the earlier one worthless', async () => {
    const ana = await register(service)
    const number = numberOf(ana.mobile)
    expectOk(await service.ask(sendResetCodeMobile, number))
    const verify_code = await service.codeFor(ana.e164)
    const { verify_ticket } = expectOk(await service.ask(resetVerifyMobile, { ...number, verify_code }))
    expectOk(await service.ask(changeContactMobile, await readyToMove(ana, newMobile()), ana))
    const password = { password: 'a thief was here', confirm_password: 'a thief was here' }
    expect((await service.ask(resetPasswordMobile, { ...number, verify_ticket, ...password })).key).toBe(
      'ticket_invalid',
    )
  })

  it('needs the owner’s own ticket and the code of this number, three tries, once', async () => {
    const [ana, ben] = [await register(service), await register(service)]
    const input = await readyToMove(ana, newMobile())
    const change = async (changed: Partial<typeof input>, person = ana) =>
      (await service.ask(changeContactMobile, { ...input, ...changed }, person)).key
    expect(await change({}, ben)).toBe('ticket_invalid')
    expect(await change({ verify_ticket: await prove(ben) }, ben)).toBe('code_wrong')
    expect(await change({ verify_ticket: await prove(ana), ...numberOf(newMobile()) })).toBe('code_wrong')
    const wrong = input.verify_code === '0000' ? '0001' : '0000'
    expect(await change({ verify_code: wrong })).toBe('code_wrong')
    // The third try at this code: the right one, which is then used up.
    expect(await change({})).toBe('ok')
    expect(await change({})).toBe('ticket_invalid')
    expect(await change({ verify_ticket: await prove(ana) })).toBe('code_wrong')
  })

  it('of two changes at once exactly one is stored', async () => {
    const ana = await register(service)
    const inputs = [await readyToMove(ana, newMobile()), await readyToMove(ana, newMobile())]
    const answers = await Promise.all(inputs.map(input => service.ask(changeContactMobile, input, ana)))
    expect(answers.map(({ key }) => key).toSorted()).toEqual(['ok', 'ticket_invalid'])
    const winner = inputs[answers.findIndex(({ code }) => code === 0)]
    expect((await login(winner?.mobile ?? '')).code).toBe(0)
  })
})

describe('a number that is another person’s', () => {
  it('gets the same answers as a free one; only its owner is informed', async () => {
    const [ana, ben] = [await register(service), await register(service)]
    const verify_ticket = await prove(ana)
    service.forward(61_000)
    const taken = await service.ask(sendContactCodeMobile, { ...numberOf(ben.mobile), verify_ticket }, ana)
    const free = await service.ask(sendContactCodeMobile, { ...numberOf(newMobile()), verify_ticket }, ana)
    expect(taken).toEqual(free)
    expect((await messagesTo(ben.e164))[0]).toBe('contact_taken')
    for (const verify_code of ['0000', '1111'])
      expect(
        await service.ask(changeContactMobile, { ...numberOf(ben.mobile), verify_ticket, verify_code }, ana),
      ).toMatchObject({ key: 'code_wrong', fields: { verify_code: 'code_wrong' } })
    expect((await login(ben.mobile)).data.user_id).toBe(ben.userId)
  })

  it('since the code was sent: answers as a wrong code, and changes nothing', async () => {
    const ana = await register(service)
    const mobile = newMobile()
    const input = await readyToMove(ana, mobile)
    const ben = await register(service, { mobile })
    expect(await service.ask(changeContactMobile, input, ana)).toMatchObject({
      key: 'code_wrong',
      fields: { verify_code: 'code_wrong' },
    })
    expect((await login(mobile)).data.user_id).toBe(ben.userId)
    expect((await login(ana.mobile)).data.user_id).toBe(ana.userId)
  })
})

describe('the owner', () => {
  it('adds a first e-mail, which signs in as well', async () => {
    const ana = await register(service)
    const email = newAddress()
    const verify_ticket = await prove(ana)
    expectOk(await service.ask(sendContactCodeEmail, { email, verify_ticket }, ana))
    const verify_code = await service.codeFor(email)
    expectOk(await service.ask(changeContactEmail, { email, verify_ticket, verify_code }, ana))
    expect(expectOk(await service.ask(getSetting, {}, ana)).email).toMatch(/@example\.com$/)
    expect((await service.ask(loginEmail, { email, password: goodPassword })).data.user_id).toBe(ana.userId)
    expect((await messagesTo(ana.e164))[0]).toBe('contact_changed')
  })

  it('is proved by the password, five wrong ones an hour; a code is no password', async () => {
    const ana = await register(service)
    expect((await service.ask(proveOwner, { verify_code: '1234' }, ana)).fields).toEqual({ passwd: 'required' })
    const keys: (string | undefined)[] = []
    for (let tries = 0; tries < 6; tries++) keys.push((await service.ask(proveOwner, { passwd: 'not it' }, ana)).key)
    expect(keys).toEqual([...Array<string>(5).fill('old_pwd_wrong'), 'too_many'])
    expect(
      (await service.ask(sendContactCodeMobile, { ...numberOf(newMobile()), verify_ticket: 'x'.repeat(43) }, ana)).key,
    ).toBe('ticket_invalid')
  })

  it('without a password is proved by a code to the own address', async () => {
    const ana = await makePerson(service)
    const { email_norm } = await service.services.database.read
      .selectFrom('app_user')
      .select('email_norm')
      .where('id', '=', ana.id)
      .executeTakeFirstOrThrow()
    expect(expectOk(await service.ask(sendOwnCode, { scene: 'prove' }, ana)).dest_mask).toMatch(/^.•••@example\.com$/)
    const verify_code = await service.codeFor(email_norm ?? '')
    const wrong = verify_code === '0000' ? '0001' : '0000'
    expect((await service.ask(proveOwner, { verify_code: wrong }, ana)).key).toBe('code_wrong')
    const { verify_ticket } = expectOk(await service.ask(proveOwner, { verify_code }, ana))
    // The answer may have been lost: the same one, and no second ticket.
    expect(expectOk(await service.ask(proveOwner, { verify_code }, ana)).verify_ticket).toBe(verify_ticket)
  })

  it('asks for ten codes to new places a day at most', async () => {
    const ana = await register(service)
    const verify_ticket = await prove(ana)
    const send = async () => (await service.ask(sendContactCodeEmail, { email: newAddress(), verify_ticket }, ana)).key
    for (let sent = 0; sent < 10; sent++) expect(await send()).toBe('ok')
    expect(await send()).toBe('too_many')
    expect((await service.ask(sendRegisterCodeMobile, numberOf(newMobile()))).code).toBe(0)
  })
})
