// @vitest-environment jsdom
import { about, launch } from '@adcoin/contract'
import { createSessionWriter } from '@adcoin/session'
import { ana, offline, openRemote, when, type AnswerChanges } from '@adcoin/testing'
import { act, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import remote from '../remote.tsx'

async function open(overrides: AnswerChanges = {}) {
  return openRemote(remote, '/lanuch', { overrides, person: null })
}

describe('the landing', () => {
  it('shows the claims of the service as company figures, and both ways in', async () => {
    await open(when(launch, { claims: [{ key: 'views', value: '120M+', text: 'views of one video' }] }))
    expect(await screen.findByText('120M+')).toBeTruthy()
    expect(screen.getByText(/^Company figures\./)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Join now' }).getAttribute('href')).toBe('/register')
    expect(screen.getByRole('link', { name: 'I already have an account' }).getAttribute('href')).toBe('/login')
  })

  it('shows no figures where the service has none', async () => {
    await open(when(launch, { claims: [] }))
    await expect.poll(() => screen.queryByText(/^Company figures\./)).toBeNull()
  })

  it('leaves out figures and task of a service that is away, without a toast', async () => {
    const { hostCalls } = await open({ ...when(launch, offline()), ...when(about, offline()) })
    await expect.poll(() => screen.queryByText('millionaire influencers'), { timeout: 5000 }).toBeNull()
    await expect.poll(() => screen.queryByRole('heading', { name: /^One of today/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'Join now' })).toBeVisible()
    expect(hostCalls).toEqual([])
  })

  it('opens the six languages', async () => {
    const { user, hostCalls } = await open()
    await user.click(await screen.findByRole('button', { name: 'Language: English' }))
    expect(hostCalls.map(([name]) => name)).toEqual(['openLanguage'])
  })

  it('shows a task of today with its money as in the app, time and fee, before the claims', async () => {
    await open()
    const task = within(await screen.findByRole('region', { name: 'One of today’s tasks and what it pays' }))
    expect(task.getByText('Leafy in a story')).toBeVisible()
    expect(task.getByText('MX$144.00')).toBeVisible()
    const line = task.getByText('Paid within 24 hours, withdrawal fee 2%')
    const claims = screen.getByText(/^Company figures\./)
    expect(line.compareDocumentPosition(claims)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('shows no task where none is open', async () => {
    await open(when(about, { example: null }))
    await expect.poll(() => screen.queryByRole('heading', { name: /^One of today/ })).toBeNull()
  })

  it('shows at once that a demonstration pays nothing', async () => {
    await open(when(launch, { notice: [{ key: 'demo', text: 'Nothing is paid out.' }] }))
    const notice = await screen.findByText('Nothing is paid out.')
    expect(notice.compareDocumentPosition(screen.getByRole('heading', { level: 1 }))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    )
  })

  it('has a filled login button and the person’s currency where a session ended by itself', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['es-ES'])
    const { api } = await openRemote(remote, '/lanuch')
    act(() => createSessionWriter().signOut('unauthorised'))
    const [first, second] = await screen.findAllByRole('link', { name: /^(Log in|Join now)$/ })
    expect(first).toHaveAccessibleName('Log in')
    expect(first?.className).toContain('primary')
    expect(second?.className).toContain('secondary')
    await expect.poll(() => api.requests(about).at(-1)?.input).toEqual({ region: 'MX' })
    act(() => createSessionWriter().signIn(ana.login))
    act(() => createSessionWriter().signOut('logout'))
    expect(screen.getByRole('link', { name: 'I already have an account' })).toBeVisible()
    await expect.poll(() => api.requests(about).at(-1)?.input).toEqual({ region: 'ES' })
    vi.restoreAllMocks()
  })

  it('shows it below both ways in on a small phone, which has no room above them', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(max-height: 640px)' }))
    await open(when(launch, { notice: [{ key: 'demo', text: 'Nothing is paid out.' }] }))
    const notice = await screen.findByText('Nothing is paid out.')
    expect(notice.compareDocumentPosition(screen.getByRole('link', { name: 'I already have an account' }))).toBe(
      Node.DOCUMENT_POSITION_PRECEDING,
    )
    vi.unstubAllGlobals()
  })
})
