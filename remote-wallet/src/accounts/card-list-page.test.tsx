// @vitest-environment jsdom
import { defaultPayway, removePayway, userPaywayList, type UserPayway } from '@adcoin/contract'
import { httpReports } from '@adcoin/http'
import { card, openRemote, refusal, silence, when } from '@adcoin/testing'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

const second: UserPayway = { ...card, id: 'p_bbva', bank_name: 'BBVA', account_mask: '•••• 7777', is_default: false }
const open = (list: UserPayway[], overrides = {}) =>
  openRemote(remote, '/cardList', { overrides: { ...when(userPaywayList, { list }), ...overrides } })
const pressRow = async ({ user }: Awaited<ReturnType<typeof open>>, name: RegExp) =>
  user.click(await screen.findByRole('button', { name }))

describe('the accounts that are paid into', () => {
  it('load before the page shows that there are none', async () => {
    await openRemote(remote, '/cardList', { overrides: when(userPaywayList, silence()) })
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
    expect(screen.queryByText('No account yet')).toBeNull()
  })

  it('that do not exist yet leave one way: to add one', async () => {
    await open([])
    expect(await screen.findByRole('heading', { name: 'No account yet' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Add account' })).toHaveAttribute('href', '/cardAdd')
  })

  it.each([
    ['checking', 'Checking'],
    ['failed', 'Failed'],
    ['other', 'Unknown'],
  ] as const)('show a %s one as: %s', async (status, words) => {
    await open([{ ...card, status }])
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Banorte/ })).toHaveAccessibleDescription(/^Ana López · Default/)
  })

  it('show limits and when they were last paid, and no word for one that works', async () => {
    await open([card, second])
    const describe = (name: RegExp) => screen.getByRole('button', { name })
    await expect
      .poll(() => describe(/^Banorte/))
      .toHaveAccessibleDescription(/From 10\.00 to 50,000\.00 Ad Coin ?Last paid /)
    expect(describe(/^BBVA/)).not.toHaveAccessibleDescription(/Last paid/)
    expect(screen.queryByText('Ready')).toBeNull()
  })

  it('are called by their pay way where there is no bank', async () => {
    await open([{ ...card, bank_name: null, kind: 'payment' }])
    expect(await screen.findByRole('button', { name: /^SPEI ••••\s0019/ })).toBeTruthy()
  })

  it('have one default: another one can become it, the default cannot again', async () => {
    const page = await open([card, second])
    await pressRow(page, /^Banorte/)
    expect(screen.queryByRole('button', { name: 'Make default' })).toBeNull()
    await page.user.keyboard('{Escape}')
    await pressRow(page, /^BBVA/)
    page.api.answer(when(userPaywayList, { list: [{ ...second, is_default: true }] }))
    await page.user.click(screen.getByRole('button', { name: 'Make default' }))
    await expect
      .poll(() => screen.getByRole('button', { name: /^BBVA/ }))
      .toHaveAccessibleDescription(/^Ana López · Default/)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(page.api.requests(defaultPayway).map(({ input }) => input)).toEqual([{ id: 'p_bbva' }])
  })

  it('are removed after a question that names the account and the open withdrawals', async () => {
    const page = await open([card, second])
    await pressRow(page, /^BBVA/)
    await page.user.click(screen.getByRole('button', { name: 'Remove' }))
    const question = within(screen.getByRole('alertdialog', { name: /^Remove BBVA ••••\s7777\?$/ }))
    expect(question.getByText(/Open withdrawals to it are still paid/)).toBeTruthy()
    expect(page.api.requests(removePayway)).toEqual([])
    page.api.answer(when(userPaywayList, { list: [card] }))
    await page.user.click(question.getByRole('button', { name: 'Remove' }))
    await expect.poll(() => page.hostCalls).toEqual([['showToast', 'Account removed', 'good']])
    expect(screen.queryByRole('button', { name: /^BBVA/ })).toBeNull()
    expect(page.api.requests(removePayway).map(({ input }) => input)).toEqual([{ id: 'p_bbva' }])
  })

  it('stay where the service refuses to remove one, with its sentence as a toast', async () => {
    const toasts: string[] = []
    const stop = httpReports.subscribe(report => {
      if (report.type === 'failed' && report.showAs === 'toast') toasts.push(report.failure.msg)
    })
    const page = await open(
      [card],
      when(removePayway, refusal('conflict', undefined, { msg: 'A payout is on its way' })),
    )
    await pressRow(page, /^Banorte/)
    await page.user.click(screen.getByRole('button', { name: 'Remove' }))
    await page.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
    await expect.poll(() => toasts).toEqual(['A payout is on its way'])
    expect(screen.getByRole('button', { name: /^Banorte/ })).toBeTruthy()
    expect(page.hostCalls).toEqual([])
    stop()
  })
})
