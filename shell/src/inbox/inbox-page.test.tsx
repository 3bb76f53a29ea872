// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { within } from '@testing-library/dom'
import { inboxList, inboxRead } from '@adcoin/contract'
import { when } from '@adcoin/testing'
import { bootAt, screen, waitFor } from '../testing/boot-at.tsx'

test('the inbox shows each item with link and reason, and marks what is shown as read', async () => {
  const { api, heading } = await bootAt('/inbox')
  await heading('Notifications')
  // Beside the page a wide window lists the ways to earn.
  const [paid, rejected] = await within(screen.getByRole('main')).findAllByRole('listitem')
  expect(paid?.textContent).toMatch(/Trail bottle.*New.*Review passed.*\+.*120\.00/)
  expect(
    within(paid as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/task/trail-bottle')
  expect(rejected?.textContent).toMatch(/Trail video.*Review failed.*The video is private\./)
  expect(rejected?.textContent).not.toContain('New')
  await waitFor(() => expect(api.requests(inboxRead)[0]?.input).toEqual({ id: '4', older: true }))
})

test('an empty inbox shows what will appear there, one that cannot be had offers another try', async () => {
  const { api, user } = await bootAt('/inbox', {
    answers: ({ refusal }) => when(inboxList, refusal('unavailable')),
  })
  const again = await screen.findByRole('button', { name: /Retry|again/i }, { timeout: 5_000 })
  api.answer(when(inboxList, { list: [], unread: 0 }))
  await user.click(again)
  await screen.findByText('Nothing has happened yet')
  expect(screen.getByRole('link', { name: 'See tasks' }).getAttribute('href')).toBe('/taskList')
})

/** A window of this width or more. */
function widen(): void {
  const eventSource = { addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(min-width: 1024px)', ...eventSource }))
}

test('beside the screens of a wide window is the newest news, and nothing of it counts as read', async () => {
  widen()
  const { api } = await bootAt('/faq')
  const list = await screen.findByRole('list', { name: 'Notifications' })
  expect(within(list).getAllByRole('listitem')[0]?.textContent).toMatch(/Trail bottle.*New.*Review passed/)
  expect(screen.getByRole('link', { name: 'Notifications' }).getAttribute('href')).toBe('/inbox')
  expect(screen.queryByRole('heading', { name: 'How payment works' })).toBeNull()
  expect(api.requests(inboxRead)).toEqual([])
})

test('where nothing has happened yet it shows how payment works', async () => {
  widen()
  await bootAt('/faq', { answers: () => when(inboxList, { list: [], unread: 0 }) })
  await screen.findByRole('heading', { name: 'How payment works' })
})

test('friends who joined in a row on one day are one row, those of the next day another', async () => {
  const createFriendJoined = (id: string, at: string) => ({
    ...{ id, kind: 'friend_joined', ref: null, title: `Friend ${id}`, amount: null, reason: null },
    ...{ at, is_read: true },
  })
  const list = ['T10:00', 'T09:00', 'T08:00'].map((time, index) =>
    createFriendJoined(`${9 - index}`, `2026-03-05${time}:00Z`),
  )
  const { heading } = await bootAt('/inbox', {
    answers: () => when(inboxList, { list: [...list, createFriendJoined('2', '2026-03-03T10:00:00Z')], unread: 0 }),
  })
  await heading('Notifications')
  const rows = await within(screen.getByRole('main')).findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('3 friends joined your team'),
    expect.stringContaining('Friend 2'),
  ])
})
