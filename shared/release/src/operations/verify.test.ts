import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Generation } from '@adcoin/contract'
import { describe, expect, it } from 'vitest'
import { builtFixture, fixtureSite, publishFixture, stage } from '../../tests/fixture-apps.ts'
import { signAs } from '../signing/signature.ts'
import { memoryStore } from '../../tests/memory-store.ts'
import { layout } from '../store/store.ts'
import { readLiveState } from './live-state.ts'
import type { ReleaseContext } from './site.ts'
import { verifyLive } from './verify.ts'

async function live() {
  const store = memoryStore()
  const site = await fixtureSite(store)
  await publishFixture(site, 'shell')
  const team = await publishFixture(site, 'remote-team')
  const found = async () => (await verifyLive(site)).problems.map(({ place, says }) => `${place}: ${says}`)
  return { store, site, team, folder: `releases/remote-team/${team}`, found }
}

/** Makes something the live generation as only somebody with the operators' key could. */
async function makeLive(site: ReleaseContext, n: number, generation: unknown): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(generation))
  for (const path of [layout.generation(n), layout.generationSignature(n)]) await site.store.remove(path)
  await site.store.addFile(layout.generation(n), bytes)
  await site.store.addFile(
    layout.generationSignature(n),
    await signAs(site.ring, 'ops', 'generation', String(n), bytes),
  )
  await site.store.movePointer(await site.store.pointer(), n)
}

describe('verifying what is live', () => {
  it('counts what it looked at, and finds nothing where all is as published', async () => {
    const { site } = await live()
    const files = [...(await readLiveState(site)).releases.values()].reduce(
      (sum, release) => sum + release.files.length,
      0,
    )
    expect(await verifyLive(site)).toEqual({ ok: true, generation: 2, releases: 2, files, problems: [] })
  })

  it('reports that nothing is live', async () => {
    expect(await verifyLive(await fixtureSite())).toMatchObject({
      ok: false,
      problems: [{ rule: 'live', says: 'nothing is live' }],
    })
  })

  it('finds a changed file, a missing one and one too many, in folders too', async () => {
    const { store, site, folder, found } = await live()
    store.files.set(`${folder}/entry.js`, Buffer.from('evil()'))
    store.files.delete(`${folder}/page-0.js`)
    store.files.set(`${folder}/deep/more.js`, Buffer.from('more'))
    store.files.set(`${folder}/deep/more.js.br`, Buffer.from('more'))
    expect(await found()).toEqual([
      `${folder}/entry.js: the file is not the one that was published`,
      `${folder}/page-0.js: the file is missing`,
      `${folder}/deep/more.js: the file is not part of the release`,
      `${folder}/deep/more.js.br: the file is not part of the release`,
      `${folder}/entry.js.br: it does not expand to the published file`,
      `${folder}/entry.js.gz: it does not expand to the published file`,
    ])
    expect((await verifyLive(site)).ok).toBe(false)
  })

  it.each([
    ['.br', brotliCompressSync],
    ['.gz', gzipSync],
  ] as const)('finds a %s sibling of other bytes, though browsers would get nothing else', async (suffix, compress) => {
    const { store, folder, found } = await live()
    const [path, good] = [`${folder}/entry.js`, store.files.get(`${folder}/entry.js`) ?? Buffer.alloc(0)]
    store.files.set(path + suffix, compress(good))
    expect(await found()).toEqual([])
    for (const bad of [
      compress(Buffer.from('evil()')),
      compress(Buffer.concat([good, Buffer.from(';evil()')])),
      Buffer.from('no such format'),
    ]) {
      store.files.set(path + suffix, bad)
      expect(await found()).toEqual([`${path + suffix}: it does not expand to the published file`])
    }
  })

  it('finds a page that is not the one of this generation, and one that is missing', async () => {
    const { store, found } = await live()
    store.files.set('live/2/index.html', Buffer.from('<script>evil()</script>'))
    store.files.delete('live/2/registry.json')
    expect((await found()).sort()).toEqual([
      'live/2/index.html: it is not what this generation composes to',
      'live/2/registry.json: it is missing',
    ])
  })

  it('finds a page whose signature is missing, or of another page: gateways would not serve it', async () => {
    const { store, found } = await live()
    store.files.set('live/2/live.sig', store.files.get('live/1/live.sig') ?? Buffer.alloc(0))
    expect(await found()).toEqual(['live/2/live.sig: its bytes are not the ones that were signed'])
    store.files.delete('live/2/live.sig')
    expect(await found()).toEqual(['live/2/live.sig: it is not signed'])
  })

  it('finds releases that cannot be in one page, though an operator signed them so', async () => {
    const { site } = await live()
    const release = await stage(
      site,
      builtFixture('remote-team', { version: '2.0.0', manifest: { contract: { from: 2, to: 2 } } }),
    )
    const { generation } = await readLiveState(site)
    await makeLive(site, 3, {
      ...generation,
      generation: 3,
      apps: { ...generation?.apps, 'remote-team': { active: release.id, previous: [] } },
    })
    expect((await verifyLive(site)).problems[0]).toMatchObject({
      rule: 'contract-range',
      place: `remote-team/${release.id}`,
    })
  })

  it.each([
    [
      'a generation of another number',
      (generation: Generation) => ({ ...generation, generation: 2 }),
      'it is generation 2 under another number',
    ],
    [
      'one that does not fit the schema',
      (generation: Generation) => ({ ...generation, generation: 3, more: true }),
      'it does not fit the schema of a generation',
    ],
    [
      'one that names a release nobody published',
      (generation: Generation) => ({
        ...generation,
        generation: 3,
        apps: { ...generation.apps, 'remote-team': { active: '9.9.9-000000000000', previous: [] } },
      }),
      'there is no such release',
    ],
  ])('finds %s', async (_, change, says) => {
    const { site, found } = await live()
    const { generation } = await readLiveState(site)
    await makeLive(site, 3, change(generation as Generation))
    expect(await found()).toEqual([expect.stringContaining(says)])
    expect(await verifyLive(site)).toMatchObject({ ok: false, generation: 3 })
  })

  it('finds that the generation is missing', async () => {
    const { store, found } = await live()
    store.files.delete('generations/2.json')
    expect(await found()).toEqual(['generations/2.json: the generation is missing'])
  })
})
