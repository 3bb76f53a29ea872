// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage, refuse } from '../testing/page-server.tsx'
import { createWithdrawal } from '../testing/waiting-work.ts'

const openWithdrawals = (...list: ReturnType<typeof createWithdrawal>[]) =>
  openPage('/work/withdrawals', { 'withdraw list': list })
const article = async (name: string) => within(await screen.findByRole('article', { name }))
const dialog = () => within(screen.getByRole('dialog'))

describe('a withdrawal', () => {
  it.each([
    [{}, 'Waits for approval'],
    [{ approved_by: 'pavel' }, 'To be paid'],
    [{ approved_by: 'pavel', payout_state: 'sent' }, 'Payout sent'],
    [{ approved_by: 'pavel', payout_state: 'unknown' }, 'Payout status unknown'],
    [{ approved_by: 'pavel', payout_state: 'failed' }, 'The payout failed'],
  ])('with %j is: %s', async (changes, words) => {
    await openWithdrawals(createWithdrawal(changes))
    expect((await article('Withdrawal of u_ana')).getByText(words)).toBeTruthy()
  })

  it('shows amount, fee and payout exactly as the service sent them', async () => {
    const money = { amount: '900719925474099312', fee: '7', payout: '900719925474099311', payout_scale: 0 }
    await openWithdrawals(createWithdrawal({ ...money, payout_currency: 'COP' }))
    const withdrawal = await article('Withdrawal of u_ana')
    expect(withdrawal.getByRole('heading')).toHaveTextContent('900,719,925,474,099,311')
    expect(withdrawal.getByText('Amount').nextElementSibling).toHaveTextContent('9,007,199,254,740,993.12 Ad Coin')
    expect(withdrawal.getByText('Fee').nextElementSibling).toHaveTextContent('0.07 Ad Coin')
  })

  it('that is approved names by whom, and is not approved twice', async () => {
    await openWithdrawals(createWithdrawal({ approved_by: 'pavel' }))
    const withdrawal = await article('Withdrawal of u_ana')
    expect(withdrawal.getByText('pavel')).toBeTruthy()
    expect(withdrawal.queryByRole('button', { name: 'Approve' })).toBeNull()
  })

  it('is reported as paid with the reference of the bank, or without one', async () => {
    const { user, requests, answer } = await openWithdrawals(createWithdrawal({ approved_by: 'pavel' }))
    answer({ 'withdraw pay': {} })
    for (const reference of ['SPEI-7301', ' ']) {
      await user.click((await article('Withdrawal of u_ana')).getByRole('button', { name: 'Paid' }))
      expect(screen.getByRole('dialog')).toHaveTextContent(/MX\$17\.15 for u_ana, to Banorte •••• 0019/)
      await user.type(dialog().getByLabelText('Reference of the bank'), `${reference}{Enter}`)
    }
    const sent = { command: 'withdraw pay', args: ['wd_1'] }
    expect(requests('withdraw pay')).toEqual([
      { ...sent, flags: { ref: 'SPEI-7301' } },
      { ...sent, flags: {} },
    ])
  })

  it('shows the account only on request, because each look is recorded', async () => {
    const { user, requests, answer } = await openWithdrawals(createWithdrawal())
    const withdrawal = await article('Withdrawal of u_ana')
    expect(requests('withdraw show')).toEqual([])
    answer({ 'withdraw show': refuse('it needs the role pay') })
    await user.click(withdrawal.getByRole('button', { name: 'Show the account' }))
    expect(await withdrawal.findByRole('alert')).toHaveTextContent('it needs the role pay')
    const account = { account: '072180001234567893' }
    answer({
      'withdraw show': { payway: 'SPEI', bank: 'Banorte', holder_name: 'Ana López', account, provider_said: null },
    })
    await user.click(withdrawal.getByRole('button', { name: 'Show the account' }))
    expect(await withdrawal.findByText('072180001234567893')).toBeTruthy()
    expect(withdrawal.getByText('Ana López')).toBeTruthy()
    expect(withdrawal.queryByRole('button', { name: 'Show the account' })).toBeNull()
  })
})

it('refuses a withdrawal that the person cancels meanwhile with the reason, and unlists it', async () => {
  const { user, answer, lookAgain } = await openWithdrawals(createWithdrawal())
  await user.click((await article('Withdrawal of u_ana')).getByRole('button', { name: 'Approve' }))
  answer({ 'withdraw approve': refuse('The person cancelled this withdrawal'), 'withdraw list': [] })
  await user.click(dialog().getByRole('button', { name: 'Approve it' }))
  expect(await dialog().findByRole('alert')).toHaveTextContent('The person cancelled this withdrawal')
  await user.keyboard('{Escape}')
  await lookAgain()
  expect(await screen.findByText('No withdrawal waits.')).toBeTruthy()
})

describe('settled withdrawals', () => {
  const open = () => {
    const list = [
      createWithdrawal({ id: 'wd_old', status: 'paid', created_at: '2026-01-01T10:00:00.000Z' }),
      createWithdrawal({ id: 'wd_new', user_id: 'u_bruno', status: 'rejected' }),
      createWithdrawal({ id: 'wd_back', status: 'cancelled', created_at: '2026-02-01T10:00:00.000Z' }),
    ]
    return openPage('/work/settled', {
      'withdraw list': ({ flags }: { flags: { status: string } }) =>
        list.filter(({ status }) => status === flags.status),
    })
  }

  it('are paid, refused and cancelled ones in one list, newest first', async () => {
    await open()
    const rows = within(await screen.findByRole('list', { name: /newest first/ })).getAllByRole('listitem')
    expect(rows.map(row => row.textContent)).toEqual([
      expect.stringMatching(/^u_bruno.*rejected.*wd_new.*MX\$17\.15$/),
      expect.stringMatching(/^u_ana.*cancelled.*wd_back/),
      expect.stringMatching(/^u_ana.*paid.*wd_old/),
    ])
  })

  it('are found by person, account or reference; none is not the same as none at all', async () => {
    const { user } = await open()
    const search = await screen.findByRole('searchbox')
    await user.type(search, ' wd_old ')
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    await user.clear(search)
    await user.type(search, 'chitra')
    expect(screen.getByText('No listed withdrawal matches.')).toBeTruthy()
  })
})
