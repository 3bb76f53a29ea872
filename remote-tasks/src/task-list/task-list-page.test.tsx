// @vitest-environment jsdom
import { balance, boundAccounts, taskList, type TaskItem } from '@adcoin/contract'
import { coins, inMinutes, openRemote, silence, when } from '@adcoin/testing'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

/** An open task, unclaimed. */
function createTask(changes: Partial<TaskItem> = {}): TaskItem {
  return {
    ...{ id: 't_cup', kind: 3, title: 'Trail cup review', icon: 'video', minutes: 10, quota_left: 1200 },
    ...{ reward: coins(120), currency: 'ADC', scale: 2, ends_at: inMinutes(600), lock: null, assignment_id: null },
    ...{ exec_status: null, review_status: null, deadline_at: null },
    ...changes,
  }
}

const claimed = { assignment_id: 'a_cup', exec_status: 1, review_status: 0, deadline_at: inMinutes(300) }
const manyTasks = Array.from({ length: 10 }, (_, at) => createTask({ id: `t_${at}`, title: `Task ${at}` }))
const open = (...list: TaskItem[]) => openRemote(remote, '/taskList', { overrides: when(taskList, { list }) })
const listRows = async (name = 'Available') =>
  within(await screen.findByRole('list', { name })).getAllByRole('listitem')

describe('the tasks of today', () => {
  it('load before it is said that there are none', async () => {
    await openRemote(remote, '/taskList', { overrides: when(taskList, silence()) })
    expect(screen.getAllByRole('status', { name: 'Loading' }).length).toBeGreaterThan(0)
    expect(screen.queryByText(/everything for today|New tasks/)).toBeNull()
  })

  it('that are all done leave the way to tomorrow, and no step', async () => {
    const today = { received: 7, limit: 7, submitted: 7, passed: 7, left_to_earn: '0' }
    const next_day_at = '2001-02-03T12:00:00.000Z'
    await openRemote(remote, '/taskList', {
      overrides: when(taskList, { list: [], today: { ...today, next_day_at } }),
    })
    expect(await screen.findByRole('heading', { name: 'Done for today' })).toBeTruthy()
    expect(screen.getByText(/^New tasks .*Feb/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Invite a friend' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Your next step' })).toBeNull()
  })

  it('of one kind are asked for by the address; none of it leads back to all', async () => {
    const { api, user, where } = await openRemote(remote, '/taskList?kind=7')
    expect(await screen.findByText('No tasks of this kind today')).toBeTruthy()
    expect(api.requests(taskList).at(-1)?.input).toMatchObject({ kind: '7' })
    expect(screen.getByRole('button', { name: 'SMS' })).toHaveAttribute('aria-pressed', 'true')
    await user.click(screen.getByRole('button', { name: 'Show all tasks' }))
    expect(where()).toBe('/taskList')
    expect(await screen.findByRole('link', { name: /Trail bottle/ })).toBeTruthy()
  })

  it('are chosen by kind, and an unknown kind in the address is all of them', async () => {
    const { api, user, where } = await openRemote(remote, '/taskList?kind=99', {
      overrides: when(taskList, ({ kind }) =>
        kind === undefined ? { list: manyTasks } : { list: [manyTasks[3] ?? createTask()] },
      ),
    })
    expect(await screen.findByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true')
    expect(api.requests(taskList)[0]?.input).not.toHaveProperty('kind')
    await user.click(screen.getByRole('button', { name: 'Image' }))
    expect(where()).toBe('/taskList?kind=4')
    await expect.poll(async () => (await listRows()).map(row => row.textContent)).toHaveLength(1)
  })

  it('are not filtered while there are fewer than ten', async () => {
    await open(...manyTasks.slice(0, 9))
    expect(await listRows()).toHaveLength(9)
    expect(screen.queryByRole('button', { name: 'All' })).toBeNull()
    await open(...manyTasks)
    expect(await screen.findByRole('button', { name: 'All' })).toBeTruthy()
  })

  it('show the person’s money where no balance was read in this browser yet', async () => {
    const { api } = await open(createTask())
    await expect.poll(async () => (await listRows())[0]?.textContent).toMatch(/120\.00.*≈\u00a0MX\$42\.00/)
    expect(api.requests(balance)).toHaveLength(1)
  })

  it('fold what is done, with the exact sum of what passed', async () => {
    const passed = { exec_status: 3, review_status: 2, assignment_id: 'a_1' }
    await open(
      createTask(),
      createTask({ ...passed, id: 't_1', title: 'First', reward: '999999999999900' }),
      createTask({ ...passed, id: 't_2', title: 'Second', reward: '12', assignment_id: 'a_2' }),
      createTask({ ...passed, id: 't_3', title: 'Third', exec_status: 2, review_status: 0, assignment_id: 'a_3' }),
    )
    expect(await screen.findByText(/^3 done today/)).toHaveTextContent('9,999,999,999,999.12')
    expect(await listRows()).toHaveLength(1)
    expect(screen.getByText('Stopped')).toBeTruthy()
  })

  it('are summed up once where the day is done', async () => {
    await open(createTask({ exec_status: 3, review_status: 2, assignment_id: 'a_1', reward: '1200' }))
    expect(await screen.findByRole('heading', { name: 'Done for today' })).toBeTruthy()
    expect(screen.getByText(/^1 done today/)).not.toHaveTextContent('12.00')
  })

  it('turn into the record by the keyboard, and the address keeps it', async () => {
    const { user, where } = await openRemote(remote, '/taskList')
    ;(await screen.findByRole('radio', { name: 'Available' })).focus()
    await user.keyboard('{ArrowRight}')
    expect(where()).toBe('/taskList?view=record')
    expect(await screen.findByText('The link was not found in the profile.')).toBeTruthy()
    expect(screen.getByRole('radio', { name: 'Ad record' })).toHaveFocus()
  })
})

describe('the line of a task', () => {
  it.each([
    ['task_full', 'All places are taken'],
    ['task_limit', 'Daily limit reached'],
    ['task_closed', 'This task has ended'],
  ] as const)('that is locked by %s reads: %s, and promises no places', async (lock, words) => {
    await open(createTask({ lock }))
    const [row] = await listRows()
    expect(row).toHaveTextContent(words)
    expect(row).toHaveTextContent(/10.min/)
    expect(row).not.toHaveTextContent(/left|until/)
  })

  it.each(['/taskList', '/taskList?kind=3'])(
    'that needs an account is folded below the one row that names that: %s',
    async path => {
      const list = [createTask({ id: 't_1', lock: 'need_bind' }), createTask({ id: 't_2', lock: 'need_bind' })]
      const { user } = await openRemote(remote, path, {
        overrides: { ...when(taskList, { list }), ...when(boundAccounts, { list: [] }) },
      })
      const targetsOf = (rows: HTMLElement[]) => rows.map(row => within(row).getByRole('link').getAttribute('href'))
      expect(targetsOf(await listRows())).toEqual(['/bindAccount'])
      const fold = screen.getByText('Show these 2 tasks').closest('details')
      expect(fold).not.toHaveAttribute('open')
      await user.click(screen.getByText('Show these 2 tasks'))
      expect(fold).toHaveAttribute('open')
      const rows = await listRows('Link a social account first')
      expect(targetsOf(rows)).toEqual(['/task/t_1', '/task/t_2'])
      expect(rows[1]).toHaveTextContent(/120\.00.*10.min/)
    },
  )

  it('shows to whom may claim it how long it takes and until when', async () => {
    await open(createTask())
    expect((await listRows())[0]).toHaveTextContent(/120\.00.*10 min until /)
  })

  it.each([
    ['claimed', {}, /Your turn/, true],
    ['refused with attempts left', { exec_status: 4, review_status: 3, attempts_left: 1 }, /Review failed/, true],
    ['refused for the last time', { exec_status: 4, review_status: 3, attempts_left: 0 }, /Review failed/, false],
    ['in review', { review_status: 1 }, /Pending review/, false],
    ['in a state of tomorrow', { review_status: 9 }, /Unknown/, false],
  ])('%s shows its state, and a deadline only while there is one to keep', async (_, changes, state, hasDeadline) => {
    await open(createTask({ ...claimed, ...changes }))
    const [row] = await listRows()
    expect(row).toHaveTextContent(state)
    expect(/until/.test(row?.textContent ?? '')).toBe(hasDeadline)
  })
})
