// @vitest-environment jsdom
import { balance, transactionList, userState } from '@adcoin/contract'
import { moneyConfig, openRemote, silence, when } from '@adcoin/testing'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import remote from '../remote.tsx'

const block = () => screen.queryByRole('group', { name: 'Balance' })?.textContent ?? ''

it('shows what can be sold and what that is worth, then what is in review and on hold', async () => {
  await openRemote(remote, '/money')
  await expect.poll(block).toMatch(/1,284\.50 Ad Coin≈ MX\$449\.57 · 1 Ad Coin =.*in review.*200\.00 Ad Coin on hold/)
})

it('shows no amount at all while the balance is unknown', async () => {
  await openRemote(remote, '/money', { overrides: when(balance, silence()) })
  await screen.findByRole('heading', { name: 'Income' })
  expect(block()).toBe('Balance')
})

it('shows what is in review, with the way to the record', async () => {
  await openRemote(remote, '/money')
  expect(await screen.findByRole('link', { name: '120.00 Ad Coin in review' })).toHaveAttribute('href', '/adRecord')
  expect(screen.getByRole('link', { name: 'Ad record' })).toHaveAttribute('href', '/adRecord')
})

it('shows the value of a day by arrow keys, over 7, 30 and 90 days, and whose days they are', async () => {
  const { api, user } = await openRemote(remote, '/money', {
    overrides: when(userState, { time_zone: 'America/Mexico_City' }),
  })
  const chart = () => screen.findByRole('slider', { name: 'Income' })
  expect(await chart()).toHaveAttribute('aria-valuetext', 'Mar 9: 120.00 ad income, 6.00 team income')
  expect(screen.getByText('Time in Mexico City')).toBeVisible()
  ;(await chart()).focus()
  await user.keyboard('{ArrowLeft}')
  expect(await chart()).toHaveAttribute('aria-valuetext', 'Mar 8: 100.00 ad income, 5.00 team income')
  await user.click(screen.getByRole('radio', { name: '90 days' }))
  await expect.poll(() => api.requests(userState).at(-1)?.input).toEqual({ days: '90' })
  await expect.poll(async () => (await chart()).getAttribute('aria-valuemax')).toBe('90')
  expect(screen.getByText(/^Income of the last 90 days: /)).toBeInTheDocument()
})

it('hides every amount of the page on request, keeps that, and shows them again', async () => {
  const { user } = await openRemote(remote, '/money')
  await screen.findByText('Yesterday')
  const latest = await screen.findByRole('list', { name: 'Latest' })
  const listShown = () => [
    document.body.textContent,
    ...[...document.querySelectorAll('[aria-label], [aria-valuetext]')].flatMap(element => [
      element.getAttribute('aria-label'),
      element.getAttribute('aria-valuetext'),
    ]),
  ]
  expect(listShown().join()).toMatch(/1,400\.00/)
  expect(latest.textContent).toMatch(/[0-9]\.[0-9]/)
  await user.click(screen.getByRole('button', { name: 'Hide balance' }))
  expect(block()).not.toMatch(/[0-9]/)
  expect(latest.textContent).toContain('••••')
  expect(listShown().join()).not.toMatch(/[0-9]\.[0-9]/)
  expect(screen.queryByRole('link', { name: /in review/ })).toBeNull()
  expect(screen.queryByText(/^Time in /)).toBeNull()
  expect(Object.entries(localStorage).find(([key]) => key.includes('draft'))?.[1]).toContain('"value":true')
  await user.click(screen.getByRole('button', { name: 'Show balance' }))
  expect(block()).toMatch(/1,284\.50/)
})

it('leaves the balance after a transaction out of its receipt while amounts are hidden', async () => {
  const { user } = await openRemote(remote, '/money')
  const open = async () => {
    const [row] = within(await screen.findByRole('list', { name: 'Latest' })).getAllByRole('button')
    await user.click(row!)
    return screen.findByRole('dialog', { name: 'Receipt' })
  }
  expect(within(await open()).getByText('Balance after')).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Hide balance' }))
  expect(within(await open()).queryByText('Balance after')).toBeNull()
})

it('names no zone of days that is the device’s own', async () => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  await openRemote(remote, '/money', { overrides: when(userState, { time_zone: timeZone }) })
  await screen.findByRole('slider', { name: 'Income' })
  expect(screen.queryByText(/^Time in /)).toBeNull()
})

const listDays = (...incomes: string[]) =>
  incomes.map((ad_income, index) => ({ day: `2026-11-2${index}`, ad_income, share_income: '0' }))

it('has no income, chart or totals before the first reward, only the way to it', async () => {
  const none = { days: listDays('0', '0'), total_income: '0' }
  await openRemote(remote, '/money', {
    overrides: {
      ...when(userState, none),
      ...when(transactionList, { list: [] }),
      ...when(balance, { amount: '0', hold: '0', config: moneyConfig }),
    },
  })
  await expect.poll(block).toMatch(/0\.00.*1 Ad Coin = MX\$0\.35/)
  expect(block()).not.toContain('≈')
  expect(await screen.findByRole('link', { name: 'See tasks' })).toHaveAttribute('href', '/taskList')
  expect(screen.queryByRole('heading', { name: 'Income' })).toBeNull()
})

it('has the totals and no chart while all income is of one day', async () => {
  const first = {
    ...{ days: listDays('0', '6000'), total_income: '6000', ad_income: '6000', share_income: '0' },
    ...{ today_income: '6000', yesterday_income: '0' },
  }
  await openRemote(remote, '/money', { overrides: when(userState, first) })
  expect(await screen.findByText('Today')).toBeVisible()
  expect(screen.queryByRole('slider')).toBeNull()
  expect(screen.queryByRole('radiogroup')).toBeNull()
  expect(screen.getByText('Ad income, total')).toBeVisible()
  for (const label of ['Yesterday', 'Team income, total']) expect(screen.queryByText(label)).toBeNull()
})

it('has no chart of days without income, and offers more days', async () => {
  const idle = { days: listDays('0', '0'), total_income: '6000' }
  await openRemote(remote, '/money', { overrides: when(userState, idle) })
  expect(await screen.findByText('No income in these days.')).toBeVisible()
  expect(screen.queryByRole('slider')).toBeNull()
  expect(screen.getByRole('radio', { name: '90 days' })).toBeVisible()
})

it('shows the latest transactions before the chart', async () => {
  await openRemote(remote, '/money')
  const chart = await screen.findByRole('slider', { name: 'Income' })
  const latest = await screen.findByRole('list', { name: 'Latest' })
  expect(latest.compareDocumentPosition(chart) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})
