import { randomBytes } from 'node:crypto'
import { apiCodes } from '@adcoin/contract'
import { describe, expect, it } from 'vitest'
import { createFixtureContext, applyWanted, planWanted, publishFixture } from '../../tests/fixture-apps.ts'
import { runChange } from '../cli/change.ts'
import { Refused } from '../refusal.ts'
import { createMemoryStore } from '../../tests/memory-store.ts'
import { readRecord, readLiveState } from './live-state.ts'
import type { ReleaseContext } from './release-context.ts'
import { readHistory } from './status.ts'
import { verifyLive } from './verify.ts'

const back = { action: 'rollback' } as const

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Refused)) throw new Error(`expected a refusal, got ${String(error)}`)
  return error.message
}

async function threeReleases() {
  const store = createMemoryStore()
  const context = await createFixtureContext(store)
  const shell = await publishFixture(context, 'shell')
  const first = await publishFixture(context, 'remote-team', { version: '1.0.0' })
  const second = await publishFixture(context, 'remote-team', { version: '1.1.0' })
  const third = await publishFixture(context, 'remote-team', { version: '1.2.0' })
  return { store, context, shell, first, second, third }
}

describe('going live', () => {
  it('keeps what was live as the first to fall back to, newest first', async () => {
    const { context, first, second, third } = await threeReleases()
    const { live } = await readLiveState(context)
    expect(live?.apps['remote-team']).toEqual({ active: third, previous: [second, first] })
    expect(await verifyLive(context)).toMatchObject({ ok: true, generation: 4 })
  })

  it('leaves out a fallback that lost a file, where each publish was refused for ever', async () => {
    const { store, context, first, second, third } = await threeReleases()
    store.files.delete(`releases/remote-team/${second}/styles.css`)
    const fourth = await publishFixture(context, 'remote-team', { version: '1.3.0' })
    const after = (await readLiveState(context)).live?.apps['remote-team']
    expect(after).toEqual({ active: fourth, previous: [third, first] })
    expect(await verifyLive(context)).toMatchObject({ ok: true })
  })

  it('refuses the second of two operators who planned for one generation, and changes nothing', async () => {
    const { context, store } = await threeReleases()
    const state = await readLiveState(context)
    await applyWanted(context, back, state)
    const before = new Map(store.files)
    expect(await refusalOf(applyWanted(context, back, state))).toContain('another operation went live first')
    expect(new Map(store.files)).toEqual(before)
  })

  it('refuses a release that would make the page heavy for everybody, and changes nothing', async () => {
    const { context } = await threeReleases()
    const files = apiCodes.map(code => [`one.${code}.html`, `<p>${randomBytes(2_800).toString('base64')}</p>`])
    const fragments = Object.fromEntries(apiCodes.map(code => [`/team|${code}`, `one.${code}.html`]))
    const heavy = { version: '1.3.0', build: { fragments }, files: Object.fromEntries(files) }
    expect(await refusalOf(publishFixture(context, 'remote-team', heavy))).toMatch(
      /team\/index\.html: it would have \d+ bytes, the budget is \d+/,
    )
    expect((await readLiveState(context)).number).toBe(4)
  })

  it('leaves the old or the new generation, whole, when the disk is full at any of its writes', async () => {
    const writes = ['addFolder', 'remove', 'movePointer'] as const
    for (let last = 0, failed = true; failed; last++) {
      const store = createMemoryStore()
      const context = await createFixtureContext(store)
      await publishFixture(context, 'shell')
      await publishFixture(context, 'remote-team', { version: '1.0.0' })
      await publishFixture(context, 'remote-team', { version: '1.1.0' })
      let left = last
      const full = (name: (typeof writes)[number]) => {
        const real = store[name] as (...given: unknown[]) => Promise<never>
        return (...given: unknown[]) =>
          left-- > 0
            ? real(...given)
            : Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
      }
      const fullSite: ReleaseContext = {
        ...context,
        store: { ...store, ...Object.fromEntries(writes.map(name => [name, full(name)])) },
      }
      failed = await applyWanted(fullSite, back).then(
        () => false,
        () => true,
      )
      expect(await verifyLive(context)).toMatchObject({ ok: true, generation: failed ? 3 : 4 })
      // And the next command puts it right.
      if (failed) expect((await applyWanted(context, back)).live.number).toBeLessThanOrEqual(5)
      expect(last).toBeLessThan(20)
    }
  }, 60_000)

  it('reads back what it made live, and the command ends with 1 where that is not well', async () => {
    const { store, context } = await threeReleases()
    const addFolder: typeof store.addFolder = (folder, files) =>
      store.addFolder(folder, new Map([...files, ['index.html', Buffer.from('half')]]))
    const broken = { ...context, store: { ...store, addFolder } }
    const answer = await runChange(broken, state => planWanted(broken, back, state), false)
    expect(answer).toMatchObject({ isBad: true, data: { generation: 5 } })
    expect(answer.lines.join()).toContain(
      'Reading it back found problems:,  live/5/index.html: it differs from the composed file',
    )
  })

  it('leaves what a crash before the pointer move wrote, and takes the next number', async () => {
    const { context, store, first } = await threeReleases()
    store.files.set('generations/5.sig', Buffer.from('half'))
    store.files.set('live/5/index.html', Buffer.from('half'))
    await applyWanted(context, back)
    store.files.set('live/7/page/index.html', Buffer.from('half'))
    await applyWanted(context, { action: 'canary', release: first, share: 10 })
    await applyWanted(context, { action: 'stop' })
    expect(await verifyLive(context)).toMatchObject({ ok: true, generation: 9 })
    const history = await readHistory(context)
    expect(history.map(({ generation }) => generation)).toEqual([9, 8, 6, 4, 3, 2, 1])
    expect(history[2]?.changes).toHaveLength(1)
    expect((await readRecord(context, 8)).live.apps['remote-team']?.canary?.number).toBe(8)
    expect(store.files.get('generations/5.sig')).toEqual(Buffer.from('half'))
  })
})

describe('going back', () => {
  it('goes live with the previous good release, and does not keep the failed one as a fallback', async () => {
    const { context, first, second } = await threeReleases()
    await applyWanted(context, back)
    expect((await readLiveState(context)).live?.apps['remote-team']).toEqual({ active: second, previous: [first] })
  })

  it('goes to a named release and keeps only what is older than it', async () => {
    const { context, first } = await threeReleases()
    await applyWanted(context, { ...back, release: first })
    expect((await readLiveState(context)).live?.apps['remote-team']).toEqual({ active: first, previous: [] })
    expect(await refusalOf(planWanted(context, back))).toMatch(/no previous good release.*rolled back before/s)
  })

  it('leaves the other apps as they were', async () => {
    const { context, store, shell } = await threeReleases()
    const files = [...store.files].filter(([path]) => path.startsWith('releases/'))
    await applyWanted(context, back)
    expect((await readLiveState(context)).live?.apps['shell']).toEqual({ active: shell, previous: [] })
    expect([...store.files].filter(([path]) => path.startsWith('releases/'))).toEqual(files)
  })
})

describe('a plan', () => {
  it('keeps three releases to fall back to; a way back by promote leaves no newer one', async () => {
    const { context, second, third } = await threeReleases()
    const fourth = await publishFixture(context, 'remote-team', { version: '1.3.0' })
    const fifth = await publishFixture(context, 'remote-team', { version: '1.4.0' })
    const { live } = await readLiveState(context)
    expect(live?.apps['remote-team']).toEqual({ active: fifth, previous: [fourth, third, second] })
    const { next } = await planWanted(context, { action: 'promote', release: third })
    expect(next.apps['remote-team']).toEqual({ active: third, previous: [second] })
  })

  it('is refused for what is live already, and for what is not live', async () => {
    const { context, third } = await threeReleases()
    await publishFixture(context, 'remote-wallet')
    await applyWanted(context, { action: 'retire', app: 'remote-wallet' })
    const [live, gone] = [{ release: third }, { app: 'remote-wallet', release: '1.0.0' }]
    expect(await refusalOf(planWanted(context, { action: 'promote', ...live }))).toContain('it is live already')
    expect(await refusalOf(planWanted(context, { ...back, ...live }))).toContain('it is live already')
    for (const wanted of [back, { action: 'revoke' as const }, { action: 'floor' as const, below: '1.0.0' }])
      expect(await refusalOf(planWanted(context, { ...wanted, ...gone }))).toContain('it is not live')
  })

  it('records what changes, by whom, when and why', async () => {
    const { context, second, third } = await threeReleases()
    const plan = await planWanted(context, { ...back, why: 'it is broken' })
    expect(plan).toMatchObject({
      from: 4,
      changes: [{ app: 'remote-team', from: third, to: second }],
      next: { number: 5, created: expect.stringMatching(/^2026-01-01T/) as string },
      change: { by: 'ana', why: 'it is broken', action: 'rollback' },
    })
    expect(plan.changes).toHaveLength(1)
  })
})

describe('revoking', () => {
  it('replaces a live release and never lets it come back', async () => {
    const { context, second, third } = await threeReleases()
    await applyWanted(context, { action: 'revoke', release: third })
    const { live } = await readLiveState(context)
    expect([live?.apps['remote-team']?.active, live?.revoked]).toEqual([second, [`remote-team/${third}`]])
    const [again, ...others] = (['revoke', 'promote', 'rollback'] as const).map(action =>
      refusalOf(planWanted(context, { action, release: third })),
    )
    expect(await again).toContain('it is revoked already')
    for (const other of others) expect(await other).toContain('it was revoked')
  })

  it('removes a release of those to fall back to', async () => {
    const { context, first, second, third } = await threeReleases()
    await applyWanted(context, { action: 'revoke', release: second })
    expect((await readLiveState(context)).live?.apps['remote-team']).toEqual({ active: third, previous: [first] })
  })

  it('refuses to take the last one', async () => {
    const { context, shell } = await threeReleases()
    const last = planWanted(context, { action: 'revoke', app: 'shell', release: shell })
    expect(await refusalOf(last)).toContain('no other release to replace it')
  })
})

describe('a minimum version', () => {
  it('takes out what is below it and lets nothing below it come back', async () => {
    const { context, first, third } = await threeReleases()
    await applyWanted(context, { action: 'floor', below: '1.2.0' })
    const { live } = await readLiveState(context)
    expect(live?.floor).toEqual({ 'remote-team': '1.2.0' })
    expect(live?.apps['remote-team']).toEqual({ active: third, previous: [] })
    for (const action of ['rollback', 'promote'] as const)
      expect(await refusalOf(planWanted(context, { action, release: first }))).toContain('it is below 1.2.0')
    await publishFixture(context, 'remote-team', { version: '1.3.0' })
    expect((await readLiveState(context)).live?.floor).toEqual({ 'remote-team': '1.2.0' })
  })

  it('is only raised, and never above what is live', async () => {
    const { context } = await threeReleases()
    await applyWanted(context, { action: 'floor', below: '1.1.0' })
    expect(await refusalOf(planWanted(context, { action: 'floor', below: '1.0.9' }))).toContain('only be raised')
    const above = planWanted(context, { action: 'floor', below: '1.2.1' })
    expect(await refusalOf(above)).toContain('the live release is below 1.2.1')
  })
})
