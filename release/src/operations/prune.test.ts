import { describe, expect, it } from 'vitest'
import { createFixtureBuild, createFixtureContext, publishFixture, stage } from '../../tests/fixture-apps.ts'
import { createMemoryStore } from '../../tests/memory-store.ts'
import { planPrune, prune } from './prune.ts'
import { readHistory } from './status.ts'
import { verifyLive } from './verify.ts'

const days = (count: number) => count * 24 * 3_600_000

describe('pruning', () => {
  it('keeps what is live, the fallbacks, what recent numbers name, and a week’s releases', async () => {
    const context = await createFixtureContext()
    await publishFixture(context, 'shell')
    const ids: string[] = []
    for (let minor = 0; minor < 7; minor++)
      ids.push(await publishFixture(context, 'remote-team', { version: `1.${minor}.0` }))
    expect((await planPrune(context, 1)).releases).toEqual([])

    const later = { ...context, now: () => new Date(context.now().getTime() + days(8)) }
    expect((await planPrune(later, 50)).releases).toEqual([])
    // Live is 1.6; 1.5, 1.4 and 1.3 stand by.
    expect((await planPrune(later, 1)).releases).toEqual(
      ids
        .slice(0, 3)
        .map(id => `remote-team/${id}`)
        .sort(),
    )
  })

  it('removes a release that no known key signed: its sources could not be published again', async () => {
    const store = createMemoryStore()
    const context = await createFixtureContext(store)
    await publishFixture(context, 'shell')
    const built = createFixtureBuild('remote-team')
    const stranger = await createFixtureContext(store)
    const { id } = await stage(stranger, built)
    await expect(stage(context, built)).rejects.toThrow('`prune` removes it')
    expect((await prune(context)).releases).toEqual([`remote-team/${id}`])
    expect((await stage(context, built)).id).toBe(id)
  })

  it('removes exactly its plan, and the context stays whole', async () => {
    const context = await createFixtureContext()
    await publishFixture(context, 'shell')
    const oldest = await publishFixture(context, 'remote-team', { version: '1.0.0' })
    for (let minor = 1; minor < 5; minor++) await publishFixture(context, 'remote-team', { version: `1.${minor}.0` })
    const later = { ...context, now: () => new Date(context.now().getTime() + days(8)) }
    expect(await prune(later, 1)).toMatchObject({ releases: [`remote-team/${oldest}`], live: [1, 2, 3, 4, 5] })
    expect(await context.store.list('live/5')).toEqual(['change.json', 'files.json', 'files.sig', 'live.json'])
    expect((await readHistory(context)).map(({ generation }) => generation)).toEqual([6, 5, 4, 3, 2, 1])
    expect((await planPrune(later, 1)).live).toEqual([])
    expect(await context.store.list('releases/remote-team')).not.toContain(oldest)
    expect(await verifyLive(context)).toMatchObject({ ok: true })
  })
})
