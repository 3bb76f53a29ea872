// @vitest-environment jsdom
import { pushKey, taskDetail } from '@adcoin/contract'
import { createTaskDetail, openRemote, when } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import remote from '../remote.tsx'

const offer = 'We can tell you when it is paid'
const inReview = { review_status: 1, exec_status: 1 }

async function open(permission: NotificationPermission | undefined, task = inReview, overrides = {}) {
  if (permission !== undefined) {
    vi.stubGlobal('Notification', { permission })
    vi.stubGlobal('PushManager', class {})
  }
  const detail = createTaskDetail(task)
  const page = await openRemote(remote, '/task/t_lamp', {
    overrides: { ...when(taskDetail, { detail }), ...overrides },
  })
  await screen.findByRole('heading', { name: detail.title })
  return page
}

afterEach(() => vi.unstubAllGlobals())

describe('after a proof was sent', () => {
  it('one line offers to tell when it is paid, and leads to the notifications', async () => {
    await open('default')
    expect(await screen.findByRole('link', { name: offer })).toHaveAttribute('href', '/notifications')
  })

  it('a dismissed offer does not come again', async () => {
    const { user, where } = await open('default')
    await user.click(await screen.findByRole('button', { name: 'No, thanks' }))
    expect(screen.queryByText(offer)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await expect.poll(where).toBe('/taskList')
    await user.click(await screen.findByRole('link', { name: /Your desk/ }))
    await screen.findByRole('heading', { name: 'What to do' })
    await vi.dynamicImportSettled()
    expect(screen.queryByText(offer)).toBeNull()
  })

  it.each([
    ['was granted already', 'granted', inReview],
    ['was denied', 'denied', inReview],
    ['is unknown to the browser', undefined, inReview],
    ['is not needed yet', 'default', { review_status: 0, exec_status: 1 }],
  ] as const)('no question is asked where it %s', async (_, permission, task) => {
    const { api } = await open(permission, task)
    await vi.dynamicImportSettled()
    expect(screen.queryByText(offer)).toBeNull()
    expect(api.requests(pushKey)).toEqual([])
  })

  it('no question is asked where the service has no key', async () => {
    const { api } = await open('default', inReview, when(pushKey, { public_key: null }))
    await expect.poll(() => api.requests(pushKey)).toHaveLength(1)
    expect(screen.queryByText(offer)).toBeNull()
  })
})
