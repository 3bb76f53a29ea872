// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createApp, createGeneration, createRelease, createReleases, former, live } from '../testing/live-releases.ts'
import { noServer, openPage, silence } from '../testing/page-server.tsx'

const open = (...apps: ReturnType<typeof createApp>[]) =>
  openPage('/releases', { '/api/releases': createReleases(...apps) })
const openHistory = (...history: ReturnType<typeof createGeneration>[]) =>
  openPage('/releases', { '/api/releases': { ...createReleases(), history } })

describe('the releases page', () => {
  it('shows that it loads, and claims nothing until it knows', async () => {
    await openPage('/releases', { '/api/releases': silence })
    expect(screen.getByRole('status', { name: /loading/i })).toBeTruthy()
    expect(screen.queryByText('Nothing is live yet')).toBeNull()
  })

  it('shows how to begin where nothing was published', async () => {
    await open()
    expect(await screen.findByRole('heading', { name: 'Nothing is live yet' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open the product' })).toHaveAttribute('href', 'http://localhost:8080/')
  })

  it('keeps what it knows below the reason why it could not be read again', async () => {
    const { answer, sendEvent } = await open(createApp())
    await screen.findByRole('heading', { name: 'remote-wallet' })
    answer({ '/api/releases': noServer })
    await sendEvent('changed')
    expect(await screen.findByRole('alert')).toHaveTextContent('its server does not answer')
    expect(screen.getByText(live)).toBeTruthy()
  })

  it('shows what another operator made live as soon as the server announces it', async () => {
    const { answer, sendEvent } = await open(createApp())
    await screen.findByText('Generation 41 is live')
    answer({ '/api/releases': { ...createReleases(createApp({ active: createRelease('1.5.0-a') })), generation: 42 } })
    await sendEvent('changed')
    // Sooner than the page asks by itself.
    expect(await screen.findByText('Generation 42 is live', {}, { timeout: 1000 })).toBeTruthy()
    expect(screen.getByText('1.5.0-a')).toBeTruthy()
    expect(screen.queryByText(live)).toBeNull()
  })
})

describe('an app', () => {
  it('shows since when it is live, by whom and why', async () => {
    await open(createApp())
    expect(await screen.findByText(/^Published .* by pavel, generation 40: new limits$/)).toBeTruthy()
  })

  it('admits that it is live for longer than the timeline knows', async () => {
    await open(createApp({ since: null }))
    expect(await screen.findByText('Live since before the first entry of the timeline')).toBeTruthy()
  })

  it.each([
    [null, 'Live, no reports for an hour'],
    [{ browsers: 0, failed: 0, rate: 0 }, 'Live, no reports for an hour'],
    [{ browsers: 400, failed: 3, rate: 0.0075 }, 'Live'],
    [{ browsers: 200, failed: 10, rate: 0.05 }, 'Live, fails in 5% of browsers'],
    [{ browsers: 2, failed: 1, rate: 0.5 }, 'Live, fails in 50% of browsers'],
  ])('with browser reports %j is: %s', async (lastHour, words) => {
    await open(createApp({ lastHour }))
    expect(await screen.findByText(words)).toBeTruthy()
  })

  it('shows which checks were skipped, and why, of what is live and of what waits', async () => {
    const waiting = { ...createRelease('1.5.0-a', { unchecked: 'the linter is down' }), status: 'staged' as const }
    await open(createApp({ active: createRelease(live, { untried: 'no browser here' }), others: [waiting] }))
    expect(await screen.findByText('Smoke test skipped: no browser here.')).toBeTruthy()
    expect(screen.getByText('Types, lint and tests skipped: the linter is down.')).toBeTruthy()
  })

  it('offers a staged release to all or to a share; the shell only to all', async () => {
    const staged = { ...createRelease('1.5.0-a'), status: 'staged' as const }
    await open(createApp({ others: [staged] }), createApp({ app: 'shell', others: [staged] }))
    expect(await screen.findByRole('button', { name: 'Publish remote-wallet 1.5.0-a' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Start a canary of remote-wallet 1.5.0-a' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Publish shell 1.5.0-a' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Start a canary of shell 1.5.0-a' })).toBeNull()
  })

  it.each(['revoked', 'damaged'] as const)('offers nothing to do with a release that is %s', async status => {
    await open(createApp({ others: [{ ...createRelease('1.2.0-b'), status }] }))
    expect(await screen.findByText('1.2.0-b')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /1\.2\.0-b/, hidden: true })).toBeNull()
  })

  it.each([
    ['failed', 'Rolled back'],
    ['stopped', 'Stopped as a canary'],
    ['older', 'Older than the live release'],
  ] as const)('lets a release that is %s be made live again, and names what happened to it', async (status, words) => {
    await open(createApp({ previous: [], others: [{ ...createRelease('1.2.0-b'), status }] }))
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.getByText('Other releases (1)')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Make live remote-wallet 1.2.0-b', hidden: true })).toBeTruthy()
  })

  it('names where a rollback leads before it is chosen', async () => {
    await open(createApp())
    expect(await screen.findByText(`Rollback to ${former}: it was live before.`)).toBeTruthy()
  })

  it('offers no rollback where there is nothing to go back to', async () => {
    await open(createApp({ previous: [], rollback: { to: null, safe: false, why: '' } }))
    expect(await screen.findByText('No earlier release to roll back to.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Roll back/ })).toBeNull()
  })
})

describe('the timeline', () => {
  const listEntries = () => within(screen.getByRole('list')).getAllByRole('listitem')

  it('shows the newest eight, and the rest on request', async () => {
    const { user } = await openHistory(...Array.from({ length: 11 }, (_, index) => createGeneration(41 - index)))
    await screen.findByText(/^41 ·/)
    expect(listEntries()).toHaveLength(8)
    await user.click(screen.getByRole('button', { name: 'Show 3 more' }))
    expect(listEntries().at(-1)).toHaveTextContent('31 · Published by pavel')
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull()
  })

  it('names everything that a generation changed, also what was skipped or forbidden', async () => {
    const changes = [{ app: 'remote-team', from: null, to: '2.0.0-c', untried: 'in a hurry', unchecked: 'so' }]
    const tries = [
      { app: 'remote-auth', release: '3.0.0-d', share: 25 },
      { app: 'remote-tasks', release: '4.0.0-e', share: 0 },
    ]
    const floor = { 'remote-wallet': '1.3.0' }
    await openHistory(createGeneration(41, { why: '', changes, tries, revoked: ['remote-team 1.0.0-f'], floor }))
    await screen.findByText(/^41 ·/)
    const [entry] = listEntries()
    expect(entry).toHaveTextContent('No reason was given.')
    expect(entry).toHaveTextContent('remote-team: nothing → 2.0.0-c, smoke test skipped, checks skipped')
    expect(entry).toHaveTextContent('remote-auth: 3.0.0-d canary on 25 % of browsers')
    expect(entry).toHaveTextContent('remote-tasks: 4.0.0-e canary ended')
    expect(entry).toHaveTextContent('remote-team 1.0.0-f: revoked')
    expect(entry).toHaveTextContent('remote-wallet: minimum version 1.3.0')
  })

  it('shows an action that is newer than this page by its own name', async () => {
    await openHistory(createGeneration(41, { action: 'retire' }))
    expect(await screen.findByText('41 · retire by pavel')).toBeTruthy()
  })
})
