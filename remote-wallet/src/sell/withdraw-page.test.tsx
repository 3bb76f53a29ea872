// @vitest-environment jsdom
import {
  balance,
  getSetting,
  launch,
  paywayCurrency,
  sendPayCodeMobile,
  userPaywayList,
  withdrawRequest,
} from '@adcoin/contract'
import {
  ana,
  bruno,
  card,
  coins,
  givePasskeys,
  moneyConfig,
  offline,
  openRemote,
  refusal,
  spei,
  when,
  createWithdrawal,
} from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import remote from '../remote.tsx'

const log = (...list: object[]) => ({ '/app/w/log': { list, next_cursor: null, has_more: false } })

/** Goes through step one, as a person does, to the form that asks who they are. */
async function begin(overrides = {}, amount = '50') {
  const page = await openRemote(remote, '/sell', { overrides })
  await page.user.type(await screen.findByLabelText('Amount of Ad Coin to sell'), amount)
  return page
}

async function toConfirm(overrides = {}) {
  const page = await begin(overrides)
  await page.user.click(screen.getByRole('button', { name: /^Sell for / }))
  const code = await screen.findByLabelText('4-digit code')
  return {
    ...page,
    code,
    password: screen.getByLabelText('Trading password'),
    confirm: () => page.user.click(screen.getByRole('button', { name: 'Withdraw' })),
  }
}

/** What the receipts on the screen show, by label. */
function readReceipt(): Record<string, string | null | undefined> {
  return Object.fromEntries(
    screen.queryAllByRole('term').map(term => [term.textContent, term.nextElementSibling?.textContent]),
  )
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('selling', () => {
  it('shows price, fee, time and what arrives before anything is asked', async () => {
    await begin()
    expect(readReceipt()).toMatchObject({
      'Service fee': 'Included in the price',
      'Withdrawal fee, 2%': expect.stringContaining('1.00'),
      Paid: 'Within 24 hours',
      'You receive': expect.stringMatching(/^MX\$/),
    })
  })

  it.each([
    ['1,5,0', /like 12\.50/],
    ['1,234', /two ways/],
    ['1.005', /two decimals/],
    ['99999999', /Not enough/],
  ])('shows what is wrong with %s, promises no payout and sends nothing', async (typed, message) => {
    const { api, user } = await begin({}, typed)
    expect(readReceipt()).toEqual({})
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(screen.getByLabelText('Amount of Ad Coin to sell')).toHaveAccessibleDescription(message)
    expect(screen.getByLabelText<HTMLInputElement>('Amount of Ad Coin to sell').value).toBe(typed)
    expect(api.requests(withdrawRequest)).toHaveLength(0)
  })

  it('shows what the operator wants known before money moves', async () => {
    await begin(when(launch, { notice: [{ key: 'demo', text: 'Nothing is paid out here.' }] }))
    expect(await screen.findByText('Nothing is paid out here.')).toBeTruthy()
  })

  it.each(['12.5', '12,5'])('understands %s', async typed => {
    await begin({}, typed)
    expect(readReceipt()['You sell']).toBe('12.50 Ad Coin')
  })

  it('prices at the pay way’s rate of this moment', async () => {
    await begin(when(paywayCurrency, { list: [{ ...spei, rate_num: '70' }] }))
    expect(await screen.findByRole('button', { name: 'Sell for MX$34.30' })).toBeTruthy()
  })

  it('stops where withdrawals are paused, and shows until when', async () => {
    const frozen_until = new Date(Date.now() + 3_600_000).toISOString()
    const { user, where } = await begin({ [balance.path]: { config: { ...moneyConfig, frozen_until } } })
    await user.click(screen.getByRole('button', { name: /^Sell for / }))
    expect(screen.getByRole('button', { name: /^Sell for / })).toHaveAccessibleDescription(
      /^Paused until .*: a password, phone or e-mail of your account was changed/,
    )
    expect(screen.getAllByText(/Paused until/)).toHaveLength(1)
    expect(where()).toBe('/sell')
  })

  it('shows of an account that was added today how much it takes, and until when', async () => {
    const usable_from = new Date(Date.now() + 3_600_000).toISOString()
    await begin(when(userPaywayList, { list: [{ ...card, max: coins(1000), usable_from }] }))
    const account = await screen.findByRole('button', { name: /^Banorte/ })
    expect(account).toHaveAccessibleDescription(/New account: up to 1,000\.00 Ad Coin at a time until/)
  })

  it('leads a person without account and trading password there, and shows it before the tap', async () => {
    await openRemote(remote, '/sell', { overrides: when(userPaywayList, { list: [] }), person: bruno })
    expect(await screen.findByRole('link', { name: 'Trading password not set' })).toHaveAttribute(
      'href',
      '/tradingSetting',
    )
    expect(screen.getByRole('link', { name: 'Add an account to receive the money' })).toHaveAttribute(
      'href',
      '/cardAdd',
    )
  })
})

describe('confirming a withdrawal', () => {
  it('sends a code for amount and account, posts once with a key, and shows the progress', async () => {
    const { api, user, code, password, where } = await toConfirm(log(createWithdrawal(coins(50), { id: 'wd_new' })))
    await user.type(password, 'battery staple')
    await user.type(code, '4821')
    await expect.poll(where).toMatch(/^\/withdraw\?id=.*new=1/)
    const [asked] = api.requests(sendPayCodeMobile)
    expect(asked?.input).toMatchObject({ scene: 'withdraw', amount: coins(50) })
    const posted = api.requests(withdrawRequest)
    expect(posted).toHaveLength(1)
    expect(posted[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/)
    expect(posted[0]?.input).toMatchObject({ amount: coins(50), verify_code: '4821', quote: { fee: coins(1) } })
    expect(await screen.findByRole('heading', { name: 'Withdrawal submitted' })).toBeTruthy()
  })

  it.each([
    ['paid', 'Paid'],
    ['rejected', 'Rejected, returned to your balance'],
  ] as const)('shows it above the receipt once it is %s while a person looks at it', async (status, title) => {
    await openRemote(remote, '/withdraw?id=wd_1&new=1', {
      overrides: log(createWithdrawal(coins(50), { id: 'wd_1', status })),
    })
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
    expect(screen.queryByText(/Nothing more to do/)).toBeNull()
  })

  it('keeps the time of arrival in the log in one piece, and what arrives at the end of the row', async () => {
    await openRemote(remote, '/withdraw', { overrides: log(createWithdrawal(coins(50), { id: 'wd_1' })) })
    const arrival = await screen.findByText(/^By .*[AP]M$/)
    expect(arrival.nextElementSibling).toHaveTextContent(/^Waiting$/)
    expect(arrival.closest('li')?.lastElementChild?.previousElementSibling).toHaveTextContent(/^MX\$[0-9.]+$/)
  })

  it('has a pill in the log only where it is not paid, and filters from ten on', async () => {
    const listPaid = (count: number) =>
      Array.from({ length: count }, (_, at) => createWithdrawal(coins(50), { id: `wd_${at}`, status: 'paid' }))
    await openRemote(remote, '/withdraw', { overrides: log(...listPaid(9)) })
    const [row] = await screen.findAllByRole('listitem')
    expect(row).toHaveTextContent(/0019Paid [A-Z][a-z]{2} [0-9]+MX\$[0-9.]+$/)
    expect(screen.queryByRole('group', { name: 'Show' })).toBeNull()
    await openRemote(remote, '/withdraw', { overrides: log(...listPaid(10)) })
    expect(await screen.findByRole('group', { name: 'Show' })).toBeVisible()
  })

  it.each([
    ['pay_pwd_wrong', 'Trading password'],
    ['code_wrong', '4-digit code'],
  ] as const)('puts %s at its field, without a toast, and keeps what was typed', async (key, label) => {
    const { user, code, password, hostCalls } = await toConfirm(
      when(withdrawRequest, refusal(key, undefined, { msg: 'This is not right' })),
    )
    await user.type(password, 'battery staple')
    await user.type(code, '4821')
    expect(await screen.findByText('This is not right')).toBeTruthy()
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(/This is not right/)
    expect(screen.getByLabelText<HTMLInputElement>('Trading password').value).toBe('battery staple')
    expect(hostCalls).toEqual([])
  })

  it('never applies a changed rate silently: it shows the new figures and asks again', async () => {
    const { api, user, code, password } = await toConfirm(when(withdrawRequest, refusal('quote_changed')))
    await user.type(password, 'battery staple')
    const before = api.requests(balance).length
    await user.type(code, '4821')
    expect(await screen.findByText(/rate or the fee has changed/)).toBeTruthy()
    await expect.poll(() => api.requests(balance).length).toBeGreaterThan(before)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows that it is checking when the answer is lost, and tries again with the same key', async () => {
    const { api, user, code, password, confirm, where } = await toConfirm(when(withdrawRequest, offline()))
    await user.type(password, 'battery staple')
    await user.type(code, '4821')
    expect(await screen.findByText(/We are checking your withdrawal/, {}, { timeout: 4000 })).toBeTruthy()
    api.answer({ [`POST ${withdrawRequest.path}`]: undefined })
    await confirm()
    await expect.poll(where, { timeout: 4000 }).toMatch(/^\/withdraw\?id=/)
    const keys = api.requests(withdrawRequest).map(request => request.headers.get('Idempotency-Key'))
    expect(new Set(keys).size).toBe(1)
    expect(keys.length).toBeGreaterThan(1)
  })

  it('shows the outcome after a lost answer to a returning person, without a second form', async () => {
    const { api, user, code, password, where } = await toConfirm({ ...when(withdrawRequest, offline()), ...log() })
    await user.type(password, 'battery staple')
    await user.type(code, '4821')
    await screen.findByText(/We are checking your withdrawal/, {}, { timeout: 4000 })
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(await screen.findByRole('button', { name: /^Sell for / }))
    expect(await screen.findByRole('heading', { name: 'We are checking your withdrawal' })).toBeTruthy()
    expect(screen.queryByLabelText('Trading password')).toBeNull()
    expect(screen.getByText(/^You will know in at most [0-9]+ seconds$/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Do something else meanwhile' })).toHaveAttribute('href', '/money')
    api.answer(log(createWithdrawal(coins(50), { id: 'w_lost' })))
    await expect.poll(where, { timeout: 5000 }).toBe('/withdraw?id=w_lost&new=1')
    expect(await screen.findByText('Waiting for approval')).toBeTruthy()
  }, 15_000)

  it.each([-7_200_000, 7_200_000])(
    'finds what became of it though the clock of the device is set by %s ms meanwhile',
    async change => {
      const { api, user, code, password, where } = await toConfirm({ ...when(withdrawRequest, offline()), ...log() })
      await user.type(password, 'battery staple')
      await user.type(code, '4821')
      await screen.findByText(/We are checking your withdrawal/, {}, { timeout: 4000 })
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + change })
      await user.click(screen.getByRole('button', { name: 'Close' }))
      await user.click(await screen.findByRole('button', { name: /^Sell for / }))
      await screen.findByRole('heading', { name: 'We are checking your withdrawal' })
      await new Promise(done => setTimeout(done, 300))
      expect(screen.queryByText('Your withdrawal did not reach us')).toBeNull()
      api.answer(log(createWithdrawal(coins(50), { id: 'w_lost' })))
      await expect.poll(where, { timeout: 5000 }).toBe('/withdraw?id=w_lost&new=1')
    },
    15_000,
  )

  it('sends another code after a change of the account; the first is void', async () => {
    const { user } = await toConfirm(
      when(userPaywayList, { list: [card, { ...card, id: 'p_other', bank_name: 'BBVA', is_default: false }] }),
    )
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(screen.getByRole('button', { name: /^Banorte/ }))
    await user.click(screen.getByRole('radio', { name: /BBVA/ }))
    await user.click(await screen.findByRole('button', { name: /^Sell for / }))
    expect(await screen.findByText(/no longer fits; ask for a new one/)).toBeTruthy()
    expect(screen.queryByLabelText('4-digit code')).toBeNull()
    expect(screen.getByText(/^New code in/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send a new code' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Withdraw' })).toHaveAccessibleDescription('Ask for a code first')
  })

  it('shows what goes where at what cost, and has sent the code when it opens, once', async () => {
    const { api, user, password } = await toConfirm()
    expect(screen.getByRole('dialog')).toHaveTextContent(
      /ToBanorte •••• 0019You sell.*50\.00.*Withdrawal fee, 2%.*1\.00.*Within 24 hoursYou receiveMX\$17\.15/,
    )
    expect(screen.getByRole('link', { name: 'Forgot it?' })).toHaveAttribute('href', '/tradingReset/mobile')
    expect(password).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(await screen.findByRole('button', { name: /^Sell for / }))
    expect(await screen.findByLabelText('4-digit code')).toBeTruthy()
    expect(api.requests(sendPayCodeMobile)).toHaveLength(1)
  })

  it('asks a person with a passkey for it, or sends a code if they prefer one', async () => {
    const prompts = givePasskeys()
    const { api, user } = await begin(when(getSetting, { ...ana.setting, passkey_confirms: true }))
    await user.click(screen.getByRole('button', { name: /^Sell for / }))
    await user.type(await screen.findByLabelText('Trading password'), 'trading horse')
    expect(screen.queryByLabelText('4-digit code')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Withdraw' }))
    await expect.poll(() => api.requests(withdrawRequest)).toHaveLength(1)
    const [{ input } = { input: {} }] = api.requests(withdrawRequest)
    expect(input).toMatchObject({ pay_passwd: 'trading horse', passkey: { credential: 'credential' } })
    expect(input).not.toHaveProperty('verify_code')
    expect(prompts).toMatchObject([{ allowCredentials: [{ type: 'public-key', id: 'cGFzc2tleQ' }] }])
    expect(api.requests(sendPayCodeMobile)).toEqual([])
    api.end()

    const again = await begin(when(getSetting, { ...ana.setting, passkey_confirms: true }))
    await again.user.click(screen.getByRole('button', { name: /^Sell for / }))
    await again.user.click(await screen.findByRole('button', { name: 'Use a code instead' }))
    expect(await screen.findByLabelText('4-digit code')).toBeTruthy()
    expect(again.api.requests(sendPayCodeMobile)).toHaveLength(1)
  })

  it('repeats the same passkey proof after a lost answer, so that it withdraws once', async () => {
    const prompts = givePasskeys()
    const changes = {
      ...when(getSetting, { ...ana.setting, passkey_confirms: true }),
      ...when(withdrawRequest, offline()),
    }
    const { api, user, where } = await begin(changes)
    await user.click(screen.getByRole('button', { name: /^Sell for / }))
    await user.type(await screen.findByLabelText('Trading password'), 'trading horse')
    await user.click(screen.getByRole('button', { name: 'Withdraw' }))
    expect(await screen.findByText(/We are checking your withdrawal/, {}, { timeout: 4000 })).toBeTruthy()
    api.answer({ [`POST ${withdrawRequest.path}`]: undefined })
    await user.click(screen.getByRole('button', { name: 'Withdraw' }))
    await expect.poll(where, { timeout: 4000 }).toMatch(/^\/withdraw\?id=/)
    const sent = api.requests(withdrawRequest)
    expect(new Set(sent.map(request => request.headers.get('Idempotency-Key'))).size).toBe(1)
    expect(sent.every(({ input }) => JSON.stringify(input) === JSON.stringify(sent[0]?.input))).toBe(true)
    expect(prompts).toHaveLength(1)
  })

  it('goes from the fourth digit to the password where that is still empty, and sends nothing', async () => {
    const { api, user, code, password } = await toConfirm()
    await user.type(code, '4821')
    expect(password).toHaveFocus()
    expect(api.requests(withdrawRequest)).toHaveLength(0)
    await user.type(password, 'battery staple{Enter}')
    await expect.poll(() => api.requests(withdrawRequest)).toHaveLength(1)
  })

  it('counts down at the button after too many tries, and sends nothing before', async () => {
    const { api, user, code, password, confirm, hostCalls } = await toConfirm(
      when(withdrawRequest, refusal('too_many', undefined, { retryAfter: 42 })),
    )
    await user.type(password, 'battery staple')
    await user.type(code, '4821')
    await expect
      .poll(() => screen.getByRole('button', { name: 'Withdraw' }))
      .toHaveAccessibleDescription(/^Please wait 4[0-2] seconds$/)
    await confirm()
    expect(api.requests(withdrawRequest)).toHaveLength(1)
    expect(hostCalls).toEqual([])
  })

  it('asks at its own address for the amount first, and opens where there is one', async () => {
    const { user } = await openRemote(remote, '/withdraw?step=confirm')
    const amount = await screen.findByLabelText('Amount of Ad Coin to sell')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.type(amount, '50')
    expect(await screen.findByRole('dialog', { name: 'Confirm it is you' })).toBeTruthy()
  })
})

it('shows why a rejected withdrawal came back', async () => {
  await openRemote(remote, '/withdraw?id=w_9', {
    overrides: log(
      createWithdrawal(coins(50), { id: 'w_9', status: 'rejected', reason: 'The name does not match the account' }),
    ),
  })
  expect(await screen.findByText('The name does not match the account')).toBeTruthy()
  expect(screen.getByText('Rejected, returned to your balance')).toBeTruthy()
  expect(readReceipt()).toMatchObject({ 'Returned to your balance': '+50.00 Ad Coin', Reference: 'WD-w_9' })
  expect(screen.getByText(/^No fee was taken/)).toBeTruthy()
  expect(screen.getAllByRole('deletion').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/50\.00/),
    expect.stringMatching(/1\.00/),
    expect.stringMatching(/^MX\$/),
  ])
  expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/sell')
  expect(screen.getByRole('link', { name: 'Check the account' })).toHaveAttribute('href', '/cardList')
})

it.each([
  [undefined, ['/sell', '/cardList']],
  [false, ['/sell', '/cardList']],
  [true, ['/cardList', '/sell']],
])('leads first to the account where it was the reason: %s', async (is_account_reason, steps) => {
  await openRemote(remote, '/withdraw?id=w_9', {
    overrides: log(
      createWithdrawal(coins(50), {
        ...{ id: 'w_9', status: 'rejected', reason: 'The name differs' },
        ...(is_account_reason !== undefined && { is_account_reason }),
      }),
    ),
  })
  await screen.findByText('The name differs')
  const links = screen.getAllByRole('link', { name: /^(Try again|Check the account)$/ })
  expect(links.map(link => link.getAttribute('href'))).toEqual(steps)
})

it('shows of a paid withdrawal what was approved and received, not what is awaited', async () => {
  const { user, hostCalls } = await openRemote(remote, '/withdraw?id=w_9', {
    overrides: log(
      createWithdrawal(coins(50), {
        id: 'w_9',
        status: 'paid',
        decided_at: '2026-11-20T10:00:00.000Z',
        bank_reference: 'SPEI-7731',
      }),
    ),
  })
  expect(await screen.findByText('You received')).toBeTruthy()
  expect(screen.getByText('Approved')).toBeTruthy()
  expect(screen.queryByText('Waiting for approval')).toBeNull()
  expect(readReceipt()).toMatchObject({ Reference: 'WD-w_9', 'Bank reference': 'SPEI-7731' })
  await user.click(screen.getByRole('button', { name: 'Copy: Withdrawal' }))
  await expect.poll(() => hostCalls).toEqual([['showToast', 'Copied', 'good']])
  expect(await navigator.clipboard.readText()).toMatch(/Reference: WD-w_9\nBank reference: SPEI-7731\n/)
})

it('does not say of an empty filter that nothing was ever withdrawn', async () => {
  const { user, where } = await openRemote(remote, '/withdraw?status=paid', { overrides: log() })
  await user.click(await screen.findByRole('button', { name: 'Show all withdrawals' }))
  expect(where()).toBe('/withdraw')
  expect(await screen.findByText('No withdrawals yet')).toBeTruthy()
})

it('shows a state that it does not know neutrally', async () => {
  await openRemote(remote, '/withdraw', {
    overrides: log({ ...createWithdrawal(coins(50)), status: 'frozen' }),
  })
  expect(await screen.findByText('Unknown')).toBeTruthy()
})
