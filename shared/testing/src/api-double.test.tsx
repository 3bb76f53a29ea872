// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import {
  balance,
  bindAccount,
  cancelWithdrawal,
  getSetting,
  saveSetting,
  sendPayCodeMobile,
  statement,
  taskDetail,
  transactionList,
  unbindAccount,
  upload,
  withdrawLog,
  withdrawRequest,
  type Call,
} from '@adcoin/contract'
import { send, useCall, type HttpFailure } from '@adcoin/http'
import { createSessionWriter } from '@adcoin/session'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  allCalls,
  ana,
  apiDouble,
  bruno,
  coins,
  offline,
  rawAnswer,
  refusal,
  renderRemote,
  silence,
  when,
  type ApiDouble,
} from './index.ts'

let api: ApiDouble
beforeEach(() => createSessionWriter().signIn(ana.login))
afterEach(() => api.end())

/** The least that each call's schema accepts. */
const inputs: Readonly<Record<string, object>> = {
  mobile: { mobile_sag: '+52', mobile: '5512345678' },
  email: { email: 'ana@mail.com' },
}
const secret = { password: 'correct horse', confirm_password: 'correct horse' }
const paySecret = { pay_passwd: 'trading 1', confirm_pay_passwd: 'trading 1' }
const ticket = { verify_ticket: 'ticket-0123456789abcdef' }
const samples: Readonly<Record<string, object>> = {
  'POST /app/user/login/oauth': {
    provider: 'google',
    code: 'x',
    code_verifier: 'v'.repeat(43),
    nonce: 'n'.repeat(16),
    redirect_uri: 'http://localhost:8080/google_auth',
  },
  'POST /app/user/reset_passwd': { old_passwd: 'x', ...secret },
  'POST /app/user/devices/end': { id: 'd_laptop' },
  'POST /app/user/devices/refuse': { id: 'd_laptop' },
  'POST /app/user/passkeys/challenge': ticket,
  'POST /app/user/passkeys/add': { credential: 'x', client_data: 'x', attestation: 'x' },
  'POST /app/user/passkeys/remove': { id: 'p_phone' },
  'POST /app/user/login/passkey_challenge': {},
  'POST /app/user/login/passkey': { credential: 'x', client_data: 'x', authenticator_data: 'x', signature: 'x' },
  'POST /app/pay/withdraw/passkey_challenge': { amount: '10000', user_payway_id: 'card' },
  'POST /app/user/setting': { nick_name: 'Ana' },
  'POST /app/bind/invite': { user_id: 'u_ana', invite_code: '888888' },
  'POST /app/user/pay_passwd': { ...paySecret, passwd: 'x' },
  'POST /app/user/reset_pay_passwd': { old_pay_passwd: 'x', ...paySecret },
  'POST /app/sms/send_reset_pay_verify_code/mobile': { scene: 'reset_pay' },
  'POST /app/sms/send_reset_pay_verify_code/email': { scene: 'withdraw', amount: '1000', user_payway_id: 'p_card' },
  'POST /app/user/reset_pay_passwd/mobile': { verify_code: '1234', ...paySecret },
  'POST /app/user/reset_pay_passwd/email': { verify_code: '1234', ...paySecret },
  'POST /app/user/payway': { payway_id: 'w_spei', holder_name: 'Ana', account: '002010077777777771' },
  'POST /app/user/payway/remove': { id: 'p_card' },
  'POST /app/user/payway/default': { id: 'p_card' },
  'POST /app/pay/withdraw/request': {
    amount: '1000',
    user_payway_id: 'p_card',
    pay_passwd: 'x',
    verify_code: '1234',
    quote: { fee: '20', payout: '343', rate_num: '35', rate_den: '100' },
  },
  'POST /app/sms/send_own_verify_code': { scene: 'prove' },
  'POST /app/pay/withdraw/cancel': { id: 'wd_1' },
  'GET /app/pay/statement': { month: '2026-03' },
  'POST /app/user/prove_owner': { passwd: 'x' },
  'GET /app/legal': { page: 'terms' },
  'POST /app/user/export': { verify_ticket: 'x'.repeat(43) },
  'POST /app/user/delete': { verify_ticket: 'x'.repeat(43), verify_code: '1234', give_up: '0' },
  'POST /app/app/task/receive': { task_id: 't_bottle' },
  'POST /app/app/task/submitting': { assignment_id: 'a_lamp', disclosure_confirmed: true },
  'POST /app/app/task/appeal': { assignment_id: 'a_failed', text: 'The video is public.' },
  'POST /app/app/bind_account': { platform: 'tiktok', username: 'ana', homepage_link: 'https://www.tiktok.com/@ana' },
  'POST /app/app/unbind_account': { id: 'b_ana', confirm: true },
  'POST /app/inbox/read': { id: '2' },
  'POST /app/push/state': { endpoint: 'https://push.example.com/1' },
  'POST /app/push/subscribe': {
    endpoint: 'https://push.example.com/1',
    p256dh: 'BPUB',
    auth: 'c2VjcmV0',
    kinds: ['paid'],
  },
  'POST /app/push/unsubscribe': { endpoint: 'https://push.example.com/1' },
  'POST /app/health/report': {
    app: 'remote-wallet',
    release: '1.0.0-0a1b2c3d',
    phase: 'entry',
    reason: 'x',
    generation: 1,
  },
  'POST /app/health/visits': { generation: 1, visits: [{ app: 'remote-wallet', release: '1.0.0-0a1b2c3d' }] },
}

function inputOf(call: Call): object {
  const given = samples[`${call.method} ${call.path}`]
  if (given) return given
  if (call.method === 'GET' || call.path === '/app/user/logout') return {}
  if (call.path === '/app/upload')
    return { purpose: 'proof', file: new File(['picture'], 'a.png', { type: 'image/png' }) }
  const who = inputs[call.path.split('/').at(-1) ?? ''] ?? {}
  if (/login/.test(call.path)) return { ...who, password: 'x' }
  if (/(set|reset)_passwd\//.test(call.path)) return { ...who, ...ticket, ...secret }
  if (/contact/.test(call.path)) return { ...who, ...ticket, ...(/sms/.test(call.path) ? {} : { verify_code: '1234' }) }
  if (/verify_code\//.test(call.path) && !/sms/.test(call.path)) return { ...who, verify_code: '1234' }
  return who
}

describe('the default answers', () => {
  it.each(allCalls.map(call => [`${call.method} ${call.path}`, call] as const))(
    'of %s are valid against the contract',
    async (_, call) => {
      api = apiDouble()
      await expect(send(call, inputOf(call))).resolves.toBeDefined()
      expect(api.requests(call)).toHaveLength(1)
    },
  )

  it('are those of the person that the test chose', async () => {
    api = apiDouble({}, bruno)
    await expect(send(getSetting, {})).resolves.toMatchObject({ user_id: 'u_bruno', nick_name: null })
  })

  it('follow the input where the service would', async () => {
    api = apiDouble()
    expect((await send(transactionList, { type: 'income' })).list.map(row => row.direction)).toEqual([
      'income',
      'income',
    ])
    expect((await send(taskDetail, { task_id: 't_bottle' })).detail?.title).toContain('Trail bottle')
    expect((await send(withdrawRequest, samples['POST /app/pay/withdraw/request'] as never)).balance.amount).toBe(
      coins(1274.5),
    )
  })

  it('remember a cancelled withdrawal', async () => {
    api = apiDouble()
    const cancelled = await send(cancelWithdrawal, { id: 'wd_1' })
    expect(cancelled.withdrawal).toMatchObject({ status: 'cancelled', can_cancel: false })
    await expect(send(cancelWithdrawal, { id: 'wd_1' })).resolves.toEqual(cancelled)
    await expect(send(balance, {})).resolves.toMatchObject({ amount: coins(1484.5), hold: '0' })
    expect((await send(withdrawLog, { id: 'wd_1' })).list).toEqual([cancelled.withdrawal])
    expect((await send(transactionList, {})).list.map(row => [row.kind, row.amount, row.status]).slice(0, 2)).toEqual([
      ['withdraw_refund', coins(200), null],
      ['withdraw', `-${coins(200)}`, 'cancelled'],
    ])
  })

  it('state the months so that opening and movements are the closing', async () => {
    api = apiDouble()
    const { months } = await send(statement, { month: '2026-03' })
    expect(months).toEqual(['2026-03', '2026-02'])
    const [march, february] = await Promise.all(months.map(month => send(statement, { month })))
    expect(february).toMatchObject({ opening: '0', closing: march?.opening, year: february?.totals })
    expect(march?.closing).toBe(coins(1284.5))
    for (const { opening, closing, list } of [march, february].flatMap(of => of ?? []))
      expect(String(list.reduce((sum, row) => sum + BigInt(row.amount), BigInt(opening)))).toBe(closing)
  })
})

describe('an override', () => {
  it('changes the fields that it names, by path or by call', async () => {
    api = apiDouble({ [balance.path]: { amount: '5' }, ...when(unbindAccount, refusal('unbind_open')) })
    await expect(send(balance, {})).resolves.toMatchObject({ amount: '5', hold: coins(200) })
    await expect(send(unbindAccount, { id: 'b_ana', confirm: true })).rejects.toMatchObject({
      kind: 'refused',
      key: 'unbind_open',
    })
  })

  it('by path alone means the GET where two calls share the path', async () => {
    api = apiDouble({ [saveSetting.path]: { nick_name: 'Ana B' } })
    await expect(send(getSetting, {})).resolves.toMatchObject({ nick_name: 'Ana B' })
    await expect(send(saveSetting, { nick_name: 'Ana C' })).resolves.toMatchObject({ nick_name: 'Ana C' })
  })

  it('may be a function of the input, and may change during the test', async () => {
    api = apiDouble(when(bindAccount, ({ username }) => (username === 'taken' ? refusal('bind_taken') : {})))
    const input = { platform: 'tiktok', username: 'taken', homepage_link: 'https://www.tiktok.com/@a' }
    await expect(send(bindAccount, input)).rejects.toMatchObject({ key: 'bind_taken' })
    api.answer(when(bindAccount, { bind_status: 3 }))
    await expect(send(bindAccount, input)).resolves.toMatchObject({ bind_status: 3 })
  })

  it('can fail as networks do', async () => {
    api = apiDouble(when(balance, offline()))
    await expect(send(balance, {})).rejects.toMatchObject({ kind: 'offline' })
    api.answer(when(balance, rawAnswer('<html>', { status: 502 })))
    await expect(send(balance, {})).rejects.toMatchObject({ kind: 'broken' })
    api.answer(when(balance, silence()))
    const stopping = new AbortController()
    const pending = send(balance, {}, { signal: stopping.signal })
    stopping.abort()
    await expect(pending).rejects.toMatchObject({ kind: 'cancelled' })
  })
})

describe('a request', () => {
  it('that breaks the contract is refused with its fields, as the service does', async () => {
    api = apiDouble()
    const failure: HttpFailure = (await send(saveSetting, { nick_name: 'x'.repeat(21) }).catch(
      error => error as HttpFailure,
    )) as HttpFailure
    expect(failure.fields).toEqual({ nick_name: 'too_long' })
  })

  it('carries token and language, and an upload its file', async () => {
    api = apiDouble()
    const shares: number[] = []
    await send(
      upload,
      { purpose: 'proof', file: new File(['picture'], 'a.png', { type: 'image/png' }) },
      { onUploadProgress: share => shares.push(share) },
    )
    expect(shares.at(-1)).toBe(1)
    const [seen] = api.requests(upload)
    expect(seen?.headers.get('authorized-key')).toBe(ana.login.authorized_key)
    expect(seen?.headers.get('lang')).toBe('en_US')
    expect(seen?.input).toMatchObject({ purpose: 'proof' })
  })
})

describe('renderRemote', () => {
  function Screen() {
    const { data } = useCall(balance, {})
    return <p>balance {data?.amount ?? 'unknown'}</p>
  }

  it('draws an element with a new router, session and cache', async () => {
    api = apiDouble(when(balance, { amount: '77' }))
    const { where } = await renderRemote(<Screen />, { path: '/money?x=1' })
    expect(await screen.findByText('balance 77')).toBeTruthy()
    expect(where()).toBe('/money?x=1')
    api.answer(when(balance, { amount: '78' }))
    await renderRemote(<Screen />)
    expect(await screen.findByText('balance 78')).toBeTruthy()
  })

  it('sets the language of the page, and changes it', async () => {
    api = apiDouble()
    const { changeLanguage } = await renderRemote(<Screen />, { language: 'pt_PT' })
    expect(document.documentElement.lang).toBe('pt-PT')
    await changeLanguage('hi_IN')
    expect(document.documentElement.lang).toBe('hi-IN')
    await act(async () => {})
    await send(sendPayCodeMobile, { scene: 'reset_pay' })
    expect(api.requests(sendPayCodeMobile)[0]?.headers.get('lang')).toBe('hi_IN')
  })
})
