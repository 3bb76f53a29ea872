import { randomBytes } from 'node:crypto'
import { apiCodes } from '@adcoin/contract'
import { describe, expect, it } from 'vitest'
import { fixtureSite, publishFixture } from '../../tests/fixture-apps.ts'
import { Refused } from '../refusal.ts'
import { memoryStore } from '../../tests/memory-store.ts'
import { goLive } from './go-live.ts'
import { readRecord, readLiveState } from './live-state.ts'
import { planActivation } from './plan-activation.ts'
import { planCanary, planStop } from './plan-canary.ts'
import { planMinimumVersion, planRevocation, planRollback } from './plan-rollback.ts'
import { readRelease } from '../releases/read-release.ts'
import type { ReleaseContext } from './site.ts'
import { historyOf } from './status.ts'
import { verifyLive } from './verify.ts'

const because = { action: 'rollback' as const, why: 'it is broken' }
const terms = { share: 10, manual: true }

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Refused)) throw new Error(`expected a refusal, got ${String(error)}`)
  return error.message
}

async function threeReleases() {
  const store = memoryStore()
  const site = await fixtureSite(store)
  const shell = await publishFixture(site, 'shell')
  const first = await publishFixture(site, 'remote-team', { version: '1.0.0' })
  const second = await publishFixture(site, 'remote-team', { version: '1.1.0' })
  const third = await publishFixture(site, 'remote-team', { version: '1.2.0' })
  return { store, site, shell, first, second, third }
}

describe('going live', () => {
  it('keeps what was live as the first to fall back to, newest first', async () => {
    const { site, first, second, third } = await threeReleases()
    const { live } = await readLiveState(site)
    expect(live?.apps['remote-team']).toEqual({ active: third, previous: [second, first] })
    expect(await verifyLive(site)).toMatchObject({ ok: true, generation: 4 })
  })

  it('leaves out a fallback that lost a file, where each publish was refused for ever', async () => {
    const { store, site, first, second, third } = await threeReleases()
    store.files.delete(`releases/remote-team/${second}/styles.css`)
    const fourth = await publishFixture(site, 'remote-team', { version: '1.3.0' })
    const after = (await readLiveState(site)).live?.apps['remote-team']
    expect(after).toEqual({ active: fourth, previous: [third, first] })
    expect(await verifyLive(site)).toMatchObject({ ok: true })
  })

  it('refuses the second of two operators who planned for the same generation, and changes nothing', async () => {
    const { site, store } = await threeReleases()
    const state = await readLiveState(site)
    const one = planRollback(state, 'remote-team', undefined, because, site)
    const other = planRollback(state, 'remote-team', undefined, because, site)
    await goLive(site, one)
    const before = new Map(store.files)
    expect(await refusalOf(goLive(site, other))).toContain('another command was faster')
    expect(new Map(store.files)).toEqual(before)
  })

  it('refuses a release that would make the page heavy for everybody, and changes nothing', async () => {
    const { site } = await threeReleases()
    const files = apiCodes.map(code => [`one.${code}.html`, `<p>${randomBytes(2_800).toString('base64')}</p>`])
    const fragments = Object.fromEntries(apiCodes.map(code => [`/team|${code}`, `one.${code}.html`]))
    const heavy = { version: '1.3.0', build: { fragments }, files: Object.fromEntries(files) }
    expect(await refusalOf(publishFixture(site, 'remote-team', heavy))).toMatch(
      /team\/index\.html: it would have \d+ bytes, the budget is \d+/,
    )
    expect((await readLiveState(site)).number).toBe(4)
  })

  it('leaves the old or the new generation, whole, when the disk is full at any of its writes', async () => {
    const writes = ['addFolder', 'addFile', 'remove', 'movePointer'] as const
    for (let last = 0, failed = true; failed; last++) {
      const store = memoryStore()
      const site = await fixtureSite(store)
      await publishFixture(site, 'shell')
      await publishFixture(site, 'remote-team', { version: '1.0.0' })
      await publishFixture(site, 'remote-team', { version: '1.1.0' })
      let left = last
      const full = (name: (typeof writes)[number]) => {
        const real = store[name] as (...given: unknown[]) => Promise<never>
        return (...given: unknown[]) =>
          left-- > 0
            ? real(...given)
            : Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
      }
      const fullSite: ReleaseContext = {
        ...site,
        store: { ...store, ...Object.fromEntries(writes.map(name => [name, full(name)])) },
      }
      failed = await goLive(
        fullSite,
        planRollback(await readLiveState(site), 'remote-team', undefined, because, site),
      ).then(
        () => false,
        () => true,
      )
      expect(await verifyLive(site)).toMatchObject({ ok: true, generation: failed ? 3 : 4 })
      // And the next command puts it right.
      if (failed)
        expect(
          (await goLive(site, planRollback(await readLiveState(site), 'remote-team', undefined, because, site))).live
            .number,
        ).toBeLessThanOrEqual(5)
      expect(last).toBeLessThan(20)
    }
  }, 60_000)

  it('leaves what a crash before the pointer move wrote, and takes the next number', async () => {
    const { site, store, first } = await threeReleases()
    store.files.set('generations/5.sig', Buffer.from('half'))
    store.files.set('live/5/index.html', Buffer.from('half'))
    await goLive(site, planRollback(await readLiveState(site), 'remote-team', undefined, because, site))
    store.files.set('live/7/page/index.html', Buffer.from('half'))
    const canary = planCanary(await readLiveState(site), await readRelease(site, 'remote-team', first), terms, '', site)
    await goLive(site, canary)
    await goLive(site, planStop(await readLiveState(site), 'remote-team', because, site))
    expect(await verifyLive(site)).toMatchObject({ ok: true, generation: 9 })
    const history = await historyOf(site)
    expect(history.map(({ generation }) => generation)).toEqual([9, 8, 6, 4, 3, 2, 1])
    expect(history[2]?.changes).toHaveLength(1)
    expect((await readRecord(site, 8)).live.apps['remote-team']?.canary?.number).toBe(8)
    expect(store.files.get('generations/5.sig')).toEqual(Buffer.from('half'))
  })
})

describe('going back', () => {
  it('takes the previous good release and does not keep the one that was left', async () => {
    const { site, first, second } = await threeReleases()
    await goLive(site, planRollback(await readLiveState(site), 'remote-team', undefined, because, site))
    expect((await readLiveState(site)).live?.apps['remote-team']).toEqual({ active: second, previous: [first] })
  })

  it('goes to a named release and keeps only what is older than it', async () => {
    const { site, first } = await threeReleases()
    const state = await readLiveState(site)
    await goLive(site, planRollback(state, 'remote-team', state.releases.get(`remote-team/${first}`), because, site))
    expect((await readLiveState(site)).live?.apps['remote-team']).toEqual({ active: first, previous: [] })
    expect(
      await refusalOf(
        Promise.resolve().then(async () =>
          planRollback(await readLiveState(site), 'remote-team', undefined, because, site),
        ),
      ),
    ).toContain('no previous good release')
  })

  it('leaves the other apps as they were', async () => {
    const { site, store, shell } = await threeReleases()
    const files = [...store.files].filter(([path]) => path.startsWith('releases/'))
    await goLive(site, planRollback(await readLiveState(site), 'remote-team', undefined, because, site))
    expect((await readLiveState(site)).live?.apps['shell']).toEqual({ active: shell, previous: [] })
    expect([...store.files].filter(([path]) => path.startsWith('releases/'))).toEqual(files)
  })
})

describe('a plan', () => {
  it('keeps three releases to fall back to; a way back by promote leaves none behind that is newer', async () => {
    const { site, second, third } = await threeReleases()
    const fourth = await publishFixture(site, 'remote-team', { version: '1.3.0' })
    const fifth = await publishFixture(site, 'remote-team', { version: '1.4.0' })
    const state = await readLiveState(site)
    expect(state.live?.apps['remote-team']).toEqual({ active: fifth, previous: [fourth, third, second] })
    const again = state.releases.get(`remote-team/${third}`)
    expect(planActivation(state, again ? [again] : [], because, site).next.apps['remote-team']).toEqual({
      active: third,
      previous: [second],
    })
  })

  it('is refused for what is live already, and for what is not live', async () => {
    const { site, third } = await threeReleases()
    const state = await readLiveState(site)
    const live = state.releases.get(`remote-team/${third}`)
    expect(() => planActivation(state, live ? [live] : [], because, site)).toThrow('it is live already')
    expect(() => planRollback(state, 'remote-team', live, because, site)).toThrow('it is live already')
    expect(() => planRollback(state, 'remote-wallet', undefined, because, site)).toThrow('it is not live')
    expect(() => planRevocation(state, 'remote-wallet', third, because, site)).toThrow('it is not live')
    expect(() => planMinimumVersion(state, 'remote-wallet', '1.0.0', because, site)).toThrow('it is not live')
  })

  it('tells what changes, by whom, when and why', async () => {
    const { site, second, third } = await threeReleases()
    const plan = planRollback(await readLiveState(site), 'remote-team', undefined, because, site)
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
    const { site, second, third } = await threeReleases()
    const release = (await readLiveState(site)).releases.get(`remote-team/${third}`)
    await goLive(
      site,
      planRevocation(await readLiveState(site), 'remote-team', third, { action: 'revoke', why: 'it steals' }, site),
    )
    const state = await readLiveState(site)
    expect(state.live?.apps['remote-team']?.active).toBe(second)
    expect(state.live?.revoked).toEqual([`remote-team/${third}`])
    expect(() => planRevocation(state, 'remote-team', third, because, site)).toThrow('it is revoked already')
    expect(() => planActivation(state, release ? [release] : [], { action: 'promote', why: '' }, site)).toThrow(
      'it was revoked',
    )
    expect(() => planRollback(state, 'remote-team', release, because, site)).toThrow('it was revoked')
  })

  it('takes a release out of those to fall back to', async () => {
    const { site, first, second, third } = await threeReleases()
    await goLive(
      site,
      planRevocation(await readLiveState(site), 'remote-team', second, { action: 'revoke', why: '' }, site),
    )
    expect((await readLiveState(site)).live?.apps['remote-team']).toEqual({ active: third, previous: [first] })
  })

  it('refuses to take the last one', async () => {
    const { site, shell } = await threeReleases()
    const state = await readLiveState(site)
    expect(() => planRevocation(state, 'shell', shell, { action: 'revoke', why: '' }, site)).toThrow(
      'nothing else of this app',
    )
  })
})

describe('a minimum version', () => {
  it('takes out what is below it and lets nothing below it come back', async () => {
    const { site, first, third } = await threeReleases()
    const oldest = (await readLiveState(site)).releases.get(`remote-team/${first}`)
    await goLive(
      site,
      planMinimumVersion(await readLiveState(site), 'remote-team', '1.2.0', { action: 'revoke', why: 'leaks' }, site),
    )
    const state = await readLiveState(site)
    expect(state.live).toMatchObject({
      floor: { 'remote-team': '1.2.0' },
      apps: { 'remote-team': { active: third, previous: [] } },
    })
    expect(() => planRollback(state, 'remote-team', oldest, because, site)).toThrow('it is below 1.2.0')
    expect(() => planActivation(state, oldest ? [oldest] : [], { action: 'promote', why: '' }, site)).toThrow(
      'it is below 1.2.0',
    )
    await publishFixture(site, 'remote-team', { version: '1.3.0' })
    expect((await readLiveState(site)).live?.floor).toEqual({ 'remote-team': '1.2.0' })
  })

  it('is only raised, and never above what is live', async () => {
    const { site } = await threeReleases()
    await goLive(
      site,
      planMinimumVersion(await readLiveState(site), 'remote-team', '1.1.0', { action: 'revoke', why: '' }, site),
    )
    const state = await readLiveState(site)
    expect(() => planMinimumVersion(state, 'remote-team', '1.0.9', because, site)).toThrow('only raised')
    expect(() => planMinimumVersion(state, 'remote-team', '1.2.1', because, site)).toThrow(
      'the live release is below 1.2.1',
    )
  })
})
