// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createApp, createGeneration, createReleases, former, live } from '../testing/live-releases.ts'
import { openPage, refuse, silence } from '../testing/page-server.tsx'

const hour = '/api/health?minutes=60&detail=full'
const now = '2026-03-01T10:30:00.000Z'
const bucket = (release: string, outcome: string, count: number, more = {}) => ({
  minute: '2026-03-01T10:20:00.000Z',
  ...{ app: 'remote-wallet', release, generation: 40, group: 'rest', outcome, known: true, step: null, count, ...more },
})

function open(buckets: object[], more: object = {}) {
  const history = [createGeneration(40, { action: 'rollback', created: '2026-03-01T10:10:00.000Z' })]
  return openPage('/health', {
    '/api/releases': { ...createReleases(createApp()), history },
    [hour]: { now, isCut: false, buckets },
    ...more,
  })
}

const wallet = async () => within(await screen.findByRole('article', { name: 'remote-wallet' }))

describe('the health of releases', () => {
  it('shows that it loads before it shows any figure', async () => {
    await open([], { [hour]: silence })
    expect(screen.getByRole('status', { name: /loading/i })).toBeTruthy()
    expect(screen.queryByRole('article')).toBeNull()
  })

  it('does not take silence for good news: no reports are no curve and no percentage', async () => {
    await open([])
    expect((await wallet()).getByText(/^No figures yet: no browser reported/)).toBeTruthy()
    expect((await wallet()).queryByRole('img')).toBeNull()
    expect(screen.queryByText(/% failed/)).toBeNull()
  })

  it('warns that no reports prove nothing while they cannot be read, and keeps the known figures', async () => {
    const { answer, lookAgain } = await open([bucket(live, 'mounted', 8)])
    await wallet()
    answer({ [hour]: refuse('the collector is away', { place: 'health' }) })
    await lookAgain()
    expect(await screen.findByRole('alert')).toHaveTextContent('health: the collector is away.')
    expect(screen.getByText(/Reports are not counted now, or cannot be read/)).toBeTruthy()
    expect((await wallet()).getByText(/failed in 0 of 8 browsers/)).toBeTruthy()
  })

  it('counts failures, cards and failures of no release for the live release and for another one', async () => {
    await open([
      bucket(former, 'mounted', 1),
      bucket(live, 'mounted', 1200),
      bucket(live, 'failed', 30, { phase: 'entry', reason: 'timeout' }),
      bucket(live, 'card', 2),
      bucket(live, 'unattributed', 5),
    ])
    const text = (await screen.findByRole('article', { name: 'remote-wallet' })).textContent
    expect(text).toContain('Live · failed in 30 of 1,200 browsers, card in 2, 5 failures without a known release')
    expect(text).toContain('Not live · failed in 0 of 1 browser')
    expect(text).toMatch(/30 × .*timeout/)
    expect((await wallet()).getByText('2.5% failed')).toBeTruthy()
  })

  it('puts the curve into words, with the changes of what is live beside it', async () => {
    await open([bucket(live, 'mounted', 4), bucket(live, 'failed', 1)])
    const curve = (await wallet()).getByRole('img')
    expect(curve).toHaveAccessibleName(
      'Failures of remote-wallet over time, at worst 25%; 1 changes of the live release',
    )
    expect((await wallet()).getByText(/Rolled back by pavel, generation 40,/)).toBeTruthy()
  })

  it('of a week asks for counts alone, and shows no change older than the curve', async () => {
    const week = '/api/health?minutes=10080&detail=counts'
    const { user, requests } = await open([bucket(live, 'mounted', 4)], {
      '/api/releases': {
        ...createReleases(createApp()),
        history: [createGeneration(12, { created: '2026-02-27T10:00:00.000Z' })],
      },
      [week]: { now, isCut: false, buckets: [bucket(live, 'mounted', 63), bucket(live, 'failed', 7)] },
    })
    expect((await wallet()).queryByText(/generation 12,/)).toBeNull()
    await user.click(screen.getByRole('radio', { name: 'A week' }))
    expect(await screen.findByText(/failed in 7 of 63 browsers/)).toBeTruthy()
    // Counts have no reasons.
    expect((await wallet()).queryByText(/undefined/)).toBeNull()
    expect((await wallet()).getByText(/generation 12,/)).toBeTruthy()
    expect(requests(week)).toEqual([null])
  })
})
