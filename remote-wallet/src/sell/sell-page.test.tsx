// @vitest-environment jsdom
import { balance, paywayCurrency, userPaywayList, type Balance } from '@adcoin/contract'
import { bruno, card, coins, inMinutes, moneyConfig, offline, openRemote, silence, spei, when } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

const money = (changes: Partial<Balance>) => when(balance, { config: moneyConfig, ...changes })
const field = () => screen.findByLabelText<HTMLInputElement>('Amount of Ad Coin to sell')
async function open(overrides = {}, options = {}) {
  const page = await openRemote(remote, '/sell', { overrides, ...options })
  return { ...page, amount: await field() }
}

describe('the amount to sell', () => {
  it('cannot be typed before the balance is known', async () => {
    await openRemote(remote, '/sell', { overrides: when(balance, silence()) })
    expect(screen.getAllByRole('status', { name: 'Loading' }).length).toBeGreaterThan(0)
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByText(/available/)).toBeNull()
  })

  it.each([
    ['25%', '321.12'],
    ['50%', '642.25'],
    ['All', '1284.50'],
  ])('is filled in by %s, never by more than there is', async (name, value) => {
    const { user, amount } = await open()
    await user.click(screen.getByRole('button', { name }))
    expect(amount.value.replace(',', '')).toBe(value)
  })

  it('is counted exactly where a floating number would not be', async () => {
    const { user, amount } = await open(money({ amount: '999999999999999' }))
    expect(amount).toHaveAccessibleDescription(/9,999,999,999,999\.99 available/)
    expect(amount).toHaveAccessibleDescription(/From 10\.00 to 50,000\.00 Ad Coin$/)
    await user.click(screen.getByRole('button', { name: 'All' }))
    expect(amount).toHaveValue('50000.00')
    expect(amount).not.toBeInvalid()
  })

  it('has its limits alone, of which the upper one is the balance where that is less', async () => {
    const { amount } = await open()
    expect(amount).toHaveAccessibleDescription('From 10.00 to 1,284.50 Ad Coin')
  })

  it('is below the least amount: an error in place of the limits once the field is left', async () => {
    const { user, amount } = await open()
    await user.type(amount, '9.99')
    expect(amount).toHaveAccessibleDescription('From 10.00 to 1,284.50 Ad Coin')
    expect(amount).not.toBeInvalid()
    await user.tab()
    expect(amount).toHaveAccessibleDescription('At least 10.00')
    expect(amount).toBeInvalid()
    await user.type(amount, '{Backspace}')
    expect(amount).not.toBeInvalid()
  })

  it('is below the least amount: an error too where the person goes on', async () => {
    const { user, amount, where } = await open()
    await user.type(amount, '5{Enter}')
    expect(amount).toHaveAccessibleDescription('At least 10.00')
    expect(amount).toBeInvalid()
    expect(where()).toBe('/sell')
  })

  it('is above the highest amount: it is named, and nothing is promised', async () => {
    const { user, amount, where } = await open(money({ amount: coins(90_000) }))
    await user.type(amount, '50000.01')
    expect(amount).toHaveAccessibleDescription('At most 50,000.00')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(where()).toBe('/sell')
  })

  it('is asked for only once the person goes on without it', async () => {
    const { user, amount, where } = await open()
    expect(amount).not.toBeInvalid()
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(amount).toHaveAccessibleDescription(/Enter an amount/)
    expect(where()).toBe('/sell')
  })

  it('has the receipt of a round amount as an example until something is typed', async () => {
    const { user, amount } = await open()
    const example = screen.getByRole('region', { name: 'For example:' })
    expect(example).toHaveTextContent(/You sell.*100\.00.*Withdrawal fee, 2%.*2\.00.*You receiveMX\$34\.30/)
    await user.type(amount, '5')
    expect(screen.queryByRole('region', { name: 'For example:' })).toBeNull()
  })

  it.each([
    ['0', 'You need 10.00 more Ad Coin: selling starts at 10.00.'],
    [coins(9.99), 'You need 0.01 more Ad Coin: selling starts at 10.00.'],
  ])('of %s is less than can be sold: one sentence and the way to tasks, no field', async (amount, sentence) => {
    await openRemote(remote, '/sell', { overrides: money({ amount }) })
    expect(
      await screen.findByText((_, element) => element?.matches('p') === true && element.textContent === sentence),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: 'See tasks' })).toHaveAttribute('href', '/taskList')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByText('Withdrawal fee, 2%')).toBeVisible()
  })

  it('is kept on the way to an account and back', async () => {
    const { user, amount, where } = await open(when(userPaywayList, { list: [] }))
    await user.type(amount, '50')
    await user.click(screen.getByRole('link', { name: 'Add an account to receive the money' }))
    expect(where()).toBe('/cardAdd')
    await user.click(await screen.findByRole('button', { name: 'Close' }))
    await user.click(await screen.findByRole('button', { name: 'Back' }))
    await user.click(await screen.findByRole('link', { name: 'Sell' }))
    expect(await field()).toHaveValue('50')
  })
})

describe('selling', () => {
  it('is off for all while the service pauses payouts: the button shows it, the figures stay', async () => {
    const { user, amount, where } = await open(money({ config: { ...moneyConfig, withdraw_enabled: false } }))
    await user.type(amount, '50')
    const button = screen.getByRole('button', { name: 'Sell for MX$17.15' })
    expect(button).toHaveAccessibleDescription('Withdrawals are temporarily unavailable')
    await user.click(button)
    expect(where()).toBe('/sell')
  })

  it('goes on once a pause is over, also where the service still sends its end', async () => {
    const { user, amount } = await open(money({ config: { ...moneyConfig, frozen_until: inMinutes(-1) } }))
    await user.type(amount, '50{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Confirm it is you' })).toBeTruthy()
  })

  it('leads to the trading password, not to a form that would be refused', async () => {
    const { user, amount, where } = await open(when(userPaywayList, { list: [card] }), { person: bruno })
    await user.type(amount, '50{Enter}')
    await expect.poll(where).toBe('/tradingSetting')
  })

  it('pays into the account that the person chose, by its own price', async () => {
    const other = { ...card, id: 'p_usd', payway_id: 'w_ach', bank_name: 'Chase', currency: 'USD', is_default: false }
    const { user, amount } = await open({
      ...when(userPaywayList, { list: [card, { ...other, rate_num: '2', holder_name: 'Ana L.' }] }),
      ...when(paywayCurrency, { list: [spei] }),
    })
    await user.type(amount, '50')
    await user.click(screen.getByRole('button', { name: /^Banorte/ }))
    await user.click(screen.getByRole('radio', { name: /Chase/ }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await screen.findByRole('button', { name: 'Sell for $0.98' })).toBeTruthy()
  })

  it('never offers an account that is still checked, or failed', async () => {
    const list = [card, { ...card, id: 'p_2', bank_name: 'BBVA', status: 'checking' as const, is_default: false }]
    const { user } = await open(when(userPaywayList, { list }))
    await user.click(screen.getByRole('button', { name: /^Banorte/ }))
    expect(screen.getAllByRole('radio')).toHaveLength(1)
  })

  it('goes on with the account’s own price where the newest does not load', async () => {
    const { user, amount } = await open(when(paywayCurrency, offline()))
    await user.type(amount, '50')
    expect(await screen.findByRole('button', { name: 'Sell for MX$17.15' })).toBeTruthy()
  })
})
