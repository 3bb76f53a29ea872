// @vitest-environment jsdom
import { deleteAccount, deletionState, exportData } from '@adcoin/contract'
import { openRemote, refusal, when, type AnswerChanges } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import remote from '../remote.tsx'

afterEach(() => void vi.restoreAllMocks())

async function open(own: 'data' | 'delete', overrides: AnswerChanges = {}) {
  const opened = await openRemote(remote, `/personalSetting?own=${own}`, { overrides })
  const press = async (name: string) => opened.user.click(await screen.findByRole('button', { name }))
  const fill = async (label: string, text: string) => opened.user.type(await screen.findByLabelText(label), text)
  return { ...opened, press, fill }
}

const ticket = 'ticket-0123456789abcdef'

it('hands over one’s data as a file after the password', async () => {
  const saved: Blob[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => (saved.push(blob), 'blob:x'),
      revokeObjectURL: () => undefined,
    }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { api, press, fill, hostCalls } = await open('data')
  await press('Download my data')
  await fill('Password', 'correct horse')
  await press('Continue')
  await expect.poll(() => hostCalls).toEqual([['showToast', 'The file was saved', 'good']])
  expect(api.requests(exportData)[0]?.input).toEqual({ verify_ticket: ticket })
  expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual({ profile: { user_id: 'u_ana' } })
})

it('ends the account: what happens, the password, a code; then no session is left', async () => {
  const { api, user, press, fill, hostCalls } = await open('delete', { [deletionState.path]: { amount: '1250' } })
  expect(await screen.findByText(/^Removed: name, photo/)).toBeVisible()
  expect(await screen.findByText(/^Kept, without your name/)).toBeVisible()
  await press('Continue')
  expect(screen.queryByLabelText('Password')).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'I give up my 12.50 Ad Coin' }))
  await press('Continue')
  await fill('Password', 'correct horse')
  await press('Continue')
  await press('Send code')
  await fill('4-digit code', '1234')
  await expect.poll(() => hostCalls.at(-1)).toEqual(['signOut'])
  expect(api.requests(deleteAccount)[0]?.input).toEqual({ verify_ticket: ticket, verify_code: '1234', give_up: '1250' })
})

it('names what is on its way, and ends nothing', async () => {
  const { press } = await open('delete', { [deletionState.path]: { open_withdrawals: 1, open_reviews: 2 } })
  expect((await screen.findByRole('link', { name: 'Withdrawals on their way: 1' })).getAttribute('href')).toBe(
    '/withdraw',
  )
  expect(screen.getByRole('link', { name: 'Proof in review: 2' }).getAttribute('href')).toBe('/adRecord')
  await press('Continue')
  expect(screen.queryByLabelText('Password')).toBeNull()
})

it('restarts if the balance changed meanwhile', async () => {
  const { press, fill, hostCalls } = await open(
    'delete',
    when(deleteAccount, refusal('conflict', undefined, { msg: 'This has changed' })),
  )
  await press('Continue')
  await fill('Password', 'correct horse')
  await press('Continue')
  await press('Send code')
  await fill('4-digit code', '1234')
  expect(await screen.findByRole('heading', { name: 'Delete your account' })).toBeVisible()
  expect(hostCalls).toEqual([['showToast', 'This has changed', 'bad']])
})
