// @vitest-environment jsdom
import { transactionList } from '@adcoin/contract'
import { openRemote, silence, when } from '@adcoin/testing'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

const empty = { list: [], next_cursor: null, has_more: false, month: { income: '0', expense: '0' } }

const withdrawal = {
  ...{ id: 'x_1', direction: 'expense', kind: 'withdraw', title: 'Withdrawal', amount: '-20000', currency: 'ADC' },
  ...{ scale: 2, balance_after: '5000', ref_id: 'wd_1', created_at: '2026-03-09T10:00:00.000Z' },
}

describe('the transactions', () => {
  it('load without a sum that is unknown yet', async () => {
    await openRemote(remote, '/tradingList', { overrides: when(transactionList, silence()) })
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
    expect(screen.queryByText('In, this month')).toBeNull()
  })

  it('show what came in and went out this month, the outgoing with its minus', async () => {
    await openRemote(remote, '/tradingList')
    expect((await screen.findByText('In, this month')).nextElementSibling).toHaveTextContent('+128.05')
    expect(screen.getByText('Out, this month').nextElementSibling).toHaveTextContent('−200.00')
  })

  it('lead from a withdrawal to its track, not to a receipt', async () => {
    await openRemote(remote, '/tradingList')
    const row = await screen.findByRole('link', { name: /^Withdrawal/ })
    expect(row).toHaveAttribute('href', '/withdraw?id=wd_1')
    expect(screen.getByText('Waiting').previousElementSibling).not.toBeNull()
  })

  it('say in a word that a withdrawal is paid, on one line with its time', async () => {
    const paid = { ...withdrawal, status: 'paid' as const }
    await openRemote(remote, '/tradingList', { overrides: when(transactionList, { list: [paid] } as never) })
    const row = await screen.findByRole('link', { name: 'Withdrawal' })
    expect(row).toHaveAccessibleDescription(/^Paid ?10:00 AM −200\.00 ?Ad Coin$/)
    expect(screen.getByText('Paid').previousElementSibling).toBeNull()
  })

  it('are filtered by the keyboard, in the address, and by the service', async () => {
    const { api, user, where } = await openRemote(remote, '/tradingList')
    ;(await screen.findByRole('radio', { name: 'All' })).focus()
    await user.keyboard('{ArrowRight}')
    expect(where()).toBe('/tradingList?type=income')
    await expect.poll(() => api.requests(transactionList).at(-1)?.input).toMatchObject({ type: 'income' })
    await expect.poll(() => screen.queryByRole('link', { name: /^Withdrawal/ })).toBeNull()
  })

  it.each([
    ['income', 'No income yet'],
    ['expense', 'No expenses yet'],
  ])('that are empty for %s alone lead back to all of them', async (type, title) => {
    const { user, where } = await openRemote(remote, `/tradingList?type=${type}`, {
      overrides: when(transactionList, empty),
    })
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show all transactions' }))
    expect(where()).toBe('/tradingList')
  })

  it('that do not exist at all lead to the first task', async () => {
    await openRemote(remote, '/tradingList', { overrides: when(transactionList, empty) })
    expect(await screen.findByRole('heading', { name: 'No transactions yet' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See tasks' })).toHaveAttribute('href', '/taskList')
  })

  it('count Ad Coin that came back as no income', async () => {
    const row = {
      id: 'x_9',
      direction: 'income' as const,
      kind: 'withdraw_refund' as const,
      title: 'Withdrawal returned',
    }
    const money = { amount: '5000', currency: 'ADC', scale: 2, balance_after: '5000', ref_id: 'wd_9', status: null }
    const list = [{ ...row, ...money, created_at: '2026-03-09T10:00:00.000Z' }]
    const { user } = await openRemote(remote, '/tradingList', { overrides: when(transactionList, { list } as never) })
    await user.click(await screen.findByRole('button', { name: /^Withdrawal returned/ }))
    const receipt = within(screen.getByRole('dialog', { name: 'Receipt' }))
    expect(receipt.getByText('Reference').nextElementSibling).toHaveTextContent('WD-wd_9')
    await user.click(receipt.getByRole('button', { name: 'Copy the reference: WD-wd_9' }))
    expect(await navigator.clipboard.readText()).toBe('WD-wd_9')
    expect(receipt.getByText('Balance after').nextElementSibling).toHaveTextContent('50.00 Ad Coin')
  })
})
