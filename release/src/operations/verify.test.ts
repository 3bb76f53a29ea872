import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createFixtureBuild, createFixtureContext, publishFixture, stage } from '../../tests/fixture-apps.ts'
import type { LiveChoice } from '../compose/live.ts'
import { hashSha384 } from '../files/files.ts'
import { signAs } from '../signing/signature.ts'
import { createMemoryStore } from '../../tests/memory-store.ts'
import { layout } from '../store/store.ts'
import { readLiveState } from './live-state.ts'
import type { ReleaseContext } from './release-context.ts'
import { verifyLive } from './verify.ts'

async function createLive() {
  const store = createMemoryStore()
  const context = await createFixtureContext(store)
  await publishFixture(context, 'shell')
  const team = await publishFixture(context, 'remote-team')
  const findProblems = async () => (await verifyLive(context)).problems.map(({ place, says }) => `${place}: ${says}`)
  return { store, context, team, folder: `releases/remote-team/${team}`, findProblems }
}

/** Makes a choice live that only a holder of the operators' key could sign. */
async function makeLive(context: ReleaseContext, n: number, live: unknown): Promise<void> {
  const { change } = await readLiveState(context)
  const files = new Map<string, Buffer>(
    Object.entries({ live, change }).map(([name, data]) => [`${name}.json`, Buffer.from(JSON.stringify(data))]),
  )
  const hashes = Object.fromEntries([...files].map(([path, bytes]) => [path, hashSha384(bytes)]))
  const list = Buffer.from(JSON.stringify({ schema: 2, number: n, created: '', files: hashes }))
  files.set('files.json', list).set('files.sig', await signAs(context.ring, 'ops', 'live', String(n), list))
  await context.store.addFolder(layout.live(n), files)
  await context.store.movePointer(await context.store.pointer(), n)
}

describe('verifying what is live', () => {
  it('counts what it looked at, and finds nothing where all is as published', async () => {
    const { context } = await createLive()
    const files = [...(await readLiveState(context)).releases.values()].reduce(
      (sum, release) => sum + release.files.length,
      0,
    )
    expect(await verifyLive(context)).toEqual({ ok: true, generation: 2, releases: 2, files, problems: [] })
  })

  it('reports that nothing is live', async () => {
    expect(await verifyLive(await createFixtureContext())).toMatchObject({
      ok: false,
      problems: [{ rule: 'live', says: 'nothing is live' }],
    })
  })

  it('finds a changed file, a missing one and one too many, in folders too', async () => {
    const { store, context, folder, findProblems } = await createLive()
    store.files.set(`${folder}/entry.js`, Buffer.from('evil()'))
    store.files.delete(`${folder}/page-0.js`)
    store.files.set(`${folder}/deep/more.js`, Buffer.from('more'))
    store.files.set(`${folder}/deep/more.js.br`, Buffer.from('more'))
    expect(await findProblems()).toEqual([
      `${folder}/entry.js: the file differs from the published one`,
      `${folder}/page-0.js: the file is missing`,
      `${folder}/deep/more.js: the file is not part of the release`,
      `${folder}/deep/more.js.br: the file is not part of the release`,
      `${folder}/entry.js.br: it does not expand to the published file`,
      `${folder}/entry.js.gz: it does not expand to the published file`,
    ])
    expect((await verifyLive(context)).ok).toBe(false)
  })

  it.each([
    ['.br', brotliCompressSync],
    ['.gz', gzipSync],
  ] as const)('finds a %s sibling of other bytes, though browsers would get nothing else', async (suffix, compress) => {
    const { store, folder, findProblems } = await createLive()
    const [path, good] = [`${folder}/entry.js`, store.files.get(`${folder}/entry.js`) ?? Buffer.alloc(0)]
    store.files.set(path + suffix, compress(good))
    expect(await findProblems()).toEqual([])
    for (const bad of [
      compress(Buffer.from('evil()')),
      compress(Buffer.concat([good, Buffer.from(';evil()')])),
      Buffer.from('no such format'),
    ]) {
      store.files.set(path + suffix, bad)
      expect(await findProblems()).toEqual([`${path + suffix}: it does not expand to the published file`])
    }
  })

  it('finds a page that is not the one of this generation, and one that is missing', async () => {
    const { store, findProblems } = await createLive()
    store.files.set('live/2/index.html', Buffer.from('<script>evil()</script>'))
    store.files.delete('live/2/registry.json')
    expect((await findProblems()).sort()).toEqual([
      'live/2/index.html: it differs from the page that compose builds of the live releases',
      'live/2/registry.json: it is missing',
    ])
  })

  it('finds a page whose signature is missing, or of another page: gateways would not serve it', async () => {
    const { store, findProblems } = await createLive()
    store.files.set('live/2/files.sig', store.files.get('live/1/files.sig') ?? Buffer.alloc(0))
    expect(await findProblems()).toEqual(['live/2/files.json: its bytes differ from the signed ones'])
    store.files.delete('live/2/files.sig')
    expect(await findProblems()).toEqual(['live/2/files.json: it is not signed'])
  })

  it('finds releases that cannot be in one page, though an operator signed them so', async () => {
    const { context } = await createLive()
    const release = await stage(
      context,
      createFixtureBuild('remote-team', { version: '2.0.0', build: { platform: '2.0.0' } }),
    )
    const { live: before } = await readLiveState(context)
    await makeLive(context, 3, {
      ...before,
      number: 3,
      apps: { ...before?.apps, 'remote-team': { active: release.id, previous: [] } },
    })
    expect((await verifyLive(context)).problems[0]).toMatchObject({
      rule: 'platform',
      place: `remote-team/${release.id}`,
    })
  })

  it.each([
    [
      'one of another number',
      (before: LiveChoice) => ({ ...before, number: 2 }),
      'it is generation 2 in the folder of another one',
    ],
    [
      'one that does not fit the schema',
      (before: LiveChoice) => ({ ...before, number: 3, revoked: 'none' }),
      'Invalid type',
    ],
    [
      'one that names a release that was never published',
      (before: LiveChoice) => ({
        ...before,
        number: 3,
        apps: { ...before.apps, 'remote-team': { active: '9.9.9-000000000000', previous: [] } },
      }),
      'this store has no such release',
    ],
  ])('finds %s', async (_, change, says) => {
    const { context, findProblems } = await createLive()
    const { live: before } = await readLiveState(context)
    await makeLive(context, 3, change(before as LiveChoice))
    expect(await findProblems()).toEqual([expect.stringContaining(says)])
    expect(await verifyLive(context)).toMatchObject({ ok: false, generation: 3 })
  })

  it('finds that the folder is missing', async () => {
    const { store, findProblems } = await createLive()
    await store.remove('live/2')
    expect(await findProblems()).toEqual(['live/2: it is missing'])
  })
})
