// @vitest-environment jsdom
import { agentQuery, agentState, type TeamMember } from '@adcoin/contract'
import { offline, openRemote, when } from '@adcoin/testing'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import remote from '../remote.tsx'

const member = (changes: Partial<TeamMember> = {}): TeamMember => ({
  user_id: 'u_1',
  nick_name: null,
  avatar: null,
  level: 1,
  team_num: 0,
  income: '0',
  is_active: false,
  joined_at: '2026-01-05T10:00:00.000Z',
  ...changes,
})
const readMembers = () =>
  within(screen.getByRole('list', { name: 'Team members' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('the members', () => {
  it('have their sizes, and each its income, activity and own team, without phone or e-mail', async () => {
    await openRemote(remote, '/teamList')
    await screen.findByText('ID u_diego')
    expect(readMembers()).toEqual([
      'DDiegoID u_diego Team of 3 Active today +120.50 Ad Coin',
      'UEID u_elenaJoined Feb 11 ',
      'FFaridID u_farid Active today +8.80 Ad Coin',
    ])
    const sizes = screen.getAllByRole('term').map(term => [term.textContent, term.nextElementSibling?.textContent])
    expect(Object.fromEntries(sizes)).toEqual({
      'Team size': '32 active today',
      'Team income': '129.30 Ad CoinYesterday’s income 4.50 Ad Coin',
      'Tasks claimed': '2',
    })
    const figures = screen.getByText('Team size')
    expect(screen.getByRole('list', { name: 'Team members' }).compareDocumentPosition(figures)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    )
  })

  it('of the second level are asked for, and the address keeps that', async () => {
    const { api, user, where } = await openRemote(remote, '/teamList')
    const indirect = await screen.findByRole('radio', { name: 'Indirect 1' })
    expect(screen.getByRole('radio', { name: 'Direct 2' })).toBeChecked()
    await user.click(indirect)
    expect(where()).toBe('/teamList?level=2')
    await expect.poll(() => api.requests(agentQuery).at(-1)?.input).toMatchObject({ level: '2' })
  })

  it('come page by page, each member once, until there are no more', async () => {
    const { api, user } = await openRemote(remote, '/teamList', {
      overrides: when(agentQuery, ({ cursor }) =>
        cursor
          ? { list: [member({ user_id: 'u_2', income: '5' }), member({ user_id: 'u_3' })] }
          : { list: [member(), member({ user_id: 'u_2' })], has_more: true, next_cursor: 'page2' },
      ),
    })
    await user.click(await screen.findByRole('button', { name: 'Load more' }))
    await screen.findByText('ID u_3')
    expect(api.requests(agentQuery).at(-1)?.input).toMatchObject({ cursor: 'page2', level: '1' })
    expect(screen.getAllByText(/^ID u_/).map(({ textContent }) => textContent)).toEqual(['ID u_1', 'ID u_2', 'ID u_3'])
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  it('come by themselves 600 px before the end', async () => {
    const ends: { margin: string | undefined; reach: () => void }[] = []
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(onChange: IntersectionObserverCallback, { rootMargin }: IntersectionObserverInit = {}) {
          const entry = { isIntersecting: true } as IntersectionObserverEntry
          ends.push({ margin: rootMargin, reach: () => onChange([entry], this as never) })
        }
        observe() {}
        disconnect() {}
      },
    )
    const { api } = await openRemote(remote, '/teamList', {
      overrides: when(agentQuery, ({ cursor }) =>
        cursor ? { list: [member({ user_id: 'u_2' })] } : { list: [member()], has_more: true, next_cursor: 'page2' },
      ),
    })
    await screen.findByRole('button', { name: 'Load more' })
    expect(ends.at(-1)?.margin).toBe('600px')
    act(() => ends.at(-1)?.reach())
    expect(await screen.findByText('ID u_2')).toBeVisible()
    expect(api.requests(agentQuery)).toHaveLength(2)
    vi.unstubAllGlobals()
  })

  it('stay on the screen when the next page fails, and Retry brings it', async () => {
    const first = { list: [member()], has_more: true, next_cursor: 'page2' }
    const { api, user } = await openRemote(remote, '/teamList', {
      overrides: when(agentQuery, ({ cursor }) => (cursor ? offline() : first)),
    })
    await user.click(await screen.findByRole('button', { name: 'Load more' }))
    const retry = await screen.findByRole('button', { name: 'Retry' })
    expect(screen.getByText('ID u_1')).toBeVisible()
    api.answer(when(agentQuery, ({ cursor }) => (cursor ? { list: [member({ user_id: 'u_2' })] } : first)))
    await user.click(retry)
    expect(await screen.findByText('ID u_2')).toBeVisible()
    expect(screen.getByText('ID u_1')).toBeVisible()
  })

  it('that are none lead to an invitation', async () => {
    const nobody = { ...when(agentQuery, { list: [] }), ...when(agentState, { total_team_num: 0 }) }
    await openRemote(remote, '/teamList', { overrides: nobody })
    expect(await screen.findByText(/^Invite a friend\. You earn/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Invite a friend' })).toHaveAttribute('href', '/invite')
    await expect.poll(() => screen.queryByText('Team size')).toBeNull()
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  it('are asked for again on request, and only then shown to be up to date', async () => {
    const { api, user } = await openRemote(remote, '/teamList')
    const refresh = await screen.findByRole('button', { name: 'Refresh' })
    const requestCount = () => api.requests(agentQuery).length
    const before = requestCount()
    expect(screen.queryByText('Up to date')).toBeNull()
    await user.click(refresh)
    expect(await screen.findByText('Up to date')).toBeTruthy()
    expect(requestCount()).toBe(before + 1)
  })
})

describe('a search', () => {
  it('keeps every digit typed while the page is busy, also in the address', async () => {
    const { api, user } = await openRemote(remote, '/teamList?id=7')
    const field = await screen.findByRole('searchbox')
    expect(field).toHaveProperty('value', '7')
    await user.clear(field)
    // Keys that arrive before the address has changed.
    for (const digit of '1234567890')
      fireEvent.change(field, { target: { value: `${(field as HTMLInputElement).value}${digit}` } })
    expect(field).toHaveProperty('value', '1234567890')
    await vi.waitFor(() => expect(api.requests(agentQuery).at(-1)?.input).toMatchObject({ user_id: '1234567890' }))
  })

  it.each(['ID 12 34', '#1234', '१२३४'])('understands %s, in all levels at once', async typed => {
    const { api } = await openRemote(remote, '/teamList', { overrides: when(agentState, { total_team_num: 10 }) })
    fireEvent.change(await screen.findByRole('searchbox'), { target: { value: typed } })
    await expect.poll(() => api.requests(agentQuery).at(-1)?.input).toMatchObject({ user_id: '1234' })
    expect(api.requests(agentQuery).at(-1)?.input).not.toHaveProperty('level')
    expect(screen.queryByRole('radio')).toBeNull()
  })

  it('without a result names the id, and one press shows the whole team again', async () => {
    const { user, where } = await openRemote(remote, '/teamList?id=9', {
      overrides: when(agentQuery, ({ user_id }) => (user_id ? { list: [] } : {})),
    })
    expect(await screen.findByText(/with ID 9 in your team$/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show the whole team' }))
    expect(await screen.findByText('ID u_diego')).toBeVisible()
    expect(screen.getByRole('searchbox')).toHaveValue('')
    expect(where()).toBe('/teamList')
  })
})

it('has a search and every figure from the first member on, and names no team of 0', async () => {
  await openRemote(remote, '/teamList', { overrides: when(agentState, { total_team_num: 1, active_today: 1 }) })
  const list = await screen.findByRole('list', { name: 'Team members' })
  expect(list).toHaveTextContent('Diego')
  expect(list).not.toHaveTextContent('Team of 0')
  expect(screen.getByRole('searchbox', { name: 'Search by user ID' })).toBeVisible()
  const main = screen.getByRole('main')
  expect(main).toHaveTextContent(
    /Direct \d.*Indirect \d.*Team size1.*1 active today.*Team income.*Yesterday’s income.*Tasks claimed\d/,
  )
})
