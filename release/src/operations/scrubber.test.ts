import { randomInt } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createFixtureContext, publishFixture } from '../../tests/fixture-apps.ts'
import { createMemoryStore } from '../../tests/memory-store.ts'
import { startScrubber } from './scrubber.ts'
import { verifyLive } from './verify.ts'

/**
 * A header byte without meaning for the content (gzip's time and system) changes nothing that a browser sees.
 */
function expandsTo(path: string, sibling: Buffer, plain: Buffer): boolean {
  try {
    return (path.endsWith('.br') ? brotliDecompressSync(sibling) : gunzipSync(sibling)).equals(plain)
  } catch {
    return false
  }
}

describe('the scrubber', () => {
  it('reports a changed stored byte once, names the file, and reports when it is whole again', async () => {
    const store = createMemoryStore()
    const context = await createFixtureContext(store)
    await publishFixture(context, 'shell')
    const id = await publishFixture(context, 'remote-team')
    const messages: (string | undefined)[] = []
    const scrubber = startScrubber(
      async () => context,
      alarm => messages.push(alarm),
    )
    await scrubber.check()
    expect([scrubber.alarm(), messages]).toEqual([undefined, []])

    const path = `releases/remote-team/${id}/entry.js`
    const good = store.files.get(path) ?? Buffer.alloc(0)
    store.files.set(path, Buffer.from(good.toString().replace('team', 'tean')))
    await scrubber.check()
    await scrubber.check()
    expect(messages).toHaveLength(1)
    expect(scrubber.alarm()).toContain(`${path}: the file differs from the published one`)

    store.files.set(path, good)
    await scrubber.check()
    expect([scrubber.alarm(), messages.at(-1)]).toEqual([undefined, undefined])
  })

  it('reports, as verify does, one changed byte in any file of any release, and names the file', async () => {
    const store = createMemoryStore()
    const context = await createFixtureContext(store)
    // Large enough to have compressed siblings.
    const words = 'const words = "the same words again and again"\n'.repeat(40)
    await publishFixture(context, 'shell', { files: { 'more.js': words } })
    await publishFixture(context, 'remote-team', { version: '1.0.0', files: { 'more.js': words } })
    await publishFixture(context, 'remote-team', { version: '1.1.0', files: { 'more.js': words } })
    const scrubber = startScrubber(
      async () => context,
      () => undefined,
    )
    const files = [...store.files.keys()].filter(path => path.startsWith('releases/'))
    expect(files.filter(path => /\.(br|gz)$/.test(path)).length).toBeGreaterThan(6)
    const missed: string[] = []
    for (const path of files) {
      const good = store.files.get(path) ?? Buffer.alloc(0)
      const changed = Buffer.from(good)
      const at = randomInt(good.length)
      changed[at] = (good[at] ?? 0) ^ (1 + randomInt(255))
      store.files.set(path, changed)
      await scrubber.check()
      const { ok, problems } = await verifyLive(context)
      // An invalid signature or description is reported under its own name, any other file under its path.
      const place = path.replace(/release\.sig$/, 'release.json')
      const isSame =
        (path.endsWith('.br') || path.endsWith('.gz')) &&
        expandsTo(path, changed, store.files.get(path.slice(0, -3)) ?? Buffer.alloc(0))
      if (!isSame && (ok || !problems.some(problem => problem.place === place) || !scrubber.alarm()?.includes(place)))
        missed.push(`${path} at ${at}`)
      store.files.set(path, good)
    }
    expect(missed).toEqual([])
    expect(await verifyLive(context)).toMatchObject({ ok: true })
  }, 60_000)

  it('reports no changed file while the store is away, only since when it was not read', async () => {
    const store = createMemoryStore()
    const context = await createFixtureContext(store)
    await publishFixture(context, 'shell')
    const messages: (string | undefined)[] = []
    /** Reads until then are answered. */
    let reads = Infinity
    const read = async (path: string) => {
      if (reads-- <= 0) throw new Error('connect ECONNREFUSED')
      return store.read(path)
    }
    const scrubber = startScrubber(
      async () => ({ ...context, store: { ...store, read } }),
      alarm => messages.push(alarm),
    )
    await scrubber.check()
    expect([scrubber.alarm(), scrubber.unread()]).toEqual([undefined, undefined])
    // Away at each moment of a look: before the list, its signature, what is live, the release, its files.
    for (const answered of [0, 1, 2, 3, 4, 5, 6, 7]) {
      reads = answered
      await scrubber.check()
      expect([answered, scrubber.alarm()]).toEqual([answered, undefined])
      expect(scrubber.unread()).toMatch(/could not be read since 20\d\d-.+: connect ECONNREFUSED/)
    }
    const since = scrubber.unread()
    await scrubber.check()
    expect([scrubber.unread(), messages]).toEqual([since, []])
    reads = Infinity
    await scrubber.check()
    expect(scrubber.unread()).toBeUndefined()
  })

  it('reports that the store was set back', async () => {
    const context = await createFixtureContext()
    await publishFixture(context, 'shell')
    await publishFixture(context, 'remote-team')
    await context.store.movePointer(2, 1)
    const scrubber = startScrubber(
      async () => context,
      () => undefined,
    )
    await scrubber.check()
    expect(scrubber.alarm()).toContain('it was set back')
  })
})
