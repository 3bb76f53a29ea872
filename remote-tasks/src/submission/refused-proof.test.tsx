// @vitest-environment jsdom
import {
  boundAccounts,
  submitTask,
  taskDetail,
  type ErrorKey,
  type ResponseOf,
  type TaskDetail,
} from '@adcoin/contract'
import { createTaskDetail, inMinutes, offline, openRemote, refusal, silence, when } from '@adcoin/testing'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

const post = 'https://www.tiktok.com/@ana.makes/video/1'

/** A filled form that asks for the account and the link. */
async function fill(overrides = {}, changes: Partial<TaskDetail> = {}) {
  const detail = createTaskDetail({ submit_fields: ['account_id', 'video_link'], ...changes })
  const page = await openRemote(remote, '/task/t_lamp?step=proof', {
    overrides: { ...when(taskDetail, { detail }), ...overrides },
  })
  const link = await screen.findByLabelText<HTMLInputElement>('Video link')
  if (link.value === '') await page.user.type(link, post)
  await page.user.click(screen.getByRole('checkbox'))
  return { ...page, link, send: () => page.user.click(screen.getByRole('button', { name: 'Send for review' })) }
}

type Account = ResponseOf<typeof boundAccounts>['list'][number]
const account: Account = {
  ...{ id: 'b_ana', platform: 'tiktok', username: 'ana.makes', nickname: null, description: null, avatar: null },
  ...{ link: 'https://www.tiktok.com/@ana.makes', background: null, fans: 1520, reg_days: 800, bind_status: 2 },
  ...{ fail_reason: null, challenge: 'adcoin-4821', created_at: '2026-01-05T10:00:00.000Z' },
}
const kitchen: Account = {
  ...account,
  ...{ id: 'b_kitchen', username: 'ana.cooks', link: 'https://www.tiktok.com/@ana.cooks' },
}

describe('a proof that is refused', () => {
  it.each([
    ['need_bind', () => screen.getByLabelText('Account ID')],
    ['disclosure_needed', () => screen.getByRole('checkbox')],
  ] as const)('because of %s shows it at what caused it, and keeps the rest', async (key, find) => {
    const { send, link, hostCalls } = await fill(
      when(submitTask, refusal(key as ErrorKey, undefined, { msg: 'Not so' })),
    )
    await send()
    await screen.findByText('Not so')
    expect(find()).toHaveAccessibleDescription(/Not so/)
    expect(link.value).toBe(post)
    expect(hostCalls).toEqual([])
  })

  it('because its time ended is a toast in the service’s words; the form stays', async () => {
    const over = refusal('task_closed', undefined, { msg: 'The time for this task is over' })
    const { send, link, hostCalls, where } = await fill(when(submitTask, over))
    await send()
    await expect.poll(() => hostCalls).toEqual([['showToast', 'The time for this task is over', 'bad']])
    expect(link.value).toBe(post)
    expect(where()).toBe('/task/t_lamp?step=proof')
  })

  it('too often counts down at the button, and sends nothing before', async () => {
    const { api, send } = await fill(when(submitTask, refusal('too_many', undefined, { retryAfter: 42 })))
    await send()
    const button = screen.getByRole('button', { name: 'Send for review' })
    await expect.poll(() => button).toHaveAccessibleDescription(/^Please wait 4[0-2] seconds$/)
    await send()
    expect(api.requests(submitTask)).toHaveLength(1)
  })
})

describe('a proof whose answer is lost', () => {
  it('keeps what was typed, and is the same proof when it is sent again', async () => {
    const { api, send, link, hostCalls, where } = await fill(when(submitTask, offline()))
    await send()
    await expect.poll(() => hostCalls.length, { timeout: 4000 }).toBe(1)
    expect(link.value).toBe(post)
    api.answer({ [`POST ${submitTask.path}`]: undefined })
    await send()
    await expect.poll(where, { timeout: 4000 }).toBe('/task/t_lamp')
    expect(new Set(api.requests(submitTask).map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1)
  })

  it('is on its way once, however often the button is pressed', async () => {
    const { api, send } = await fill(when(submitTask, silence()))
    await send()
    await send()
    expect(screen.getByRole('button', { name: 'Send for review' })).toHaveAttribute('aria-busy', 'true')
    expect(api.requests(submitTask)).toHaveLength(1)
  })
})

describe('a proof after a refused one', () => {
  const submission = {
    ...{ attempt: 1, account_id: 'b_ana', video_link: `${post}2`, username: null, homepage_link: null },
    ...{ files: [{ file_id: 'f_old', url: '/files/f_old', mime: 'image/png' }], submitted_at: inMinutes(-60) },
  }
  const refused = { exec_status: 4, review_status: 3, attempts_left: 1, submission }

  it('begins with what was sent before, without its files: the service takes none twice', async () => {
    const { link } = await fill({}, { ...refused, submit_fields: ['account_id', 'video_link', 'files'] })
    expect(link.value).toBe(`${post}2`)
    expect(screen.queryByText('Screenshot 1')).toBeNull()
    expect(screen.getByRole('button', { name: /^Add a screenshot/ })).toBeTruthy()
  })

  it('asks again for the confirmation of the label', async () => {
    const { api, user, send } = await fill({}, refused)
    await user.click(screen.getByRole('checkbox'))
    await send()
    expect(screen.getByText('Please confirm the advertising disclosure')).toBeTruthy()
    expect(api.requests(submitTask)).toEqual([])
  })
})

describe('the account of a proof', () => {
  const listed = (...list: Account[]) => when(boundAccounts, { list })

  it('is missing where none is linked: the form shows what to do first', async () => {
    const { api, send } = await fill(listed({ ...account, bind_status: 1 }))
    expect(screen.getByLabelText('Account ID')).toHaveAccessibleDescription('No linked account. Link one first.')
    await send()
    expect(screen.getByLabelText('Account ID')).toHaveAccessibleDescription(/Please fill this in/)
    expect(api.requests(submitTask)).toEqual([])
  })

  it('is chosen by the person where there are several, and fills in its name and link', async () => {
    const fields = { submit_fields: ['account_id', 'username', 'homepage_link', 'video_link'] as const }
    const { user } = await fill(listed(account, kitchen), { submit_fields: [...fields.submit_fields] })
    const choice = screen.getByLabelText<HTMLSelectElement>('Account ID')
    expect(choice.value).toBe('')
    await user.selectOptions(choice, '@ana.cooks')
    const profile = within(screen.getByRole('list', { name: 'Your profile' }))
    expect(profile.getByText('@ana.cooks')).toBeTruthy()
    await user.click(profile.getByRole('button', { name: 'Change' }))
    await user.selectOptions(screen.getByLabelText('Account ID'), '@ana.makes')
    expect(screen.getByRole('list', { name: 'Your profile' })).toHaveTextContent('@ana.makes')
  })

  it('whose list does not load can be loaded again, above what is known of the task', async () => {
    await openRemote(remote, '/task/t_lamp?step=proof', { overrides: when(boundAccounts, offline()) })
    expect(await screen.findByRole('button', { name: 'Retry' }, { timeout: 4000 })).toBeTruthy()
    expect(screen.getByText('Your desk with the Lumo card')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send for review' })).toBeNull()
  })
})

it('shows how to paste by hand where the browser refuses to', async () => {
  const { user, hostCalls, link } = await fill()
  await user.clear(link)
  await navigator.clipboard.writeText('')
  await user.click(screen.getByRole('button', { name: 'Paste' }))
  await expect.poll(() => hostCalls).toEqual([['showToast', expect.stringMatching(/^Your browser did not/), 'bad']])
})
