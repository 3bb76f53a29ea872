// @vitest-environment jsdom
import { bindAccount, boundAccounts, unbindAccount, type BoundAccount } from '@adcoin/contract'
import { bus } from '@adcoin/events'
import { httpReports } from '@adcoin/http'
import { openRemote, refusal, when } from '@adcoin/testing'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

const account: BoundAccount = {
  id: 'b_1',
  platform: 'tiktok',
  username: 'ana.makes',
  nickname: null,
  description: null,
  link: 'https://www.tiktok.com/@ana.makes',
  avatar: null,
  background: null,
  fans: null,
  reg_days: null,
  bind_status: 1,
  fail_reason: null,
  challenge: 'adcoin-4821',
  created_at: '2026-01-05T10:00:00.000Z',
}

async function open(list: readonly BoundAccount[], overrides = {}) {
  const page = await openRemote(remote, '/bindAccount', {
    overrides: { ...when(boundAccounts, { list: [...list] }), ...overrides },
  })
  await screen.findByText(list.length === 0 ? 'Followers, at least' : 'Your social accounts')
  return page
}

describe('binding an account', () => {
  it('shows the minimums and what is read before anything is typed', async () => {
    await open([])
    expect(screen.getByText('Account age, at least')).toBeTruthy()
    expect(screen.getByText(/What we read:.*never your social media password/)).toBeTruthy()
  })

  it('shows at the fields what is wrong, and sends nothing', async () => {
    const { api, user } = await open([])
    await user.type(screen.getByLabelText('Homepage link'), 'tiktok.com/@me')
    await user.click(screen.getByRole('button', { name: 'Link account' }))
    expect(screen.getByLabelText('Social media username')).toHaveAccessibleDescription('Enter your username')
    expect(screen.getByLabelText('Homepage link')).toHaveAccessibleDescription(/starts with https/)
    expect(api.requests(bindAccount)).toHaveLength(0)
  })

  it('puts a refusal at the username and keeps what was typed', async () => {
    const { user, hostCalls } = await open(
      [],
      when(bindAccount, refusal('bind_taken', undefined, { msg: 'This account is bound to another person' })),
    )
    await user.type(screen.getByLabelText('Social media username'), 'ana.makes')
    await user.type(screen.getByLabelText('Homepage link'), 'https://www.tiktok.com/@ana.makes')
    await user.click(screen.getByRole('button', { name: 'Link account' }))
    expect(await screen.findByText('This account is bound to another person')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Social media username').value).toBe('ana.makes')
    expect(hostCalls).toEqual([])
  })

  it('takes a name with or without its @, and shows one', async () => {
    const { api, user } = await open([])
    await user.type(screen.getByLabelText('Social media username'), ' @ana.makes ')
    await user.type(screen.getByLabelText('Homepage link'), 'https://www.tiktok.com/@ana.makes')
    await user.click(screen.getByRole('button', { name: 'Link account' }))
    await expect.poll(() => api.requests(bindAccount)[0]?.input).toMatchObject({ username: 'ana.makes' })
  })

  it('takes the name out of the link, and no link of another name', async () => {
    const { api, user } = await open([])
    const name = () => screen.getByLabelText<HTMLInputElement>('Social media username')
    await user.type(screen.getByLabelText('Homepage link'), 'https://www.tiktok.com/@other')
    await user.tab()
    expect(name().value).toBe('other')
    await user.clear(name())
    await user.type(name(), 'lucia.cria')
    await user.click(screen.getByRole('button', { name: 'Link account' }))
    expect(screen.getByLabelText('Homepage link')).toHaveAccessibleDescription(/leads to @other.*the same account/)
    expect(api.requests(bindAccount)).toHaveLength(0)
  })

  it('shows how long a check takes, before and while it runs', async () => {
    await open([])
    expect(screen.getByText(/Usually decided within 1 min/)).toBeTruthy()
  })

  it('removes a failed one after a question', async () => {
    const { api, user } = await open([{ ...account, bind_status: 3 }])
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    const dialog = document.querySelector<HTMLElement>('dialog') ?? expect.fail('no question')
    await user.click(within(dialog).getByText('Remove'))
    await expect.poll(() => api.requests(unbindAccount)[0]?.input).toMatchObject({ id: 'b_1', confirm: true })
  })

  it('offers the challenge to copy while it is checked', async () => {
    const { user, hostCalls } = await open([account])
    await user.click(screen.getByRole('button', { name: 'Copy the text: adcoin-4821' }))
    expect(await navigator.clipboard.readText()).toBe('adcoin-4821')
    expect(hostCalls).toEqual([['showToast', 'Copied', 'good']])
  })

  it('shows why it failed, and binds the same one again', async () => {
    const { api, user } = await open([{ ...account, bind_status: 3, fail_reason: 'It has too few followers' }])
    expect(screen.getByText('Binding Failed')).toBeTruthy()
    expect(screen.getByText('It has too few followers')).toBeTruthy()
    expect(screen.queryByText('adcoin-4821')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Link again' }))
    await user.click(screen.getByRole('button', { name: 'Link again' }))
    await expect.poll(() => api.requests(bindAccount)[0]?.input).toMatchObject({ id: 'b_1', username: 'ana.makes' })
  })

  it.each([
    ['followers', { fans: 12, reg_days: 900 }],
    ['age', { fans: 5000, reg_days: 3 }],
  ])('offers another account too where it is the %s that does not suffice', async (_, facts) => {
    const { user } = await open([{ ...account, ...facts, bind_status: 3, description: 'adcoin-4821' }])
    expect(screen.getByRole('button', { name: 'Link again' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Link another account' }))
    expect(screen.getByLabelText<HTMLInputElement>('Social media username').value).toBe('')
  })

  it('shows the text for the profile again where it was not in it, and nowhere else', async () => {
    const failed = { ...account, bind_status: 3, fail_reason: 'Not so', description: 'Small things' }
    await open([failed])
    expect(screen.getByRole('button', { name: 'Copy the text: adcoin-4821' })).toBeTruthy()
    await open([{ ...failed, description: 'Small things adcoin-4821' }])
    expect(screen.queryByRole('button', { name: /^Copy the text/ })).toBeNull()
  })

  it('names both platforms beside a link of another one, until they agree', async () => {
    const { api, user } = await open([])
    const link = () => screen.getByLabelText('Homepage link')
    await user.type(screen.getByLabelText('Social media username'), 'ana.makes')
    await user.type(link(), 'https://www.instagram.com/ana.makes')
    await user.tab()
    expect(link()).toHaveAccessibleDescription(/^This leads to instagram\.com, not to TikTok\./)
    await user.click(screen.getByRole('button', { name: 'Link account' }))
    expect(api.requests(bindAccount)).toHaveLength(0)
    await user.selectOptions(screen.getByLabelText('Platform'), 'Instagram')
    expect(link()).not.toHaveAccessibleDescription(/This leads to/)
    await user.click(screen.getByRole('button', { name: 'Link account' }))
    await expect.poll(() => api.requests(bindAccount)[0]?.input).toMatchObject({ platform: 'instagram' })
  })

  it('unbinds only after a question that shows what it means', async () => {
    const { api, user } = await open([{ ...account, bind_status: 2 }])
    const card = await screen.findByRole('listitem')
    await user.click(within(card).getByRole('button', { name: 'Unlink' }))
    expect(screen.getByText(/You cannot claim tasks that need it/)).toBeTruthy()
    expect(api.requests(unbindAccount)).toHaveLength(0)
  })

  it('that open tasks need is not unlinked: the service’s sentence is a toast, and it stays', async () => {
    const toasts: string[] = []
    const stop = httpReports.subscribe(report => {
      if (report.type === 'failed' && report.showAs === 'toast') toasts.push(report.failure.msg)
    })
    const bound = { ...account, bind_status: 2 }
    const { user, hostCalls } = await open(
      [bound],
      when(unbindAccount, refusal('unbind_open', undefined, { msg: 'A claimed task needs it' })),
    )
    await user.click(screen.getByRole('button', { name: 'Unlink' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Unlink' }))
    await expect.poll(() => toasts).toEqual(['A claimed task needs it'])
    expect(screen.getByText('Linked')).toBeTruthy()
    expect(hostCalls).toEqual([])
    stop()
  })

  it('that is unlinked leaves the form for the next one', async () => {
    const { api, user, hostCalls } = await open([{ ...account, bind_status: 2 }])
    api.answer(when(boundAccounts, { list: [] }))
    await user.click(screen.getByRole('button', { name: 'Unlink' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Unlink' }))
    expect(await screen.findByRole('button', { name: 'Link account' })).toBeTruthy()
    expect(hostCalls).toEqual([['showToast', 'Account unlinked']])
  })

  it('keeps it where the question is answered with the Escape key', async () => {
    const { api, user } = await open([{ ...account, bind_status: 2 }])
    await user.click(screen.getByRole('button', { name: 'Unlink' }))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(api.requests(unbindAccount)).toEqual([])
  })

  it('shows the decision as soon as it is there, and announces it to the other areas once', async () => {
    const decided: unknown[] = []
    const stop = bus.on('tasks.accountBound', event => void decided.push(event))
    const { api } = await open([account])
    api.answer(when(boundAccounts, { list: [{ ...account, bind_status: 2, fans: 1520, reg_days: 1 }] }))
    expect(await screen.findByText('Linked', {}, { timeout: 10_000 })).toBeTruthy()
    expect(screen.getByText('1,520 followers')).toBeTruthy()
    expect(screen.getByText('1 day old')).toBeTruthy()
    expect(decided).toEqual([{ accountId: 'b_1', bindStatus: 2 }])
    stop()
  }, 15_000)

  it('leads from a linked one to the tasks, or to a second one with its platform’s example', async () => {
    const { user } = await open([{ ...account, bind_status: 2 }])
    expect(screen.getByRole('link', { name: 'See tasks' }).getAttribute('href')).toBe('/taskList')
    await user.click(screen.getByRole('button', { name: 'Link another account' }))
    expect(screen.getByLabelText('Homepage link')).toHaveAccessibleDescription(/tiktok\.com\/@you/)
    await user.selectOptions(screen.getByLabelText('Platform'), 'Instagram')
    expect(screen.getByLabelText('Homepage link')).toHaveAccessibleDescription(/instagram\.com\/you/)
  })

  it('shows its handle once, beside its platform', async () => {
    await open([{ ...account, bind_status: 2, nickname: 'ana.makes', description: 'I make things' }])
    const row = screen.getByRole('list', { name: '@ana.makes' })
    expect(row).toHaveTextContent(/@ana\.makesTikTok I make things/)
    expect(row.textContent.match(/ana\.makes/g)).toHaveLength(1)
  })

  it('shows a state that it does not know neutrally', async () => {
    await open([{ ...account, bind_status: 9 }])
    expect(screen.getByText('Unknown')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Unlink' })).toBeNull()
  })
})
