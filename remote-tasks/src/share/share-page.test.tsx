// @vitest-environment jsdom
import { taskDetail, taskList, type TaskItem } from '@adcoin/contract'
import { coins, createTaskDetail, inMinutes, offline, openRemote, when } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

const link = 'https://www.tiktok.com/@ana.makes/video/1'
const shared = (text: string) => `/share?title=&text=${encodeURIComponent(text)}`

const createItem = (id: string): TaskItem => ({
  ...{ id, kind: 3, title: id, icon: 'video', minutes: 10, quota_left: 1200, reward: coins(120), currency: 'ADC' },
  ...{ scale: 2, ends_at: null, lock: null, assignment_id: `a_${id}`, exec_status: 0, review_status: 0 },
  deadline_at: inMinutes(300),
})
const claimed = (...ids: string[]) => ({
  ...when(taskList, { list: ids.map(createItem) }),
  ...when(taskDetail, ({ task_id: id = '' }) => ({
    detail: createTaskDetail({ id, title: id, assignment_id: `a_${id}`, exec_status: 0 }),
  })),
})

describe('a link that another app shared', () => {
  it('opens the form of the one task that waits for a link, with the link in it', async () => {
    const { where } = await openRemote(remote, shared(`Look: ${link}`), { overrides: claimed('Trail') })
    const field = await screen.findByLabelText<HTMLInputElement>('Video link')
    await expect.poll(() => field.value).toBe(link)
    await expect.poll(where).toBe('/task/Trail?step=proof')
  })

  it('asks for which of several tasks it is', async () => {
    const { user } = await openRemote(remote, shared(link), { overrides: claimed('Trail', 'Leafy') })
    expect(await screen.findByText('Which task is this link for?')).toBeTruthy()
    expect(screen.getByText(link)).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Leafy' }))
    const field = await screen.findByLabelText<HTMLInputElement>('Video link')
    await expect.poll(() => field.value).toBe(link)
    expect(screen.getByText('Leafy')).toBeTruthy()
  })

  it.each([
    ['for which no task waits', shared(link), claimed(), 'No task waits for a link'],
    ['that is none', shared('Hello'), claimed('Trail'), 'There is no link in what you shared'],
    ['that is missing', '/share', claimed('Trail'), 'There is no link in what you shared'],
  ])('%s leads to the tasks', async (_, path, overrides, words) => {
    await openRemote(remote, path, { overrides })
    expect(await screen.findByRole('heading', { name: words })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See tasks' })).toHaveAttribute('href', '/taskList')
  })

  it('is not lost where the tasks do not load', async () => {
    const { api, user } = await openRemote(remote, shared(link), {
      overrides: { ...claimed('Trail'), ...when(taskDetail, offline()) },
    })
    await screen.findByRole('button', { name: 'Retry' })
    api.answer(claimed('Trail'))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    const field = await screen.findByLabelText<HTMLInputElement>('Video link')
    await expect.poll(() => field.value).toBe(link)
  })
})
