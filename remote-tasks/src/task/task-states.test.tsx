// @vitest-environment jsdom
import { receiveTask, submitTask, taskDetail, taskList, type TaskDetail } from '@adcoin/contract'
import { createTaskDetail, inMinutes, offline, openRemote, refusal, silence, when } from '@adcoin/testing'
import { httpReports } from '@adcoin/http'
import { screen, within } from '@testing-library/react'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

const unclaimed = { assignment_id: null, exec_status: null, review_status: null, deadline_at: null, history: [] }
const failed = { exec_status: 4, review_status: 3, fail_reason: 'The hashtag is missing' }

async function open(changes: Partial<TaskDetail>, { overrides = {}, path = '/task/t_lamp' } = {}) {
  const detail = createTaskDetail(changes)
  const page = await openRemote(remote, path, { overrides: { ...when(taskDetail, { detail }), ...overrides } })
  await screen.findByRole('heading', { name: detail.title })
  return page
}

const listSteps = () =>
  within(screen.getByRole('list', { name: 'Status' }))
    .getAllByRole('listitem')
    .map(step => step.textContent)

describe('claiming a task', () => {
  /** Failures that the shell shows as a toast. */
  const toasts: string[] = []
  const stop = httpReports.subscribe(report => {
    if (report.type === 'failed' && report.showAs === 'toast') toasts.push(report.failure.msg || report.failure.kind)
  })
  afterEach(() => void (toasts.length = 0))
  afterAll(stop)

  const claim = () => screen.findByRole('button', { name: 'Claim this task' })

  it('asks once, with a key, and shows the next step in its place', async () => {
    const { api, user, hostCalls } = await open(unclaimed)
    api.answer(when(taskDetail, { detail: createTaskDetail() }))
    await user.click(await claim())
    expect(await screen.findByRole('button', { name: 'Send proof' })).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Claim this task' })).toBeNull()
    const [asked, ...others] = api.requests(receiveTask)
    expect(asked?.input).toEqual({ task_id: 't_lamp' })
    expect(asked?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/)
    expect(others).toEqual([])
    expect(hostCalls).toEqual([['showToast', 'Task claimed']])
  })

  it('that another person was faster at is refused in the service’s words, once', async () => {
    const full = refusal('task_full', undefined, { msg: 'The last place was just taken' })
    const { api, user } = await open(unclaimed, { overrides: when(receiveTask, full) })
    await user.click(await claim())
    await expect.poll(() => toasts).toEqual(['The last place was just taken'])
    expect(await claim()).not.toHaveAttribute('aria-busy')
    expect(api.requests(receiveTask)).toHaveLength(1)
  })

  it('whose answer was lost claims the task once: each attempt carries the same key', async () => {
    const { api, user, hostCalls } = await open(unclaimed, { overrides: when(receiveTask, offline()) })
    await user.click(await claim())
    await expect.poll(() => toasts, { timeout: 4000 }).toEqual(['offline'])
    api.answer({ [`POST ${receiveTask.path}`]: undefined })
    await user.click(await claim())
    await expect.poll(() => JSON.stringify(hostCalls), { timeout: 4000 }).toContain('Task claimed')
    const keys = api.requests(receiveTask).map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
  })

  it('cannot be pressed twice', async () => {
    const { api, user } = await open(unclaimed, { overrides: when(receiveTask, silence()) })
    await user.click(await claim())
    await user.click(await claim())
    expect(await claim()).toHaveAttribute('aria-busy', 'true')
    expect(api.requests(receiveTask)).toHaveLength(1)
  })
})

describe('a task that cannot be claimed', () => {
  it('leads to linking an account where that is what is missing', async () => {
    await open({ ...unclaimed, lock: 'need_bind' })
    expect(screen.getByText('Link a social account first')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Link an account' })).toHaveAttribute('href', '/bindAccount')
    expect(screen.queryByRole('button', { name: 'Claim this task' })).toBeNull()
  })

  it.each([
    ['task_full', 'All places are taken'],
    ['task_limit', 'Daily limit reached'],
    ['task_closed', 'This task has ended'],
  ])('because of %s shows why, and offers nothing that would be refused', async (lock, words) => {
    await open({ ...unclaimed, lock })
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Claim|Send/ })).toBeNull()
  })
})

describe('a claimed task', () => {
  it('shows until when the proof can be sent', async () => {
    await open({})
    expect(listSteps()).toEqual([
      expect.stringMatching(/^Claimed \(Done\)/),
      expect.stringMatching(/^Post it and send proof .*Your turn\. Open until /),
      expect.stringMatching(/^Review/),
      expect.stringMatching(/^Paid to your balance/),
    ])
    expect(screen.queryByRole('heading', { name: 'Your next step' })).toBeNull()
    expect(screen.getByRole('listitem', { current: 'step' })).toHaveTextContent('Post it and send proof')
  })

  it('that sends a message asks for no post', async () => {
    await open({ kind: 1 })
    expect(screen.getByRole('listitem', { current: 'step' })).toHaveTextContent(/^Send proof/)
  })

  it('whose time is over offers no form, also not by its address', async () => {
    const { api } = await open({ deadline_at: inMinutes(-1) }, { path: '/task/t_lamp?step=proof' })
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
    expect(listSteps()[1]).toMatch(/^Post it and send proof \(Stopped\)This task has ended$/)
    expect(screen.getByRole('heading', { level: 1, name: 'Task details' })).toBeTruthy()
    expect(api.requests(submitTask)).toEqual([])
  })

  it('in review shows how long that takes, and asks for nothing', async () => {
    await open({ review_status: 1, review_minutes: 240 })
    expect(screen.getByRole('listitem', { current: 'step' })).toHaveTextContent(
      /Being reviewed\. Usually decided within 4 hours\./,
    )
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'See tasks' })).toHaveAttribute('href', '/taskList')
  })

  it('that was refused shows why and how often it may be sent again', async () => {
    const { user, where } = await open({ ...failed, attempts_left: 2 })
    expect(screen.getByText('The hashtag is missing')).toBeTruthy()
    expect(screen.getByText('You can send it again 2 more times.')).toBeTruthy()
    const steps = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(steps.findIndex(step => step.startsWith('Send again'))).toBe(
      steps.findIndex(step => step.startsWith('Review failed')) + 1,
    )
    expect(screen.getByRole('listitem', { current: 'step' })).toHaveTextContent(/^Send again/)
    await user.click(screen.getByRole('button', { name: 'Send again' }))
    expect(where()).toBe('/task/t_lamp?step=proof')
    expect(await screen.findByRole('heading', { level: 1, name: 'Send proof' })).toBeTruthy()
    expect(screen.getByText('The hashtag is missing')).toBeTruthy()
  })

  it.each([
    ['attempts', { attempts_left: 0 }],
    ['time', { attempts_left: 2, deadline_at: inMinutes(-1) }],
  ])('that was refused without %s left keeps the reason, and offers no form', async (_, changes) => {
    await open({ ...failed, ...changes })
    expect(screen.getByText('The hashtag is missing')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
    expect(screen.queryAllByText('It cannot be sent again.')).toHaveLength(changes.attempts_left === 0 ? 1 : 0)
  })

  it('that passed shows when it was paid', async () => {
    const history = [{ step: 'paid' as const, at: '2026-01-05T10:00:00.000Z', reason: null }]
    await open({ exec_status: 3, review_status: 2, history })
    expect(listSteps()).toEqual([
      expect.stringMatching(/^Claimed/),
      expect.stringMatching(/^Proof sent \(Done\)/),
      expect.stringMatching(/^Review passed \(Done\)/),
      expect.stringMatching(/^Paid to your balance \(Done\).*Jan/),
    ])
    expect(screen.queryByRole('listitem', { current: 'step' })).toBeNull()
  })

  it('that passed leads to the next task; what to do is folded, but for how long it stays public', async () => {
    await open({ exec_status: 3, review_status: 2 }, { path: '/task/t_cup' })
    expect(await screen.findByRole('heading', { name: 'Your next step' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Send proof' })).toHaveAttribute('href', '/task/t_lamp?step=proof')
    expect(screen.getByText(/^Keep it public/)).toBeTruthy()
    expect(screen.getByText('Copy the text').closest('details')).not.toHaveAttribute('open')
  })

  it.each([
    ['a sent message', { kind: 1, exec_status: 3, review_status: 2 }],
    ['a refused post', { exec_status: 4, review_status: 3, attempts_left: 0 }],
  ])('that is over promises nothing about %s', async (_, changes) => {
    await open(changes)
    expect(screen.getByText('Copy the text').closest('details')).not.toHaveAttribute('open')
    expect(screen.queryByText(/Keep it public|You can send it again|Paid when/)).toBeNull()
  })

  it('that was stopped shows why, asks for nothing and promises nothing', async () => {
    await open({ exec_status: 2, review_status: 0, fail_reason: 'This task was withdrawn.' })
    expect(screen.getByText('This task was withdrawn.')).toBeTruthy()
    expect(listSteps()).toEqual([expect.stringMatching(/^Claimed/), expect.stringMatching(/^Stopped/)])
    expect(screen.queryByText(/Paid when/)).toBeNull()
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
  })

  it('in a state of tomorrow is shown neutrally, with nothing to press', async () => {
    await open({ exec_status: 9, review_status: 9 })
    expect(screen.getAllByText('Unknown')).toHaveLength(2)
    expect(screen.queryByRole('button', { name: /^(Send|Claim)/ })).toBeNull()
  })

  it('shows that it loads, with what is known of every task', async () => {
    await openRemote(remote, '/task/t_lamp', { overrides: when(taskDetail, silence()) })
    expect(screen.getByRole('heading', { name: 'What to do' })).toBeTruthy()
    expect(screen.getAllByRole('status', { name: 'Loading' }).length).toBeGreaterThan(1)
    expect(screen.queryByText('0.00')).toBeNull()
  })
})

describe('what a task gives and asks', () => {
  it('copies the prepared text', async () => {
    const { user, hostCalls } = await open({})
    await user.click(screen.getByRole('button', { name: 'Copy: Caption' }))
    expect(await navigator.clipboard.readText()).toBe('#ad My desk, lit by Lumo')
    expect(hostCalls).toEqual([['showToast', 'Copied', 'good']])
  })

  it.each([
    [null, 'Download link is empty'],
    ['https://elsewhere.example/card.png', 'Download failed'],
  ])('shows that a picture at %s cannot be downloaded', async (url, words) => {
    const material = { key: 'card', kind: 'image' as const, label: 'Card', text: null, url, file_name: 'card.png' }
    const { user, hostCalls } = await open({ materials: [material] })
    await user.click(screen.getByRole('button', { name: 'Download: Card' }))
    await expect.poll(() => hostCalls).toEqual([['showToast', words, 'bad']])
  })

  it('names where the advertiser’s address leads before it opens elsewhere', async () => {
    await open({ target_url: 'https://shop.example/lumo?from=adcoin' })
    const link = screen.getByRole('link', { name: 'Open shop.example' })
    expect(link).toHaveAttribute('href', 'https://shop.example/lumo?from=adcoin')
    expect(screen.getByText('Opens in a new tab. You leave Ad Coin.')).toBeTruthy()
  })

  it.each(['http://shop.example', 'javascript:alert(1)', 'shop'])('makes no link of %s', async target_url => {
    await open({ target_url })
    expect(screen.queryByRole('link', { name: /^Open/ })).toBeNull()
  })

  it('reads the list of tasks again after a refused claim, so that Home shows the lock too', async () => {
    const { api, user } = await openRemote(remote, '/taskList', {
      overrides: {
        ...when(taskDetail, { detail: createTaskDetail(unclaimed) }),
        ...when(receiveTask, refusal('task_full')),
      },
    })
    await user.click(await screen.findByRole('link', { name: /Your desk/ }))
    const before = api.requests(taskList).length
    await user.click(await screen.findByRole('button', { name: 'Claim this task' }))
    await expect.poll(() => api.requests(receiveTask)).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await expect.poll(() => api.requests(taskList).length).toBeGreaterThan(before)
  })
})
