import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { startFakeS3 } from '../../tests/fake-s3.ts'
import { createFixtureContext, makeFreshFolder, applyWanted, publishFixture } from '../../tests/fixture-apps.ts'
import { createFolderStore } from '../store/folder-store.ts'
import { createMemoryStore } from '../../tests/memory-store.ts'
import { createObjectStore } from '../store/objects/object-store.ts'
import type { Store } from '../store/store.ts'
import { createGateway } from './gateway.ts'
import { FileCache } from './file-cache.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const text = (value: string) => `export const text = "${value.repeat(500)}"`

async function publishReleases(store: Store & { files?: Map<string, Buffer> } = createMemoryStore()) {
  const context = await createFixtureContext(store)
  await publishFixture(context, 'shell')
  const older = await publishFixture(context, 'remote-team', { version: '1.0.0' })
  const files = { 'a.js': text('a'), 'b.js': text('b'), 'c.js': text('c') }
  const live = await publishFixture(context, 'remote-team', { version: '1.1.0', files })
  const read: string[] = []
  const seen: Store = { ...store, read: path => (read.push(path), store.read(path)) }
  const at = (file: string) => `releases/remote-team/${live}/${file}`
  const options = { store: seen, ring: async () => context.ring }
  return { context, older, live, read, at, options, files: store.files ?? new Map<string, Buffer>() }
}

describe('files that a gateway keeps', () => {
  it('are read once with their compressed siblings, and only those that the release names', async () => {
    const { options, at, read } = await publishReleases()
    const kept = new FileCache(options)
    const all = await Promise.all([kept.getFile(at('a.js')), kept.getFile(at('a.js')), kept.getFile(at('a.js'))])
    expect([...(all[0]?.encoded.keys() ?? [])]).toEqual(['br', 'gzip'])
    expect(read.filter(path => path.includes('a.js'))).toEqual([at('a.js'), at('a.js.br'), at('a.js.gz')])
    expect(await kept.getFile(at('release.sig'))).toBeUndefined()
    expect(await kept.getFile('releases/remote-team/9.9.9-0a1b2c3d/a.js')).toBeUndefined()
  })

  it('stay within their memory; the last used stay, and larger ones are served all the same', async () => {
    const { options, at, read } = await publishReleases()
    const bytes = (await new FileCache(options).getFile(at('a.js')))?.bytes.length ?? 0
    const reads = () => read.splice(0).flatMap(path => /([abc])\.js$/.exec(path)?.slice(1) ?? [])
    reads()
    const kept = new FileCache({ ...options, most: 2.5 * bytes })
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await kept.getFile(at(`${name}.js`))
    expect(reads()).toEqual(['a', 'b', 'c', 'b'])
    const small = new FileCache({ ...options, most: 10 })
    for (const name of ['a', 'a']) expect((await small.getFile(at(`${name}.js`)))?.bytes.length).toBe(bytes)
  })

  it('are as their team signed them: a changed file is not served, a changed sibling is left out', async () => {
    const { options, at, files } = await publishReleases()
    files.set(at('a.js'), Buffer.from('changed'))
    files.set(at('b.js.br'), Buffer.from('changed'))
    await expect(new FileCache(options).getFile(at('a.js'))).rejects.toThrow('differs from the published file')
    expect([...((await new FileCache(options).getFile(at('b.js')))?.encoded.keys() ?? [])]).toEqual(['gzip'])
  })

  it('hold only the live files on disk, and are read again where the disk has changed them', async () => {
    const { options, context, at, older } = await publishReleases()
    const folder = await makeFreshFolder()
    const disk = createFolderStore(folder)
    const gateway = () => {
      const app = createGateway({ ...options, services: () => [], isFar: true, folder, pollEveryMs: 5 })
      ends.push(() => app.close())
      return app
    }
    const first = gateway()
    expect((await first.inject('/home')).statusCode).toBe(200)
    await expect.poll(() => disk.pointer()).toBe(3)
    for (const version of ['1.2.0', '1.3.0', '1.4.0']) await publishFixture(context, 'remote-team', { version })
    await expect.poll(() => disk.pointer()).toBe(6)
    await expect.poll(() => disk.list('live')).toEqual(['6'])
    await expect.poll(() => disk.list('releases/remote-team')).not.toContain(older)
    await first.close()
    const path = `${folder}/releases/shell/${(await disk.list('releases/shell'))[0]}/entry.js`
    await writeFile(path, 'changed')
    const second = gateway()
    const answer = await second.inject(path.slice(folder.length))
    expect([answer.statusCode, answer.body === 'changed']).toEqual([200, false])
    expect((await second.inject(`/${at('a.js')}`)).statusCode).toBe(200)
  })
})

describe('a gateway on a bucket', { timeout: 60_000 }, () => {
  it('fails no request for what is live while the bucket is slow or away, also after a restart', async () => {
    let delay: 'none' | 'slow' | 'away' = 'none'
    const server = await startFakeS3(new Map(), async () => {
      if (delay === 'away') throw new Error('away')
      if (delay === 'slow') await pause(2_000)
    })
    ends.push(() => server.stop())
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
    const bucket = { bucket: 'adcoin', prefix: '', endpoint: server.endpoint, client: { credentials } }
    const { context, live } = await publishReleases(createObjectStore(bucket))
    const folder = await makeFreshFolder()
    const start = () => {
      const store = createObjectStore(bucket)
      const options = {
        store,
        ring: async () => context.ring,
        services: () => [],
        isFar: true,
        folder,
        lookEveryMs: 50,
      }
      const app = createGateway(options)
      ends.push(() => app.close())
      return app
    }
    const paths = ['/home', '/registry.json', `/releases/remote-team/${live}/a.js`]
    const slowestOf = async (gateway: ReturnType<typeof start>, rounds: number) => {
      const times: number[] = []
      for (let round = 0; round < rounds; round++)
        for (const url of [...paths, `/releases/remote-team/${live}/${'abc'[round % 3]}.js`]) {
          const began = performance.now()
          expect([url, (await gateway.inject({ url })).statusCode]).toEqual([url, 200])
          times.push(performance.now() - began)
        }
      return Math.max(...times)
    }
    const first = start()
    await first.inject('/home')
    await expect.poll(() => createFolderStore(folder).pointer(), { timeout: 10_000 }).toBe(3)
    for (const state of ['slow', 'away'] as const) {
      delay = state
      expect(await slowestOf(first, 50)).toBeLessThan(1_000)
    }
    await first.close()
    const second = start()
    // Without the pointer of the bucket a start waits two seconds at most.
    expect(await slowestOf(second, 50)).toBeLessThan(5_000)
    await expect
      .poll(async () => (await second.inject('/healthz')).json(), { timeout: 20_000 })
      .toMatchObject({
        generation: 3,
        trouble: expect.any(String),
      })
    delay = 'none'
    await applyWanted(context, { action: 'rollback' })
    await expect
      .poll(async () => (await second.inject('/registry.json')).json().generation, { timeout: 20_000 })
      .toBe(4)
  })
})
