// @vitest-environment jsdom
import { taskDetail } from '@adcoin/contract'
import { inMinutes, openRemote, when } from '@adcoin/testing'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

const entry = {
  ...{ task_id: 't_cup', kind: 3, title: 'Trail cup', icon: 'video', reward: '12000', currency: 'ADC', scale: 2 },
  ...{ assignment_id: 'a_cup', exec_status: 1, review_status: 1, deadline_at: null, fail_reason: null },
  ...{ received_at: inMinutes(-60), submitted_at: inMinutes(-30) },
}
const answer = (...list: object[]) =>
  when(taskDetail, () => ({ detail: null, record: { list, next_cursor: null, has_more: false } }) as never)

describe('the record of a person’s work', () => {
  it('shows refused work with its reason in place of a time, and what would have been paid', async () => {
    await openRemote(remote, '/adRecord')
    const row = (await screen.findByText('Put the Trail link in your profile')).closest('li')
    expect(row).toHaveTextContent(/The link was not found in the profile\..*Review failed.*50\.00/)
    expect(row).not.toHaveTextContent(/Sent/)
  })

  it('shows of each when it was claimed, in whose order it stands, and paid work as income', async () => {
    const open = { ...entry, title: 'Open', assignment_id: 'a_open', review_status: 0, submitted_at: null }
    const passed = { exec_status: 3, review_status: 2, paid_at: '2026-01-05T10:00:00.000Z' }
    const paid = { ...entry, title: 'Trail bag', assignment_id: 'a_paid', ...passed }
    await openRemote(remote, '/adRecord', { overrides: answer(entry, open, paid) })
    const rowOf = async (title: string) => (await screen.findByText(title)).closest('li')
    expect(await rowOf('Trail cup')).toHaveTextContent(/Claimed \d+:\d\d [AP]M.*120\.00/)
    expect(await rowOf('Open')).toHaveTextContent(/Claimed \d+:\d\d [AP]M/)
    expect(await rowOf('Open')).not.toHaveTextContent('+')
    expect(await rowOf('Trail bag')).toHaveTextContent(/^Trail bagPaid Claimed \d+:\d\d [AP]M.*\+120\.00/)
    expect(await rowOf('Trail bag')).not.toHaveTextContent('Review passed')
  })

  it('leads to the very assignment, not to the task of today', async () => {
    const { api, user } = await openRemote(remote, '/adRecord', {
      overrides: answer({ ...entry, assignment_id: 'a_1' }),
    })
    const link = await screen.findByRole('link', { name: /Trail cup/ })
    expect(link).toHaveAttribute('href', '/task/t_cup?assignment=a_1')
    api.answer({ [`GET ${taskDetail.path}`]: undefined })
    await user.click(link)
    expect(await screen.findByRole('heading', { level: 1, name: 'Task details' })).toBeTruthy()
    expect(api.requests(taskDetail).at(-1)?.input).toEqual({ assignment_id: 'a_1' })
  })

  it('is grouped by the day on which the work was claimed', async () => {
    const old = { ...entry, assignment_id: 'a_old', title: 'Old one', received_at: '2026-01-05T12:00:00.000Z' }
    await openRemote(remote, '/adRecord', { overrides: answer(entry, { ...entry, assignment_id: 'a_2' }, old) })
    await screen.findByText('Old one')
    const [today = '', before = '', ...others] = screen
      .getAllByRole('heading', { level: 2 })
      .map(day => day.textContent ?? '')
    expect(others).toEqual([])
    expect(within(screen.getByRole('list', { name: today })).getAllByRole('listitem')).toHaveLength(2)
    expect(within(screen.getByRole('list', { name: before })).getByText('Old one')).toBeTruthy()
  })

  it('is filtered by review, and keeps the filter in the address beside what is there', async () => {
    const many = Array.from({ length: 10 }, (_, at) => ({ ...entry, assignment_id: `a_${at}` }))
    const { api, user, where } = await openRemote(remote, '/taskList?view=record', { overrides: answer(...many) })
    await user.click(await screen.findByRole('button', { name: 'Review failed' }))
    expect(where()).toBe('/taskList?view=record&status=3')
    await expect.poll(() => api.requests(taskDetail).at(-1)?.input).toMatchObject({ status: '3' })
    await user.click(screen.getByRole('button', { name: 'All' }))
    expect(where()).toBe('/taskList?view=record')
  })

  it('offers no filter for fewer than ten entries, unless the address has one', async () => {
    await openRemote(remote, '/adRecord')
    await screen.findByText('Put the Trail link in your profile')
    expect(screen.queryByRole('button', { name: 'All' })).toBeNull()
    await openRemote(remote, '/adRecord?status=2')
    expect(await screen.findByRole('button', { name: 'Review passed', pressed: true })).toBeTruthy()
  })

  it('leads a person without any work to the tasks', async () => {
    await openRemote(remote, '/adRecord', { overrides: answer() })
    expect(await screen.findByRole('heading', { name: 'Nothing claimed yet' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See tasks' })).toHaveAttribute('href', '/taskList')
  })
})
