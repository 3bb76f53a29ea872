// @vitest-environment jsdom
import { cancelWithdrawal, withdrawLog } from '@adcoin/contract'
import { bus } from '@adcoin/events'
import { coins, createWithdrawal, offline, openRemote, refusal, when } from '@adcoin/testing'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import remote from '../remote.tsx'

const log = (...list: object[]) => ({ '/app/w/log': { list, next_cursor: null, has_more: false } })

async function cancel(overrides = {}) {
  const page = await openRemote(remote, '/withdraw?id=wd_1', { overrides })
  await page.user.click(await screen.findByRole('button', { name: 'Cancel withdrawal' }))
  const question = within(screen.getByRole('alertdialog', { name: 'Cancel this withdrawal?' }))
  return {
    ...page,
    question,
    confirm: () => page.user.click(question.getByRole('button', { name: 'Cancel withdrawal' })),
  }
}

it('asks first, and names what comes back at once', async () => {
  const { api, user, question } = await cancel()
  expect(screen.getByRole('alertdialog')).toHaveTextContent(
    '200.00 Ad Coin return to your balance at once. No fee is taken.',
  )
  await user.click(question.getByRole('button', { name: 'Keep it' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(api.requests(cancelWithdrawal)).toEqual([])
})

it('shows what came back, emits balance and state, and offers nothing more', async () => {
  const events: unknown[] = []
  const stops = [
    bus.on('wallet.balanceChanged', ({ amount }) => void events.push(amount)),
    bus.on('wallet.withdrawalChanged', event => void events.push(event)),
  ]
  const { api, confirm, hostCalls } = await cancel()
  await confirm()
  expect(await screen.findByText('Cancelled, returned to your balance')).toBeTruthy()
  expect(api.requests(cancelWithdrawal).map(({ input }) => input)).toEqual([{ id: 'wd_1' }])
  expect(screen.getByText('Returned to your balance').nextElementSibling).toHaveTextContent('+200.00')
  expect(screen.queryByRole('button', { name: 'Cancel withdrawal' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Try again' })).toBeNull()
  expect(hostCalls).toEqual([['showToast', 'Withdrawal cancelled', 'good']])
  expect(events).toEqual(expect.arrayContaining([coins(1484.5), { withdrawalId: 'wd_1', status: 'cancelled' }]))
  for (const stop of stops) stop()
})

it('is refused in words where it was approved meanwhile, and the new state is read', async () => {
  const { api, confirm, hostCalls } = await cancel(when(cancelWithdrawal, refusal('conflict')))
  api.answer(log(createWithdrawal(coins(200), { can_cancel: false })))
  await confirm()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'It has just been approved and can no longer be cancelled.',
  )
  await expect.poll(() => screen.queryByRole('button', { name: 'Cancel withdrawal' })).toBeNull()
  expect(hostCalls).toEqual([])
})

it('reads the state again where the answer is lost, and can be tried once more', async () => {
  const { api, confirm, user } = await cancel(when(cancelWithdrawal, offline()))
  const reads = api.requests(withdrawLog).length
  await confirm()
  expect(await screen.findByRole('alert')).toHaveTextContent(/^The answer did not arrive\./)
  await expect.poll(() => api.requests(withdrawLog).length).toBeGreaterThan(reads)
  api.answer({ [`POST ${cancelWithdrawal.path}`]: undefined })
  await user.click(screen.getByRole('button', { name: 'Cancel withdrawal' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel withdrawal' }))
  expect(await screen.findByText('Cancelled, returned to your balance')).toBeTruthy()
})

it.each([
  ['approved', { can_cancel: false }],
  ['of an older service', { can_cancel: undefined }],
  ['paid', { status: 'paid' as const, can_cancel: false }],
])('is not offered for a withdrawal that is %s', async (_, changes) => {
  await openRemote(remote, '/withdraw?id=wd_1', { overrides: log(createWithdrawal(coins(200), changes)) })
  expect(await screen.findByText('WD-wd_1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel withdrawal' })).toBeNull()
})

it('has a filter of its own in the list', async () => {
  const cancelled = createWithdrawal(coins(200), { status: 'cancelled', decided_at: '2026-11-20T10:00:00.000Z' })
  const list = Array.from({ length: 10 }, (_, at) => ({ ...cancelled, id: `wd_${at}` }))
  const { user, where } = await openRemote(remote, '/withdraw', { overrides: log(...list) })
  const [row] = await screen.findAllByRole('link', { name: /^Banorte/ })
  expect(row).toHaveAccessibleDescription(/Returned Nov 20/)
  await user.click(screen.getByRole('button', { name: 'Cancelled' }))
  expect(where()).toBe('/withdraw?status=cancelled')
})
