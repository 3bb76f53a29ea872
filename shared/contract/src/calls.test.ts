import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import * as contract from './index.ts'
import { Envelope, errorCodes, errorKeyOf, type Call } from './index.ts'

const calls = (Object.entries(contract) as [string, unknown][]).filter(
  (entry): entry is [string, Call] => typeof entry[1] === 'object' && entry[1] !== null && 'idempotency' in entry[1],
)

/** specification.md 7, which the tests cannot read from the tree. */
const specified = `
GET /app/mobile/support/region
POST /app/user/login/mobile /app/user/login/email /app/user/login/oauth
POST /app/sms/send_register_verify_code/email /app/sms/send_register_verify_code/mobile
POST /app/user/register_verify_code/email /app/user/register_verify_code/mobile
POST /app/user/set_passwd/mobile /app/user/set_passwd/email
POST /app/user/reset_passwd/email /app/user/reset_passwd/mobile
POST /app/user/reset_passwd_verify_code/email /app/user/reset_passwd_verify_code/mobile
POST /app/sms/send_reset_verify_code/email /app/sms/send_reset_verify_code/mobile
GET /app/w/log /app/user/finance/balance /app/state/user /app/payway_currency/query /app/pay/transaction/list /app/user/payway/list /app/pay/bank/list
POST /app/user/payway /app/pay/withdraw/request
GET /app/launch
POST /app/upload
GET /app/customer_service_link
GET /app/user/setting
POST /app/user/setting /app/bind/invite
GET /app/user/country_code /app/agent/query /app/state/agent
POST /app/user/reset_passwd /app/user/pay_passwd /app/user/reset_pay_passwd /app/sms/send_reset_pay_verify_code/mobile /app/sms/send_reset_pay_verify_code/email /app/user/reset_pay_passwd/mobile /app/user/reset_pay_passwd/email
GET /app/app/task/list
POST /app/app/task/receive
GET /app/app/task/detail /app/app/bind_account
POST /app/app/bind_account /app/app/unbind_account /app/app/task/submitting
`
  .trim()
  .split('\n')
  .flatMap(line => {
    const [method, ...paths] = line.split(' ')
    return paths.map(path => `${method} ${path}`)
  })

const listByOrigin = (origin: string) =>
  calls.filter(([, call]) => call.origin === origin).map(([, { method, path }]) => `${method} ${path}`)

describe('the calls', () => {
  it('are exactly those of the specification, and our additions are listed apart', () => {
    expect(listByOrigin('specification').toSorted()).toEqual(specified.toSorted())
    expect(listByOrigin('addition').every(name => !specified.includes(name))).toBe(true)
  })

  it('have each their own method and path', () => {
    const all = calls.map(([, { method, path }]) => `${method} ${path}`)
    expect(new Set(all).size).toBe(all.length)
  })

  it('that the specification marks as without loader or with their own errors are so', () => {
    const without = calls.filter(([, call]) => call.origin === 'specification' && !call.loader).map(([name]) => name)
    expect(without.toSorted()).toEqual(['balance', 'launch', 'loginOauth'])
    expect(contract.withdrawRequest).toMatchObject({ errors: 'page', idempotency: 'required', loader: true })
  })

  it.each(calls.filter(([, call]) => call.path !== '/app/upload'))(
    '%s refuses what is no object, and fields that it does not know',
    (_, { request }) => {
      for (const input of [null, 'x', 5, [[]], true]) expect(v.safeParse(request, input).success).toBe(false)
      const parsed = v.safeParse(request, { role: 'admin' })
      expect(parsed.success).toBe(false)
    },
  )

  it.each(calls.filter(([, call]) => call.method === 'GET'))(
    '%s takes nothing but texts in its query',
    (_, { request }) => {
      const entries = 'entries' in request ? (request.entries as Record<string, v.GenericSchema>) : {}
      for (const schema of Object.values(entries))
        for (const value of [5, true, ['x'], { $ne: null }, null])
          expect(v.safeParse(schema, value).success).toBe(false)
    },
  )

  it('answer a page with its list, whether there is more, and from where', () => {
    const page = { list: [], next_cursor: null, has_more: false }
    const answers = (changes: object) =>
      v.safeParse(contract.definePagedList(v.string()), { ...page, ...changes }).success
    expect(answers({ list: ['x'] })).toBe(true)
    for (const changes of [
      { list: undefined },
      { list: null },
      { list: [5] },
      { next_cursor: undefined },
      { next_cursor: 5 },
      { has_more: undefined },
      { has_more: 'false' },
    ])
      expect(answers(changes)).toBe(false)
  })

  it('page lists in steps of 1 to 50', () => {
    const limit = (value: string) => v.safeParse(contract.taskList.request, { limit: value }).success
    for (const value of ['1', '20', '49', '50']) expect(limit(value)).toBe(true)
    for (const value of ['0', '-1', '51', '1000000000', '1e6', '1;drop', '', '05', '2.5'])
      expect(limit(value)).toBe(false)
  })
})

describe('the envelope', () => {
  it('needs a number as its code, and forgives a missing message', () => {
    expect(v.parse(Envelope, { code: 0 })).toEqual({ code: 0, msg: '', data: null })
    for (const input of [null, [], 'x', {}, { code: '0' }, { code: null }])
      expect(v.safeParse(Envelope, input).success).toBe(false)
  })

  it('has one key for each code and one code for each key', () => {
    expect(new Set(Object.values(errorCodes)).size).toBe(Object.keys(errorCodes).length)
    for (const [key, code] of Object.entries(errorCodes)) expect(errorKeyOf(code)).toBe(key)
    expect([errorKeyOf(9999), errorKeyOf(Number.NaN)]).toEqual([undefined, undefined])
  })
})

it('the package imports nothing of ours and does no I/O', () => {
  for (const file of ['call', 'manifest', 'errors', 'events', 'fields', 'languages', 'money', 'release', 'live']) {
    const text = readFileSync(new URL(`./${file}.ts`, import.meta.url), 'utf8')
    expect(text).not.toMatch(/from '(?!\.\/|valibot)|\bfetch\(|process\.|window\./)
  }
})
