// @vitest-environment jsdom
import { devices, endDevice, refuseDevice } from '@adcoin/contract'
import { inMinutes, openRemote, refusal, when, type AnswerChanges } from '@adcoin/testing'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import remote from '../remote.tsx'

const chrome =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'
const times = { created_at: inMinutes(-90), last_seen_at: inMinutes(-10), login_type: 'mobile' }
const list = [
  { ...times, id: 'd_own', user_agent: chrome, is_current: true },
  { ...times, id: 'd_new', user_agent: firefox, is_current: false },
]

async function open(query: string, overrides: AnswerChanges = {}) {
  const page = await openRemote(remote, `/personalSetting?${query}`, {
    overrides: { ...when(devices, { list }), ...overrides },
  })
  await screen.findByText('Chrome on Android')
  return page
}

it('marks the device that the inbox asked about, before all others', async () => {
  await open('device=d_new')
  const [first, second] = within(screen.getByRole('list', { name: 'Logged-in devices' })).getAllByRole('listitem')
  expect(within(first!).getByText('Firefox on Linux')).toBeVisible()
  expect(within(first!).getByText('Was this you?')).toBeVisible()
  expect(within(second!).queryByText('Was this you?')).toBeNull()
})

it('reports that a device which was asked about is no longer logged in', async () => {
  await open('device=d_gone')
  expect(screen.getByText('That session has already ended.')).toBeVisible()
})

it('ends one session after a yes', async () => {
  const { api, user, hostCalls } = await open('own=devices')
  await user.click(screen.getByRole('button', { name: 'End the session on Firefox on Linux' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'End' }))
  await expect.poll(() => hostCalls).toEqual([['showToast', 'Session ended', 'good']])
  expect(api.requests(endDevice).map(({ input }) => input)).toEqual([{ id: 'd_new' }])
  expect(screen.queryByText('Firefox on Linux')).toBeNull()
})

it('refuses a device after showing the consequences, then leads to a new password', async () => {
  const { api, user } = await open('device=d_new')
  await user.click(screen.getByRole('button', { name: 'That was not me: Firefox on Linux' }))
  const dialog = within(screen.getByRole('alertdialog'))
  expect(dialog.getByText(/Every other device is logged out.*new one with a code.*Withdrawals pause/)).toBeVisible()
  expect(api.requests(refuseDevice)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Log out the others' }))
  const next = await screen.findByRole('link', { name: 'Set a new password' })
  expect(next.getAttribute('href')).toBe('/resetPwd/mobile')
  expect(api.requests(refuseDevice).map(({ input }) => input)).toEqual([{ id: 'd_new' }])
})

it('keeps the question open where the service refuses', async () => {
  const { user, hostCalls } = await open('own=devices', when(refuseDevice, refusal('too_many')))
  await user.click(screen.getByRole('button', { name: 'That was not me: Firefox on Linux' }))
  await user.click(screen.getByRole('button', { name: 'Log out the others' }))
  await expect.poll(() => hostCalls.map(([name]) => name)).toEqual(['showToast'])
  expect(screen.getByRole('alertdialog')).toBeVisible()
})
