// @vitest-environment jsdom
import { statement, type Statement } from '@adcoin/contract'
import { openRemote, rawAnswer, silence, when } from '@adcoin/testing'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import remote from '../remote.tsx'

afterEach(() => vi.restoreAllMocks())

const open = (overrides = {}) => openRemote(remote, '/statement?month=2026-03', { overrides })
const valueOf = (label: string, index = 0) => screen.getAllByText(label)[index]?.nextElementSibling

it('is reached from the transactions', async () => {
  const { user, where } = await openRemote(remote, '/tradingList')
  await user.click(await screen.findByRole('link', { name: 'Statement' }))
  expect(where()).toBe('/statement')
  expect(await screen.findByRole('heading', { level: 1, name: 'Statement' })).toBeTruthy()
})

it('adds every movement from the opening to the closing balance, and totals month and year', async () => {
  await open()
  expect(await screen.findByText('Opening balance')).toBeTruthy()
  expect(valueOf('Opening balance')).toHaveTextContent('1,356.45')
  expect(valueOf('Closing balance')).toHaveTextContent('1,284.50')
  expect([0, 1].map(index => valueOf('Ad income', index)?.textContent)).toEqual([
    expect.stringContaining('+120.00'),
    expect.stringContaining('+1,400.00'),
  ])
  expect(valueOf('Withdrawn')).toHaveTextContent('−200.00')
  expect(valueOf('Of which fees')).toHaveTextContent('4.00')
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
  expect(rows.map(row => row.textContent)).toEqual([
    expect.stringMatching(/^Trail bottle review.*\+120\.00.*1,476\.45/),
    expect.stringMatching(/^Team income.*\+8\.05.*1,484\.50/),
    expect.stringMatching(/^Withdrawal.*−200\.00.*1,284\.50/),
  ])
})

it('names the person, the currency in words and whose times these are', async () => {
  await open()
  expect(await screen.findByText(/^Ana · ID \w+$/)).toBeVisible()
  expect(screen.getByText(/^Amounts in Ad Coin, times in /)).toBeVisible()
})

it('shows times in the zone that it names, whatever the one of the phone', async () => {
  await open(when(statement, { time_zone: 'Asia/Kolkata' }))
  expect(await screen.findByText(/times in Kolkata$/)).toBeVisible()
  expect(within(screen.getByRole('table')).getByText('Mar 7, 2026, 3:30 PM')).toBeVisible()
})

it('shows another month, also in the address', async () => {
  const { api, user, where } = await open()
  await user.selectOptions(await screen.findByLabelText('Month'), 'February 2026')
  expect(where()).toBe('/statement?month=2026-02')
  await expect.poll(() => valueOf('Closing balance')?.textContent).toContain('1,356.45')
  expect(api.requests(statement).at(-1)?.input).toEqual({ month: '2026-02' })
})

it('has no table for a month without transactions', async () => {
  await openRemote(remote, '/statement?month=2025-01')
  expect(await screen.findByText('No transactions in this month')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

it('shows no figure while it loads, and can be asked for again where it fails', async () => {
  const { api, user } = await open(when(statement, silence()))
  expect(screen.getAllByRole('status', { name: 'Loading' }).length).toBeGreaterThan(0)
  expect(screen.queryByText('Opening balance')).toBeNull()
  api.end()

  const failed = await open(when(statement, rawAnswer('', { status: 502 })))
  const retry = await screen.findByRole('button', { name: 'Retry' }, { timeout: 4000 })
  failed.api.answer({ [`GET ${statement.path}`]: undefined })
  await user.click(retry)
  expect(await screen.findByText('Closing balance')).toBeTruthy()
})

it('is complete where a month comes in parts, and shows nothing before', async () => {
  const part = (id: string, next_cursor: string | null): Partial<Statement> => ({
    list: [
      {
        ...{
          id,
          direction: 'income',
          kind: 'ad_income',
          title: `Task ${id}`,
          amount: '100',
          currency: 'ADC',
          scale: 2,
        },
        ...{ balance_after: '100', ref_id: null, status: null, created_at: '2026-03-02T10:00:00.000Z' },
      },
    ],
    next_cursor,
  })
  const { api } = await open(when(statement, ({ cursor }) => part(cursor ?? 'first', cursor ? null : 'second')))
  expect(await screen.findByText('Task second')).toBeTruthy()
  expect(screen.getByText('Task first')).toBeTruthy()
  expect(api.requests(statement).map(({ input }) => input)).toEqual([
    { month: '2026-03' },
    { month: '2026-03', cursor: 'second' },
  ])
})

it('is downloaded as a file of its month, and printed', async () => {
  const files: Blob[] = []
  URL.createObjectURL = vi.fn(file => (files.push(file as Blob), 'blob:statement'))
  URL.revokeObjectURL = vi.fn()
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }))
  expect(names).toEqual(['ad-coin-2026-03.csv'])
  expect(await files[0]?.text()).toMatch(
    /2026-03-07T10:00:00\+00:00,Ad income,Trail bottle review,.*,120\.00,1476\.45,/,
  )
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
})
