// @vitest-environment jsdom
import { appealTask, taskDetail, type TaskDetail } from '@adcoin/contract'
import { createAppeal, createTaskDetail, inMinutes, openRemote, refusal, when } from '@adcoin/testing'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

const rejected = { exec_status: 4, review_status: 3, fail_reason: 'The hashtag is missing', attempts_left: 2 }
/** The service reviews an appealed proof once more. */
const underAppeal = { exec_status: 1, review_status: 1, fail_reason: null }
const reason = 'The hashtag is the first word of the caption.'

async function open(changes: Partial<TaskDetail>, { path = '/task/t_lamp', overrides = {} } = {}) {
  const detail = createTaskDetail({ ...rejected, ...changes })
  return await openRemote(remote, path, { overrides: { ...when(taskDetail, { detail }), ...overrides } })
}

const openForm = async (overrides = {}) => {
  const page = await open({ can_appeal: true }, { overrides })
  await page.user.click(await screen.findByRole('button', { name: 'Ask for a second look' }))
  const text = await screen.findByLabelText<HTMLTextAreaElement>('Why does your proof fit the task?')
  return {
    ...page,
    text,
    send: () => page.user.click(screen.getByRole('button', { name: 'Send to another reviewer' })),
  }
}

describe('a rejected proof', () => {
  it('offers a second look only where the service does', async () => {
    await open({ can_appeal: false })
    await screen.findByText('The hashtag is missing')
    expect(screen.queryByRole('button', { name: 'Ask for a second look' })).toBeNull()
    await open({ can_appeal: false }, { path: '/task/t_lamp?step=appeal' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Task details' })).toBeTruthy()
  })

  it('is appealed once, with a key, and shows who decides until when', async () => {
    const { api, text, user, send, hostCalls, where } = await openForm()
    await user.type(text, reason)
    const appealed = { ...underAppeal, appeal: createAppeal() }
    api.answer(when(taskDetail, { detail: createTaskDetail(appealed) }))
    await send()
    await expect.poll(where).toBe('/task/t_lamp')
    const [asked, ...others] = api.requests(appealTask)
    expect(asked?.input).toEqual({ assignment_id: 'a_lamp', text: reason })
    expect(asked?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/)
    expect(others).toEqual([])
    expect(hostCalls).toEqual([['showToast', 'Sent. Another reviewer decides.', 'good']])
    expect(await screen.findByText(/^Another reviewer decides by .*[AP]M\.$/)).toBeTruthy()
  })

  it.each([
    ['', /Please fill this in/],
    ['Too short', /short/],
  ])('is not appealed by “%s”: the field shows why', async (words, error) => {
    const { api, text, user, send } = await openForm()
    if (words) await user.type(text, words)
    await send()
    await expect.poll(() => text.getAttribute('aria-invalid')).toBe('true')
    expect(text).toHaveAccessibleDescription(error)
    expect(api.requests(appealTask)).toEqual([])
  })

  it('counts the characters near the limit, and keeps what was typed', async () => {
    const { text, user } = await openForm()
    expect(text).toHaveAccessibleDescription(/At least 10 characters/)
    await user.click(text)
    await user.paste('x'.repeat(499))
    expect(text).toHaveAccessibleDescription('1 character left')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(await screen.findByRole('button', { name: 'Ask for a second look' }))
    const again = await screen.findByLabelText<HTMLTextAreaElement>('Why does your proof fit the task?')
    expect(again.value).toHaveLength(499)
  })

  it('shows a refusal of the service at the text', async () => {
    const { text, user, send, hostCalls } = await openForm(
      when(appealTask, refusal('invalid_input', { text: 'too_long' })),
    )
    await user.type(text, reason)
    await send()
    await expect.poll(() => text.getAttribute('aria-invalid')).toBe('true')
    expect(hostCalls).toEqual([])
  })

  it('that cannot be appealed any more shows so in words, and the task as it is now', async () => {
    const { api, text, user, send, hostCalls } = await openForm(when(appealTask, refusal('conflict')))
    await user.type(text, reason)
    api.answer(when(taskDetail, { detail: createTaskDetail({ ...rejected, can_appeal: false }) }))
    await send()
    await expect.poll(() => hostCalls).toEqual([['showToast', 'A second look is no longer possible here.', 'bad']])
    expect(await screen.findByRole('heading', { level: 1, name: 'Task details' })).toBeTruthy()
  })
})

describe('an appeal', () => {
  it('that is open closes the form for new proof and shows why', async () => {
    await open({ ...underAppeal, appeal: createAppeal() }, { path: '/task/t_lamp?step=proof' })
    expect(await screen.findByText('Until then you cannot send new proof.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
    expect(screen.queryByText(/You can send it again/)).toBeNull()
    const steps = within(screen.getByRole('list', { name: 'Status' }))
    expect(steps.getByRole('listitem', { current: 'step' })).toHaveTextContent(/^Review.*Being reviewed\.$/)
  })

  it('that was rejected shows the reason, and the way to send again', async () => {
    const appeal = createAppeal({ state: 'rejected', decided_at: inMinutes(-1), reason: 'It begins with a name.' })
    await open({ appeal })
    expect(await screen.findByText('The second look rejected it too')).toBeTruthy()
    expect(screen.getByText('It begins with a name.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Send again' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Ask for a second look' })).toBeNull()
  })

  it('that was accepted shows so beside the paid reward', async () => {
    const appeal = createAppeal({ state: 'accepted', decided_at: inMinutes(-1) })
    await open({ exec_status: 3, review_status: 2, fail_reason: null, appeal })
    expect(await screen.findByText('The second look accepted your proof.')).toBeTruthy()
  })

  it('in a state of tomorrow is left out', async () => {
    await open({ appeal: createAppeal({ state: 'other' }) })
    expect(await screen.findByRole('button', { name: 'Send again' })).toBeTruthy()
    expect(screen.queryByText(/second look|reviewer/)).toBeNull()
  })
})
