// @postgres
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  changePassword,
  devices,
  endDevice,
  getSetting,
  loginEmail,
  loginMobile,
  registerVerifyEmail,
  registerVerifyMobile,
  resetPasswordMobile,
  resetVerifyMobile,
  sendRegisterCodeEmail,
  sendRegisterCodeMobile,
  sendResetCodeMobile,
  setPasswordEmail,
  setPasswordMobile,
} from '@adcoin/contract'
import { expectOk, goodPassword, newMobile, register } from '../testing/accounts.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()), 60_000)
afterAll(() => service.stop())

const mx = (mobile: string) => ({ mobile_sag: '+52', mobile })
const minute = 60_000
const wrong = (code: string): string => String((Number(code) + 1) % 10_000).padStart(4, '0')

describe('registration', () => {
  it('answers a taken number as a free one, and sends its owner another message', async () => {
    const ana = await register(service)
    service.forward(2 * minute)
    expect(await service.ask(sendRegisterCodeMobile, mx(ana.mobile))).toMatchObject({
      code: 0,
      data: { expire_in: 300, resend_in: 60 },
    })
    const row = await service.services.database.read
      .selectFrom('outbox')
      .selectAll()
      .where('dest', '=', ana.e164)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ template: 'already_registered', vars: {} })
    for (const code of ['0000', '1234', '9999'])
      expect(await service.ask(registerVerifyMobile, { ...mx(ana.mobile), verify_code: code })).toMatchObject({
        key: 'code_wrong',
      })
  }, 30_000)

  it('makes one account of one number in four spellings at once', async () => {
    const mobile = newMobile()
    expectOk(await service.ask(sendRegisterCodeMobile, mx(mobile)))
    const code = await service.codeFor(`+52${mobile}`)
    const { verify_ticket } = expectOk(
      await service.ask(registerVerifyMobile, { ...mx(`+52 ${mobile}`), verify_code: code }),
    )
    const spellings = [
      mobile,
      `+52 ${mobile}`,
      `0052${mobile}`,
      [...mobile].map(digit => String.fromCodePoint(0xff10 + Number(digit))).join(''),
    ]
    const answers = await Promise.all(
      spellings.map(spelling =>
        service.ask(setPasswordMobile, {
          ...mx(spelling),
          verify_ticket,
          password: goodPassword,
          confirm_password: goodPassword,
        }),
      ),
    )
    expect(answers.map(answer => answer.key).sort()).toEqual([
      'ok',
      'ticket_invalid',
      'ticket_invalid',
      'ticket_invalid',
    ])
  }, 30_000)

  it('works by e-mail, which is one address in any case', async () => {
    expectOk(await service.ask(sendRegisterCodeEmail, { email: ' Ana@Example.COM ' }))
    const { verify_ticket } = expectOk(
      await service.ask(registerVerifyEmail, {
        email: 'ana@example.com',
        verify_code: await service.codeFor('ana@example.com'),
      }),
    )
    const login = expectOk(
      await service.ask(setPasswordEmail, {
        email: 'ANA@example.com',
        verify_ticket,
        password: goodPassword,
        confirm_password: goodPassword,
        region: 'PT',
      }),
    )
    expect(login).toMatchObject({ login_type: 'email', country_code: 'PT', mobile_sag: null, is_new: true })
    expect(expectOk(await service.ask(loginEmail, { email: 'aNa@example.com', password: goodPassword }))).toMatchObject(
      { user_id: login.user_id, is_new: false },
    )
    expect(expectOk(await service.ask(getSetting, {}, { token: login.authorized_key }))).toMatchObject({
      email: 'a•••@example.com',
      mobile: null,
      is_pay_passwd: false,
      has_passwd: true,
    })
  }, 30_000)

  it('binds the code that came with the link, and creates nothing when it is unknown', async () => {
    const ana = await register(service)
    const { invite_code } = expectOk(await service.ask(getSetting, {}, ana))
    const ben = await register(service, { inviteCode: ` ${invite_code.toLowerCase()} ` })
    expect(expectOk(await service.ask(getSetting, {}, ben)).inviter_id).toBe(ana.userId)
    await expect(register(service, { inviteCode: 'NOBODY99' })).rejects.toThrow(/invite_unknown/)
  }, 30_000)

  it.each([
    [
      'the confirmation differs',
      { password: 'abcdef', confirm_password: 'abcdeg' },
      'pwd_mismatch',
      'confirm_password',
    ],
    [
      'five emoji are five characters',
      { password: '😀😀😀😀😀', confirm_password: '😀😀😀😀😀' },
      'invalid_input',
      'password',
    ],
    [
      '129 characters are too many',
      { password: 'x'.repeat(129), confirm_password: 'x'.repeat(129) },
      'invalid_input',
      'password',
    ],
  ])(
    'refuses a password when %s',
    async (_name, passwords, key, field) => {
      const mobile = newMobile()
      expectOk(await service.ask(sendRegisterCodeMobile, mx(mobile)))
      const { verify_ticket } = expectOk(
        await service.ask(registerVerifyMobile, { ...mx(mobile), verify_code: await service.codeFor(`+52${mobile}`) }),
      )
      const answer = await service.ask(setPasswordMobile, { ...mx(mobile), verify_ticket, ...passwords })
      expect(answer.key).toBe(key)
      expect(Object.keys(answer.fields ?? {})).toEqual([field])
    },
    30_000,
  )

  it('refuses the own number as a password, and a ticket of another number', async () => {
    const [mobile, other] = [newMobile(), newMobile()]
    expectOk(await service.ask(sendRegisterCodeMobile, mx(mobile)))
    const { verify_ticket } = expectOk(
      await service.ask(registerVerifyMobile, { ...mx(mobile), verify_code: await service.codeFor(`+52${mobile}`) }),
    )
    for (const password of [
      `52${mobile}`,
      `+52${mobile}`,
      mobile,
      `+52 ${mobile.slice(0, 2)} ${mobile.slice(2, 6)}-${mobile.slice(6)}`,
      `0${mobile}`,
      [...mobile].map(digit => String.fromCodePoint(0xff10 + Number(digit))).join(''),
    ]) {
      expect(
        await service.ask(setPasswordMobile, { ...mx(mobile), verify_ticket, password, confirm_password: password }),
      ).toMatchObject({ key: 'invalid_input', fields: { password: 'invalid' } })
    }
    expect(
      await service.ask(setPasswordMobile, {
        ...mx(other),
        verify_ticket,
        password: goodPassword,
        confirm_password: goodPassword,
      }),
    ).toMatchObject({ key: 'ticket_invalid' })
  }, 30_000)
})

describe('codes', () => {
  it('cannot be asked for again within 60 seconds, and tell how long to wait', async () => {
    const mobile = newMobile()
    expectOk(await service.ask(sendRegisterCodeMobile, mx(mobile)))
    const again = await service.ask(sendRegisterCodeMobile, mx(mobile))
    expect(again).toMatchObject({ status: 200, key: 'code_too_soon' })
    expect(again.retryAfter).toBeGreaterThan(50)
    service.forward(minute)
    expectOk(await service.ask(sendRegisterCodeMobile, mx(mobile)))
  })

  it('are over after three wrong tries, even for the right code', async () => {
    const mobile = newMobile()
    expectOk(await service.ask(sendRegisterCodeMobile, mx(mobile)))
    const code = await service.codeFor(`+52${mobile}`)
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(await service.ask(registerVerifyMobile, { ...mx(mobile), verify_code: wrong(code) })).toMatchObject({
        key: 'code_wrong',
        fields: { verify_code: 'code_wrong' },
      })
    expect(await service.ask(registerVerifyMobile, { ...mx(mobile), verify_code: code })).toMatchObject({
      key: 'code_wrong',
    })
  })

  it('count exactly three tries of fifty at once, and give the right one a single ticket', async () => {
    const [mobile, second] = [newMobile(), newMobile()]
    expectOk(await service.ask(sendRegisterCodeMobile, mx(mobile)))
    const code = await service.codeFor(`+52${mobile}`)
    await Promise.all(
      Array.from({ length: 50 }, () => service.ask(registerVerifyMobile, { ...mx(mobile), verify_code: wrong(code) })),
    )
    expect(
      (
        await service.services.database.read
          .selectFrom('verify_code')
          .select('tries')
          .where('dest', '=', `+52${mobile}`)
          .executeTakeFirstOrThrow()
      ).tries,
    ).toBe(3)

    expectOk(await service.ask(sendRegisterCodeMobile, mx(second)))
    const right = await service.codeFor(`+52${second}`)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => service.ask(registerVerifyMobile, { ...mx(second), verify_code: right })),
    )
    expect(new Set(answers.map(answer => expectOk(answer).verify_ticket)).size).toBe(1)
  }, 30_000)

  it('repeat a lost answer to the same address, until the ticket is used', async () => {
    const mobile = newMobile()
    const ask = (call: typeof registerVerifyMobile, verify_code: string, ip = '203.0.113.7') =>
      service.ask(call, { ...mx(mobile), verify_code }, { ip })
    expectOk(await service.ask(sendRegisterCodeMobile, mx(mobile)))
    const code = await service.codeFor(`+52${mobile}`)
    const first = expectOk(await ask(registerVerifyMobile, code))
    service.forward(minute)
    const again = expectOk(await ask(registerVerifyMobile, code))
    expect(again.verify_ticket).toBe(first.verify_ticket)
    expect(first.expire_in - again.expire_in).toBeGreaterThanOrEqual(60)

    // A thief of the code has another address; attempts count as before it was used.
    expect(await ask(registerVerifyMobile, code, '198.51.100.9')).toMatchObject({ key: 'code_wrong' })
    expect(await ask(registerVerifyMobile, wrong(code))).toMatchObject({ key: 'code_wrong' })
    expectOk(await ask(registerVerifyMobile, code))
    expect(await ask(registerVerifyMobile, wrong(code))).toMatchObject({ key: 'code_wrong' })
    expect(await ask(registerVerifyMobile, code)).toMatchObject({ key: 'code_wrong' })
  })

  it('that gave a used ticket give none any more', async () => {
    const mobile = newMobile()
    expectOk(await service.ask(sendRegisterCodeMobile, mx(mobile)))
    const verified = { ...mx(mobile), verify_code: await service.codeFor(`+52${mobile}`) }
    const { verify_ticket } = expectOk(await service.ask(registerVerifyMobile, verified))
    const password = { password: goodPassword, confirm_password: goodPassword }
    expectOk(await service.ask(setPasswordMobile, { ...mx(mobile), verify_ticket, ...password }))
    expect(await service.ask(registerVerifyMobile, verified)).toMatchObject({ key: 'code_wrong' })
  }, 30_000)

  it('expire after five minutes or with the next code, and fit one purpose and number', async () => {
    const [mobile, other] = [newMobile(), newMobile()]
    expectOk(await service.ask(sendRegisterCodeMobile, mx(mobile)))
    const first = await service.codeFor(`+52${mobile}`)
    expect(await service.ask(registerVerifyMobile, { ...mx(other), verify_code: first })).toMatchObject({
      key: 'code_wrong',
    })
    expect(await service.ask(resetVerifyMobile, { ...mx(mobile), verify_code: first })).toMatchObject({
      key: 'code_wrong',
    })
    service.forward(minute)
    expectOk(await service.ask(sendRegisterCodeMobile, mx(mobile)))
    const second = await service.codeFor(`+52${mobile}`)
    if (first !== second)
      expect(await service.ask(registerVerifyMobile, { ...mx(mobile), verify_code: first })).toMatchObject({
        key: 'code_wrong',
      })
    service.forward(5 * minute + 1000)
    expect(await service.ask(registerVerifyMobile, { ...mx(mobile), verify_code: second })).toMatchObject({
      key: 'code_wrong',
    })
  })

  it.each(['٠١٢٣', '०१२३', '０１２３', '0 1 2 3', '01-23', 'Your code is 0123.'])(
    'are read however they are written: %s',
    async written => {
      const mobile = newMobile()
      expectOk(await service.ask(sendRegisterCodeMobile, mx(mobile)))
      const code = await service.codeFor(`+52${mobile}`)
      const zero = [...written].find(character => /\p{Nd}/u.test(character))?.codePointAt(0) ?? 48
      let digits = [...code]
      const typed = written.replace(/\p{Nd}/gu, () => String.fromCodePoint(zero + Number(digits.shift())))
      digits = []
      expectOk(await service.ask(registerVerifyMobile, { ...mx(mobile), verify_code: typed }))
    },
  )

  it('stop after five for a reset in a day', async () => {
    const ana = await register(service)
    for (let sent = 0; sent < 5; sent += 1) {
      expectOk(await service.ask(sendResetCodeMobile, mx(ana.mobile)))
      service.forward(minute)
    }
    expect(await service.ask(sendResetCodeMobile, mx(ana.mobile))).toMatchObject({ status: 200, key: 'too_many' })
  }, 30_000)

  it('are nowhere stored in clear but in the outbox', async () => {
    const mobile = newMobile()
    expectOk(await service.ask(sendRegisterCodeMobile, mx(mobile)))
    const code = await service.codeFor(`+52${mobile}`)
    const row = await service.services.database.read
      .selectFrom('verify_code')
      .selectAll()
      .where('dest', '=', `+52${mobile}`)
      .executeTakeFirstOrThrow()
    expect(row.code_hmac).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(row.code_hmac).not.toContain(code)
  })
})

describe('login', () => {
  it('answers an unknown number and a wrong password alike', async () => {
    const ana = await register(service)
    const [unknown, known] = [
      await service.ask(loginMobile, { ...mx(newMobile()), password: 'not this' }),
      await service.ask(loginMobile, { ...mx(ana.mobile), password: 'not this' }),
    ]
    expect(unknown).toEqual(known)
    expect(known).toMatchObject({ status: 200, key: 'bad_credentials', data: null })
  }, 30_000)

  it('limits the sixth attempt from one place even with the right password, for a while', async () => {
    const ana = await register(service)
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await service.ask(loginMobile, { ...mx(ana.mobile), password: 'not this' })).toMatchObject({
        key: 'bad_credentials',
      })
    const sixth = await service.ask(loginMobile, { ...mx(ana.mobile), password: goodPassword })
    expect(sixth).toMatchObject({ status: 200, key: 'too_many' })
    expect(sixth.retryAfter).toBeGreaterThan(0)
    service.forward(15 * minute)
    expectOk(await service.ask(loginMobile, { ...mx(ana.mobile), password: goodPassword }))
  }, 30_000)

  it('takes é of two keyboards for one password, and hashes differ by the 73rd character', async () => {
    const mobile = newMobile()
    expectOk(await service.ask(sendRegisterCodeMobile, mx(mobile)))
    const { verify_ticket } = expectOk(
      await service.ask(registerVerifyMobile, { ...mx(mobile), verify_code: await service.codeFor(`+52${mobile}`) }),
    )
    const long = `caf\u00e9${'x'.repeat(76)}`
    expectOk(
      await service.ask(setPasswordMobile, { ...mx(mobile), verify_ticket, password: long, confirm_password: long }),
    )
    expectOk(await service.ask(loginMobile, { ...mx(mobile), password: long.normalize('NFD') }))
    expect(
      await service.ask(loginMobile, { ...mx(mobile), password: `${long.slice(0, 72)}y${long.slice(73)}` }),
    ).toMatchObject({ key: 'bad_credentials' })
  }, 30_000)
})

describe('sessions', () => {
  it.each([
    ['a truncated token', (token: string) => token.slice(0, -1)],
    ['one of another case', (token: string) => token.replace(/[a-z]/, letter => letter.toUpperCase())],
  ])('refuse %s', async (_name, change) => {
    const ana = await register(service)
    expect(await service.ask(getSetting, {}, { token: change(ana.token) })).toMatchObject({ status: 200, code: 401 })
  })

  it('end after 14 idle days, and after 30 days whatever happens', async () => {
    const idle = await register(service)
    const busy = await register(service)
    const day = 24 * 60 * minute
    for (let passed = 0; passed < 28; passed += 7) {
      service.forward(7 * day)
      expectOk(await service.ask(getSetting, {}, busy))
    }
    expect(await service.ask(getSetting, {}, idle)).toMatchObject({ code: 401 })
    service.forward(3 * day)
    expect(await service.ask(getSetting, {}, busy)).toMatchObject({ code: 401 })
  }, 30_000)

  it('are at most ten, are listed, and are ended one by one, only by their person', async () => {
    const [ana, ben] = [await register(service), await register(service)]
    for (let login = 0; login < 10; login += 1)
      expectOk(await service.ask(loginMobile, { ...mx(ana.mobile), password: goodPassword }))
    expect(await service.ask(getSetting, {}, ana)).toMatchObject({ code: 401 })
    const { authorized_key: token } = expectOk(
      await service.ask(loginMobile, { ...mx(ana.mobile), password: goodPassword }),
    )
    const { list } = expectOk(await service.ask(devices, {}, { token }))
    expect(list).toHaveLength(10)
    expect(list.filter(device => device.is_current)).toHaveLength(1)
    const other = list.find(device => !device.is_current)?.id ?? ''
    expect(await service.ask(endDevice, { id: other }, ben)).toMatchObject({ key: 'not_found' })
    expectOk(await service.ask(endDevice, { id: other }, { token }))
    expect(expectOk(await service.ask(devices, {}, { token })).list).toHaveLength(9)
  }, 60_000)

  it('are stored as hashes only', async () => {
    const ana = await register(service)
    const rows = await service.services.database.read
      .selectFrom('session')
      .selectAll()
      .where('user_id', '=', ana.id)
      .execute()
    expect(JSON.stringify(rows.map(row => row.token_hash))).not.toContain(ana.token)
  }, 30_000)
})

describe('passwords', () => {
  it('are never one that was ever used before, and changing one ends the other sessions', async () => {
    const ana = await register(service)
    const { authorized_key: other } = expectOk(
      await service.ask(loginMobile, { ...mx(ana.mobile), password: goodPassword }),
    )
    const change = (old_passwd: string, password: string) =>
      service.ask(changePassword, { old_passwd, password, confirm_password: password }, ana)
    expect(await change('not this', 'second one')).toMatchObject({
      key: 'old_pwd_wrong',
      fields: { old_passwd: 'old_pwd_wrong' },
    })
    expect(await change(goodPassword, goodPassword)).toMatchObject({
      key: 'pwd_reused',
      fields: { password: 'pwd_reused' },
    })
    for (const common of ['123456', 'Password', ' qwerty ', '１２３４５６', 'AdCoin 2026', 'zzzzzzz'])
      expect(await change(goodPassword, common)).toMatchObject({
        key: 'pwd_common',
        fields: { password: 'pwd_common' },
      })
    expectOk(await change(goodPassword, 'second one'))
    expect(await service.ask(getSetting, {}, { token: other })).toMatchObject({ code: 401 })
    expectOk(await change('second one', 'third one'))
    expect(await change('third one', goodPassword)).toMatchObject({ key: 'pwd_reused' })
    expectOk(await service.ask(loginMobile, { ...mx(ana.mobile), password: 'third one' }))
  }, 60_000)

  it('are reset by a signed-in person, whose asking session stays; every other one ends', async () => {
    const [ana, ben] = [await register(service), await register(service)]
    const { authorized_key: other } = expectOk(
      await service.ask(loginMobile, { ...mx(ana.mobile), password: goodPassword }),
    )
    const reset = async (password: string, asking: { token: string }) => {
      expectOk(await service.ask(sendResetCodeMobile, mx(ana.mobile), asking))
      const verify_code = await service.codeFor(ana.e164)
      const { verify_ticket } = expectOk(await service.ask(resetVerifyMobile, { ...mx(ana.mobile), verify_code }))
      const input = { ...mx(ana.mobile), verify_ticket, password, confirm_password: password }
      expectOk(await service.ask(resetPasswordMobile, input, asking))
    }
    await reset('another one', ana)
    expectOk(await service.ask(getSetting, {}, ana))
    expect(await service.ask(getSetting, {}, { token: other })).toMatchObject({ code: 401 })
    await service.forward(61_000)
    await reset('yet another', ben)
    expect(await service.ask(getSetting, {}, ana)).toMatchObject({ code: 401 })
  }, 60_000)

  it('are reset with a code: sessions end, withdrawals freeze, the owner is informed', async () => {
    const ana = await register(service)
    expectOk(await service.ask(sendResetCodeMobile, mx(ana.mobile)))
    const { verify_ticket } = expectOk(
      await service.ask(resetVerifyMobile, { ...mx(ana.mobile), verify_code: await service.codeFor(ana.e164) }),
    )
    expect(
      await service.ask(resetPasswordMobile, {
        ...mx(ana.mobile),
        verify_ticket,
        password: goodPassword,
        confirm_password: goodPassword,
      }),
    ).toMatchObject({ key: 'pwd_reused' })
    expectOk(
      await service.ask(resetPasswordMobile, {
        ...mx(ana.mobile),
        verify_ticket,
        password: 'another one',
        confirm_password: 'another one',
      }),
    )
    expect(
      await service.ask(resetPasswordMobile, {
        ...mx(ana.mobile),
        verify_ticket,
        password: 'yet another',
        confirm_password: 'yet another',
      }),
    ).toMatchObject({ key: 'ticket_invalid' })
    expect(await service.ask(getSetting, {}, ana)).toMatchObject({ code: 401 })
    const row = await service.services.database.read
      .selectFrom('app_user')
      .select('withdraw_frozen_until')
      .where('id', '=', ana.id)
      .executeTakeFirstOrThrow()
    expect(row.withdraw_frozen_until?.getTime()).toBeGreaterThan(Date.now() + 23 * 60 * minute)
    const result = await service.services.database.read
      .selectFrom('outbox')
      .select('template')
      .where('dest', '=', ana.e164)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(result.template).toBe('password_reset')
    expectOk(await service.ask(loginMobile, { ...mx(ana.mobile), password: 'another one' }))
  }, 60_000)

  it('of an unknown number get the same answer and no message', async () => {
    const mobile = newMobile()
    expect(await service.ask(sendResetCodeMobile, mx(mobile))).toMatchObject({
      code: 0,
      data: { expire_in: 300, resend_in: 60 },
    })
    expect(
      await service.services.database.read
        .selectFrom('outbox')
        .select('state')
        .where('dest', '=', `+52${mobile}`)
        .execute(),
    ).toEqual([{ state: 'suppressed' }])
  })
})
