// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { within } from '@testing-library/dom'
import { inboxList, inboxRead, type InboxItem } from '@adcoin/contract'
import { when } from '@adcoin/testing'
import { bootAt, screen, waitFor } from '../testing/boot-at.tsx'

test('the inbox shows each item with link and reason, and marks what is shown as read', async () => {
  const { api, heading } = await bootAt('/inbox')
  await heading('Notifications')
  // Beside the page a wide window lists the ways to earn.
  const [paid, rejected] = await within(screen.getByRole('main')).findAllByRole('listitem')
  expect(paid?.textContent).toMatch(/Review passed.*New.*Trail bottle.*\+.*120\.00/)
  expect(
    within(paid as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/task/trail-bottle')
  expect(rejected?.textContent).toMatch(/Review failed.*Trail video.*The video is private\./)
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
  expect(within(list).getAllByRole('listitem')[0]?.textContent).toMatch(/Review passed.*New.*Trail bottle/)
  expect(screen.getByRole('link', { name: 'Notifications' }).getAttribute('href')).toBe('/inbox')
  expect(screen.queryByRole('heading', { name: 'How payment works' })).toBeNull()
  expect(api.requests(inboxRead)).toEqual([])
})

test('where nothing has happened yet it shows how payment works', async () => {
  widen()
  await bootAt('/faq', { answers: () => when(inboxList, { list: [], unread: 0 }) })
  await screen.findByRole('heading', { name: 'How payment works' })
})

const at = (day: number, hour: number) => `2026-03-0${day}T${hour}:00:00Z`
const createItem = (id: number, kind: string, when: string, more: Partial<InboxItem> = {}): InboxItem => ({
  ...{ id: `${id}`, kind, ref: 'x', title: `Title ${id}`, amount: null, reason: null, at: when, is_read: true },
  ...more,
})

async function openWith(list: InboxItem[]): Promise<HTMLElement[]> {
  const { heading } = await bootAt('/inbox', { answers: () => when(inboxList, { list, unread: 0 }) })
  await heading('Notifications')
  return within(screen.getByRole('main')).findAllByRole('listitem')
}

test('passed tasks and new friends of one day are one row each, with their sum', async () => {
  const rows = await openWith([
    createItem(9, 'reward_paid', at(5, 14), { amount: '80000', is_read: false }),
    createItem(8, 'friend_joined', at(5, 13)),
    createItem(7, 'reward_paid', at(5, 12), { amount: '67000', is_read: false }),
    ...[4, 6, 10, 11].map(id => createItem(id, 'friend_joined', at(5, 11))),
    createItem(5, 'reward_paid', at(3, 11), { amount: '500' }),
  ])
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/2 tasks passed2New 2 .*Title 9 Title 7.*\+.*1,470\.00/),
    expect.stringMatching(/5 friends joined your team.*Title 8 Title 4 Title 6 and 2 more/),
    expect.stringMatching(/Review passed.*Title 5.*\+.*5\.00/),
  ])
  const [passed] = within(rows[0] as HTMLElement).getAllByRole('link')
  expect(passed?.getAttribute('href')).toBe('/adRecord?status=2')
})

test('a decided appeal leads to its task, an account to its page, a new device to the devices', async () => {
  const rows = await openWith([
    createItem(4, 'account_refused', at(5, 16), { title: '@trail', reason: 'It has 12 followers.' }),
    createItem(3, 'appeal_accepted', at(5, 15), { ref: 'trail', amount: '12000' }),
    createItem(2, 'appeal_rejected', at(5, 14), { ref: 'trail', reason: 'The link is private.' }),
    createItem(1, 'new_device', at(5, 12), { ref: 'd1', title: 'Chrome on Windows' }),
  ])
  expect(rows.map(row => [row.textContent, within(row).getByRole('link').getAttribute('href')])).toEqual([
    [expect.stringMatching(/Account not linked.*@trail.*It has 12 followers\./), '/bindAccount'],
    [expect.stringMatching(/Appeal accepted.*Title 3.*\+.*120\.00/), '/task/trail'],
    [expect.stringMatching(/Appeal rejected.*Title 2.*The link is private\./), '/task/trail'],
    [expect.stringMatching(/New sign-in.*Chrome on Windows/), '/personalSetting?device=d1'],
  ])
})
