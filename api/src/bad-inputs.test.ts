import {
  apiCodes,
  changePayPassword,
  errorCodes,
  fieldErrorKeys,
  getSetting,
  loginEmail,
  loginMobile,
  registerVerifyMobile,
  saveSetting,
  sendRegisterCodeEmail,
  sendRegisterCodeMobile,
  setPasswordMobile,
  transactionList,
  withdrawRequest,
  bindInvite,
  type ApiCode,
  type Call,
  type ErrorKey,
  type FieldErrorKey,
} from '@adcoin/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allMessages, describeError, describeField } from './refusals/languages.ts'
import { makePerson, type ServicePerson } from './testing/people.ts'
import { startTestService, type TestService } from './testing/start-service.ts'

let service: TestService
let ana: ServicePerson
beforeAll(async () => {
  service = await startTestService()
  ana = await makePerson(service)
}, 60_000)
afterAll(() => service.stop())

const mx = { mobile_sag: '+52', mobile: '5512345678' }
const creation = { ...mx, verify_ticket: 'x'.repeat(43), password: 'correct horse', confirm_password: 'correct horse' }
const withdrawal = {
  amount: '10000',
  user_payway_id: 'none',
  pay_passwd: 'ana-ana',
  verify_code: '0000',
  quote: { fee: '200', payout: '1764', rate_num: '18', rate_den: '100' },
}
const long = (length: number) => 'x'.repeat(length)

/**
 * bad-inputs.md through HTTP: in `field` of an otherwise sound input, each of these is wrong. The whole lists are in
 * `shared/contract/src/fields.test.ts` and `money.test.ts`; here is one of each kind.
 */
const table: readonly [call: Call, input: object, field: string, wrong: readonly unknown[]][] = [
  [sendRegisterCodeMobile, mx, 'mobile', ['', '5551234567;ext=9', long(10_000), '55\u000012345678', null]],
  [sendRegisterCodeMobile, mx, 'mobile_sag', ['', '+999', 'MX', '<b>']],
  [loginMobile, { ...mx, password: 'x' }, 'mobile', ['', '<svg onload=alert(1)>']],
  [sendRegisterCodeEmail, {}, 'email', ['', 'a@b.com\r\nBcc: x@y.z', 'a@b.com\u0000', { $ne: null }]],
  [loginEmail, { password: 'x' }, 'email', ['', 'a@b.com,c@d.com']],
  [setPasswordMobile, creation, 'password', ['', '12345', '😀'.repeat(129), null]],
  [setPasswordMobile, creation, 'confirm_password', [null, long(513), ['correct horse']]],
  [setPasswordMobile, creation, 'verify_ticket', ['', 'short', long(129), { $ne: null }]],
  [setPasswordMobile, creation, 'invite_code', ['', '../..', long(4_096), '88 88 88 <', 888888]],
  [registerVerifyMobile, mx, 'verify_code', ['', '12345', 'two 1234 and 5678', ['1234']]],
  [bindInvite, { user_id: 'me' }, 'invite_code', ['', '<b>', ['888888']]],
  [changePayPassword, { old_pay_passwd: 'x', confirm_pay_passwd: '12345' }, 'pay_passwd', ['', '12345', long(129)]],
  [saveSetting, {}, 'nick_name', ['', '\u202e', long(21), null, ['Ana']]],
  [saveSetting, {}, 'birthday', ['', '2023-02-29', '1e3', 20000229, null]],
  [saveSetting, {}, 'gender', ['1', -1, 4, 1.5, true, null, [1]]],
  [saveSetting, {}, 'avatar', ['../../x', '<b>', long(65), 'https://evil.example.com/x.png', null]],
  [withdrawRequest, withdrawal, 'amount', ['', '0', '-1', '1.5', '1e3', '9007199254740993000', null, 5, {}]],
  [withdrawRequest, withdrawal, 'verify_code', ['', '12345', { $ne: null }]],
  [withdrawRequest, withdrawal, 'user_payway_id', ['', '../..', '<b>', long(65), 7]],
  [transactionList, {}, 'limit', ['0', '-1', '51', '1e9', '1;drop', '1.5', ' ', 'NaN']],
  [transactionList, {}, 'cursor', ['x', 'AAAA', long(5_000), '../..']],
  [transactionList, {}, 'type', ['', 'everything', 'INCOME', '__proto__']],
]

describe.each(table)('$path: a wrong $2', (call, input, field, wrong) => {
  it(`is refused by name in the caller's language, never a fault: ${wrong.length} values`, async () => {
    for (const [index, value] of wrong.entries()) {
      const language: ApiCode = apiCodes[index % apiCodes.length] ?? 'en_US'
      const sent = { ...input, ...('user_id' in input ? { user_id: ana.publicId } : {}), [field]: value }
      const answer = await service.askRaw(call, sent, {
        lang: language,
        token: ana.token,
        idempotencyKey: `bad-input-${index}`,
      })
      const tried = `${field} = ${JSON.stringify(value)?.slice(0, 60)} answered ${answer.code} ${JSON.stringify(answer.data)?.slice(0, 120)}`
      expect(answer.status, tried).toBe(200)
      expect(Object.keys(answer.fields ?? {}), tried).toContain(field)
      const [first, key] = Object.entries(answer.fields ?? {})[0] as [string, FieldErrorKey]
      expect(answer.msg, tried).toBe(
        answer.code === errorCodes.invalid_input
          ? describeField(language, first, key)
          : describeError(language, answer.key as ErrorKey),
      )
      expect(answer.msg.includes('<')).toBe(false)
    }
  }, 60_000)
})

it('every problem that a field can have is a sentence of its own in each language', () => {
  for (const language of apiCodes)
    expect(new Set(fieldErrorKeys.map(key => describeField(language, 'none', key))).size).toBe(fieldErrorKeys.length)
  for (const label of Object.values(allMessages.hi_IN.fields)) expect(label.trim().length).toBeGreaterThan(0)
})

it.each(['null', '<script>', '{{7*7}}', '👨‍👩‍👧‍👦'.repeat(20)])('a name like %j is a name', async nick_name => {
  const person = await makePerson(service)
  expect((await service.ask(saveSetting, { nick_name }, { token: person.token })).code).toBe(0)
  expect((await service.ask(getSetting, {}, { token: person.token })).data.nick_name).toBe(nick_name)
})

it.each(['xx', '../../en_US', '__proto__', long(8_192), ''])('a language like %j is English', async lang => {
  expect((await service.askRaw(getSetting, {}, { lang })).msg).toBe(describeError('en_US', 'session_expired'))
})
