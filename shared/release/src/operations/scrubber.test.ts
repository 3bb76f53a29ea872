import { describe, expect, it } from 'vitest'
import { fixtureSite, publishFixture } from '../../tests/fixture-apps.ts'
import { memoryStore } from '../store/memory-store.ts'
import { startScrubber } from './scrubber.ts'

describe('the scrubber', () => {
  it('tells once that a stored byte changed, names the file, and tells when it is whole again', async () => {
    const store = memoryStore()
    const site = await fixtureSite(store)
    await publishFixture(site, 'shell')
    const id = await publishFixture(site, 'remote-team')
    const told: (string | undefined)[] = []
    const scrubber = startScrubber(async () => site, alarm => told.push(alarm))
    await scrubber.look()
    expect([scrubber.alarm(), told]).toEqual([undefined, []])

    const path = `releases/remote-team/${id}/entry.js`
    const good = store.files.get(path) ?? Buffer.alloc(0)
    store.files.set(path, Buffer.from(good.toString().replace('team', 'tean')))
    await scrubber.look()
    await scrubber.look()
    expect(told).toHaveLength(1)
    expect(scrubber.alarm()).toContain(`${path}: the file is not the one that was published`)

    store.files.set(path, good)
    await scrubber.look()
    expect([scrubber.alarm(), told.at(-1)]).toEqual([undefined, undefined])
    scrubber.stop()
  })

  it('tells that the store was set back', async () => {
    const site = await fixtureSite()
    await publishFixture(site, 'shell')
    await publishFixture(site, 'remote-team')
    await site.store.movePointer(2, 1)
    const scrubber = startScrubber(async () => site, () => undefined)
    await scrubber.look()
    expect(scrubber.alarm()).toContain('it was set back')
    scrubber.stop()
  })
})
