// @vitest-environment jsdom
import { agentState, coin, getSetting, launch } from '@adcoin/contract'
import { createSessionWriter } from '@adcoin/session'
import { ana, bruno, moneyConfig, offline, openRemote, silence, when } from '@adcoin/testing'
import { act, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import remote from '../remote.tsx'

const findIncome = () => screen.findByRole('group', { name: 'Team income' })

describe('the team', () => {
  it('shows what it earned, by which rule, and how many were active today', async () => {
    await openRemote(remote, '/team')
    const income = await findIncome()
    await expect.poll(() => income.textContent).toMatch(/129\.30 Ad Coin.*Yesterday’s income/)
    act(() => createSessionWriter().setMoney({ amount: '0', hold: '0', ...coin, version: 8, config: moneyConfig }))
    expect(income).toHaveTextContent(/129\.30 Ad Coin≈ MX\$45\.25.*Yesterday’s income/)
    expect(screen.getByText(/^You get an extra 10% of what friends earn/)).toBeVisible()
    const members = screen.getByRole('link', { name: 'Team members' })
    expect(members).toHaveAttribute('href', '/teamList')
    expect(members).toHaveAccessibleDescription(/^3 people ?2 active today$/)
  })

  it('shows no figure while none is known, never 0', async () => {
    await openRemote(remote, '/team', { overrides: when(agentState, silence()) })
    expect(await findIncome()).toHaveTextContent(/^Team income$/)
    expect(screen.getByRole('link', { name: 'Team members' })).not.toHaveAccessibleDescription()
  })

  it('keeps the own code and the way to a friend where its figures cannot be read', async () => {
    await openRemote(remote, '/team', { overrides: when(agentState, offline()) })
    expect(await screen.findByText('ANA 202 6')).toBeVisible()
    expect(await screen.findAllByRole('button', { name: 'Retry' })).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'Invite a friend' })).toHaveAttribute('href', '/invite')
  })

  it('offline has the code of the session, and one card for all that was never loaded', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const overrides = { ...when(agentState, offline()), ...when(getSetting, offline()), ...when(launch, offline()) }
    const { api, user } = await openRemote(remote, '/team', { overrides })
    act(() => createSessionWriter().setUser({ ...ana.setting, invite_code: 'SAVED1' }))
    expect(await screen.findByText('SAV ED1')).toBeVisible()
    expect(await screen.findAllByText('Not loaded yet')).toHaveLength(1)
    expect(screen.queryByRole('group', { name: 'Team income' })).toBeNull()
    api.answer({ ...when(agentState, {}), ...when(getSetting, {}) })
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await findIncome()).toHaveTextContent('129.30')
    vi.restoreAllMocks()
  })

  it('copies the own code as the service reads it, without the spaces that people read', async () => {
    const { user, hostCalls } = await openRemote(remote, '/team')
    await user.click(await screen.findByRole('button', { name: 'Copy your invitation code' }))
    expect(await navigator.clipboard.readText()).toBe('ANA2026')
    expect(hostCalls).toEqual([['showToast', 'Copied', 'good']])
  })

  it('names the inviter of a person who has one, and leads all others to the code', async () => {
    await openRemote(remote, '/team')
    expect(await screen.findByText('Invited by ID u_inviter')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Link an inviter’s code' })).toBeNull()
    await openRemote(remote, '/team', { person: bruno })
    const link = await screen.findByRole('link', { name: 'Link an inviter’s code' })
    expect(link).toHaveAttribute('href', '/bindInvite')
    expect(link).toHaveAccessibleDescription('One code, once per account')
  })
})

describe('its growth', () => {
  it('shows who brought what in the days of the chart, and who joined on the chosen one', async () => {
    const { user } = await openRemote(remote, '/team')
    const brought = await screen.findByRole('list', { name: 'From your friends' })
    expect(brought).toHaveTextContent(/^D?DiegoJoined Jan 5.*4\.50[^E]*$/)
    const chart = await screen.findByRole('slider', { name: 'Team growth' })
    expect(chart).toHaveAttribute('aria-valuetext', 'Mar 9: 3 people')
    chart.focus()
    await user.keyboard('{ArrowLeft}')
    expect(await screen.findByRole('list', { name: 'Joined on Mar 8' })).toHaveTextContent('ID u_elena')
    expect(screen.queryByText('Diego')).toBeNull()
    await user.keyboard('{ArrowLeft}')
    expect(await screen.findByText(/joined on this day\.$/)).toBeVisible()
  })

  it('asks for 7, 30 or 90 days, and shows whose days they are', async () => {
    const { api, user } = await openRemote(remote, '/team', {
      overrides: when(agentState, { time_zone: 'Asia/Kolkata' }),
    })
    expect(await screen.findByText('Time in Kolkata')).toBeVisible()
    await user.click(screen.getByRole('radio', { name: '90 days' }))
    await expect.poll(() => api.requests(agentState).at(-1)?.input).toEqual({ days: '90' })
    expect(await screen.findByText('From 0 to 3 people in 90 days')).toBeInTheDocument()
  })

  it('names the five friends who brought most, and no more', async () => {
    const friends = Array.from({ length: 7 }, (_, at) => ({
      user_id: `u_${at}`,
      nick_name: null,
      avatar: null,
      level: 1 as const,
      income: String(700 - at),
      joined_day: '2026-01-05',
    }))
    await openRemote(remote, '/team', { overrides: when(agentState, { friends }) })
    const brought = await screen.findByRole('list', { name: 'From your friends' })
    expect(
      within(brought)
        .getAllByText(/^ID u_/)
        .map(({ textContent }) => textContent),
    ).toEqual(['u_0', 'u_1', 'u_2', 'u_3', 'u_4'].map(id => `ID ${id}`))
  })

  it.each([
    ['en_US', '1 person', '12,345 people'],
    ['es_ES', '1 persona', '12.345 personas'],
    ['es_MX', '1 persona', '12,345 personas'],
    ['hi_IN', '1 व्यक्ति', '12,345 लोग'],
    ['pt_PT', '1 pessoa', '12\u00a0345 pessoas'],
    ['zh_TW', '1 人', '12,345 人'],
  ] as const)('counts people as %s does: %s, %s', async (language, one, many) => {
    for (const [total_team_num, text] of [
      [1, one],
      [12_345, many],
    ] as const) {
      await openRemote(remote, '/team', { language, overrides: when(agentState, { total_team_num }) })
      const heading = screen.getAllByRole('heading', { level: 2 })[0]?.parentElement
      await expect.poll(() => heading?.querySelector('b')?.textContent).toBe(text)
    }
  })
})

it('shows the steps to the first friend in place of an empty chart', async () => {
  const nobody = { total_team_num: 0, promotion_yesterday: '0' }
  await openRemote(remote, '/team', { overrides: when(agentState, nobody) })
  expect(await screen.findByRole('list', { name: 'Your first friend' })).toHaveTextContent(/12\.00.*1\.20/)
  expect(screen.queryByRole('slider')).toBeNull()
  expect(screen.queryByText(/^Yesterday/)).toBeNull()
})

it('names the inviter instead of an id', async () => {
  await openRemote(remote, '/team', {
    overrides: when(getSetting, { ...bruno.setting, inviter_id: '10000000', inviter_name: 'Ad Coin' }),
    person: bruno,
  })
  expect(await screen.findByText('Invited by Ad Coin')).toBeVisible()
})
