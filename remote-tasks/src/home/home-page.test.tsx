// @vitest-environment jsdom
import { balance, boundAccounts, coin, taskList, type BoundAccount, type TaskItem } from '@adcoin/contract'
import { createSessionWriter } from '@adcoin/session'
import { coins, moneyConfig, offline, openRemote, silence, when, type AnswerChanges } from '@adcoin/testing'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

const today = { received: 1, limit: 5, submitted: 0, passed: 0, left_to_earn: coins(60) }
const task = (changes: Partial<TaskItem> = {}): TaskItem => ({
  id: 't_friend',
  assignment_id: null,
  kind: 1,
  title: 'Tell a friend',
  icon: 'msg',
  reward: coins(60),
  ...coin,
  quota_left: 5000,
  ends_at: null,
  minutes: 3,
  exec_status: null,
  review_status: null,
  deadline_at: null,
  lock: null,
  ...changes,
})

const failedAccount: BoundAccount = {
  ...{ id: 'b_ana', platform: 'tiktok', username: 'ana.makes', nickname: null, description: null, avatar: null },
  ...{ link: 'https://www.tiktok.com/@ana.makes', background: null, fans: 900, reg_days: 800, bind_status: 3 },
  ...{ fail_reason: null, challenge: 'adcoin-4821', created_at: '2026-01-05T10:00:00.000Z' },
}

/** The shell keeps the balance of each answer in the session. */
async function openHome({ amount = coins(1284.5), ...overrides }: AnswerChanges & { amount?: string } = {}) {
  await openRemote(remote, '/home', { overrides: { ...overrides, ...when(balance, { amount }) } })
  const hold = '0'
  act(() => createSessionWriter().setMoney({ amount, hold, ...coin, version: 8, config: moneyConfig }))
}

describe('home', () => {
  it('shows of each task its reward, also in the person’s money, its duration and its deadline', async () => {
    await openHome()
    const rows = within(await screen.findByRole('list', { name: 'Today’s tasks' })).getAllByRole('listitem')
    expect(rows[0]?.textContent).toMatch(/Trail bottle.*120\.00.*≈\u00a0MX\$42\.00.*10\u00a0min.*until .*12 left/)
  })

  it('shows all tasks that need an account as one row, with what linking is worth today', async () => {
    await openHome()
    const list = within(await screen.findByRole('list', { name: 'Today’s tasks' }))
    expect(list.queryByText(/Leafy/)).toBeNull()
    const row = list.getByRole('link', { name: 'Link a social account' })
    expect(row.getAttribute('href')).toBe('/bindAccount')
    expect(row.closest('li')?.textContent).toMatch(/Up to 60\.00 Ad Coin ≈\u00a0MX\$21\.00 more today/)
  })

  it('shows a new person the first open task as the first step, and not again in the list', async () => {
    const list = [task({ id: 't_friend' }), task({ id: 't_group', title: 'In a group' })]
    const overrides = when(taskList, { list, today: { ...today, received: 0 } })
    await openHome({ ...overrides, amount: '0' })
    await screen.findByRole('heading', { name: 'Start here' })
    expect(screen.getByRole('main')).toHaveTextContent(/Start here.*Tell a friend.*60\.00.*MX\$21\.00.*3 min/)
    expect(screen.getByRole('link', { name: 'Open task' }).getAttribute('href')).toBe('/task/t_friend')
    expect(screen.getAllByText('Tell a friend')).toHaveLength(1)
  })

  it.each([
    [coins(1284.5), ['/sell', '/invite']],
    ['0', ['/invite']],
  ])('shows of a finished day once what it brought, when it goes on and what to do: %s', async (amount, ways) => {
    const passed = task({ assignment_id: 'a_friend', exec_status: 3, review_status: 2 })
    const done = { ...today, passed: 5, left_to_earn: '0', earned: coins(260), next_day_at: '2001-02-03T12:00:00.000Z' }
    const overrides = when(taskList, { list: [passed], today: done })
    await openHome({ ...overrides, amount })
    await screen.findByRole('heading', { name: 'Done for today' })
    expect(screen.getByRole('main')).toHaveTextContent(
      /Done for today.*You earned .*260\.00.*MX\$91\.00.*New tasks .*Feb/,
    )
    const links = within(screen.getByRole('main')).getAllByRole('link', { name: /Withdraw|Invite/ })
    expect(links.map(link => link.getAttribute('href'))).toEqual(ways)
    expect(screen.getByRole('img', { name: '0 of 5 sent' })).toBeTruthy()
    expect(screen.queryByRole('list')).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Today’s tasks' })).toBeNull()
  })

  it('shows the receipt of the first reward while it is all that was ever earned', async () => {
    const overrides = when(taskList, { list: [task()], today: { ...today, passed: 1, earned: coins(60) } })
    await openHome({ ...overrides, amount: coins(60) })
    const receipt = await screen.findByLabelText('Your first reward')
    expect(receipt.textContent).toMatch(/\+60\.00.*Yours now.*MX\$21\.00.*Withdraw from/)
    expect(within(receipt).getByRole('link', { name: 'Withdraw' }).getAttribute('href')).toBe('/sell')
    expect(screen.queryByRole('heading', { name: 'Your next step' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Tell a friend' })).toBeTruthy()
  })

  it('shows the claimed task, not the receipt of the first reward, while one waits to be sent', async () => {
    const claimed = task({ assignment_id: 'a_friend', exec_status: 0, review_status: 0 })
    const overrides = when(taskList, { list: [claimed], today: { ...today, passed: 1, earned: coins(60) } })
    await openHome({ ...overrides, amount: coins(60) })
    await screen.findByRole('heading', { name: 'Your next step' })
    expect(screen.getByRole('link', { name: 'Send proof' })).toBeVisible()
    expect(screen.queryByLabelText('Your first reward')).toBeNull()
  })

  it('leads to the page of a refused task before it is sent again: that shows why', async () => {
    const refused = task({ assignment_id: 'a_friend', exec_status: 4, review_status: 3, attempts_left: 2 })
    await openHome(when(taskList, { list: [refused], today }))
    await screen.findByRole('heading', { name: 'Review failed' })
    expect(screen.getByRole('link', { name: 'Open task' }).getAttribute('href')).toBe('/task/t_friend')
  })

  it('shows the picture of a task in its final size, and the icon of its kind where none arrives', async () => {
    await openRemote(remote, '/home')
    const list = within(await screen.findByRole('list', { name: 'Today’s tasks' }))
    const image = list.getByAltText('A blue bottle')
    expect(image.getAttribute('loading')).toBe('lazy')
    expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['144', '144'])
    expect(image.getAttribute('src')).toMatch(/\.avif$/)
    fireEvent.error(image)
    expect(image.getAttribute('src')).toMatch(/\.webp$/)
    fireEvent.error(image)
    expect(list.queryByAltText('A blue bottle')).toBeNull()
    expect(list.getAllByRole('listitem')[0]?.querySelector('svg')).toBeTruthy()
  })

  it.each([
    ['too few followers', { fans: 12 }, 'Link another account'],
    ['a missing text', {}, 'Link again'],
  ])('shows an account that failed for %s with its reason and what to do', async (reason, facts, verb) => {
    await openHome(when(boundAccounts, { list: [{ ...failedAccount, fail_reason: reason, ...facts }] }))
    const list = within(await screen.findByRole('list', { name: 'Today’s tasks' }))
    const row = (await list.findByRole('link', { name: verb })).closest('li')
    expect(row?.textContent).toContain(`@ana.makes ${reason} Not linked`)
  })

  it('puts the next step first: what is claimed is to be sent', async () => {
    await openRemote(remote, '/home')
    await screen.findByRole('heading', { name: 'Your next step' })
    expect(screen.getByRole('link', { name: 'Send proof' }).getAttribute('href')).toBe('/task/t_lamp?step=proof')
  })

  it('promises no next step while the tasks cannot be read', async () => {
    await openHome(when(taskList, offline()))
    await screen.findByRole('alert')
    expect(screen.queryByRole('heading', { name: 'Your next step' })).toBeNull()
  })

  it('shows one failed part where neither balance nor tasks are known, and reads both again', async () => {
    const { api, user } = await openRemote(remote, '/home', {
      overrides: { ...when(taskList, offline()), ...when(balance, offline()) },
    })
    const findHeading = () => screen.queryByRole('heading', { name: 'Today’s tasks' })
    await expect.poll(findHeading, { timeout: 4000 }).toBeNull()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    api.answer({ [`GET ${taskList.path}`]: undefined, [`GET ${balance.path}`]: undefined })
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('list', { name: 'Today’s tasks' })).toBeTruthy()
    expect(screen.getByRole('group', { name: 'Balance' })).toHaveTextContent(/1,284\.50/)
  })

  it('folds what is done into one line with what it brought', async () => {
    const today = { received: 2, limit: 5, submitted: 2, passed: 2, left_to_earn: coins(60), earned: coins(1100) }
    await openRemote(remote, '/home', { overrides: when(taskList, { today }) })
    const done = within(await screen.findByRole('list', { name: 'Done today' }))
    expect(done.getByRole('listitem').textContent).toMatch(/2 done today.*1,100\.00/)
    expect(done.getByRole('link').getAttribute('href')).toBe('/taskList?view=record&status=2')
  })

  it.each(['en_US', 'es_ES', 'es_MX', 'hi_IN', 'pt_PT', 'zh_TW'] as const)(
    'shows what is left to earn today, unless that is nothing: %s',
    async language => {
      const today = { received: 5, limit: 5, submitted: 5, passed: 5, left_to_earn: coins(60) }
      const noteOf = () => screen.queryAllByRole('region')[0]?.querySelector('p')?.textContent ?? ''
      await openRemote(remote, '/home', { language, overrides: when(taskList, { today }) })
      await expect.poll(noteOf).toMatch(/60[.,]00/)
      await openRemote(remote, '/home', {
        language,
        overrides: when(taskList, { today: { ...today, left_to_earn: '0' } }),
      })
      await expect.poll(noteOf).toMatch(/5.*5/)
      expect(noteOf()).not.toMatch(/ · |0[.,]00/)
    },
  )

  it('shows the day that the service sends, not that of a wrong clock', async () => {
    const today = { received: 0, limit: 5, submitted: 0, passed: 0, left_to_earn: coins(60), day: '2001-02-03' }
    await openRemote(remote, '/home', { overrides: when(taskList, { today }) })
    expect(await screen.findByText('Saturday, February 3')).toBeTruthy()
  })

  it('counts below what is left each colour of the ring, and what needs a linked account', async () => {
    await openRemote(remote, '/home', {
      overrides: when(taskList, {
        today: { received: 4, limit: 6, submitted: 3, passed: 1, in_review: 1, left_to_earn: coins(60) },
      }),
    })
    const legend = (await screen.findByText('2 claimed')).closest('p')
    expect(legend?.textContent.trim().replaceAll(/\s+/g, ' ')).toBe(
      '1 paid 1 in review 2 claimed 1 open 1 needs a linked account',
    )
    expect(legend?.previousElementSibling?.textContent).toMatch(/^Up to .*60\.00.* left today$/)
    expect(screen.getByRole('img', { name: '3 of 6 sent' }).textContent).toBe('3/6')
  })

  it('counts no task as claimed that was stopped or can be sent no more', async () => {
    const today = { received: 4, limit: 6, submitted: 2, passed: 1, in_review: 0, to_send: 1, left_to_earn: coins(60) }
    await openRemote(remote, '/home', { overrides: when(taskList, { today }) })
    const legend = (await screen.findByText('1 claimed')).closest('p')
    expect(legend?.textContent.trim().replaceAll(/\s+/g, ' ')).toMatch(/^1 paid 1 claimed 1 open/)
  })

  it('hides the balance on request, as the money screen does', async () => {
    const { user } = await openRemote(remote, '/home')
    const block = () => screen.queryByRole('group', { name: 'Balance' })?.textContent
    await expect.poll(block).toMatch(/1,284\.50/)
    await user.click(screen.getByRole('button', { name: 'Hide balance' }))
    expect(block()).not.toMatch(/[0-9]/)
    expect(screen.getByRole('link', { name: 'Balance' }).getAttribute('href')).toBe('/money')
  })

  it('shows no balance while it is unknown, never 0', async () => {
    await openRemote(remote, '/home', { overrides: when(balance, silence()) })
    await screen.findByRole('list', { name: 'Today’s tasks' })
    expect(screen.getByRole('group', { name: 'Balance' }).textContent).toBe('Balance')
  })
})
