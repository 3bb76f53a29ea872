import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFixtureContext, applyWanted, publishFixture } from '../../../tests/fixture-apps.ts'
import { startFakeS3 } from '../../../tests/fake-s3.ts'
import { hasCephServer, objectServerKeys, startCephServer, type ObjectServer } from '../../../tests/object-server.ts'
import { testStorePromises } from '../../../tests/store-contract.ts'
import { createGateway } from '../../gateway/gateway.ts'
import { readLiveState } from '../../operations/live-state.ts'
import { prune } from '../../operations/prune.ts'
import { verifyLive } from '../../operations/verify.ts'
import { openS3Bucket } from './s3-bucket.ts'
import { createObjectStore } from './object-store.ts'

/** What the proxy between store and server does to the answer of a request. */
type Mischief = 'pass' | 'lose' | 'double'

describe('a store in a bucket, on a server of its own', { timeout: 120_000 }, () => {
  let server: ObjectServer
  let proxy: Server
  let through = ''
  let next = 0
  let mischief: (method: string, path: string) => Mischief = () => 'pass'
  const hiddenFromLists = new Set<string>()
  beforeAll(async () => {
    server = await (hasCephServer ? startCephServer() : startFakeS3())
    proxy = startMeddler(
      () => server.endpoint,
      (method, path) => mischief(method, path),
      hiddenFromLists,
    )
    await new Promise<void>(done => proxy.listen(0, '127.0.0.1', done))
    const address = proxy.address()
    through = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  }, 180_000)
  afterAll(async () => {
    proxy.close().closeAllConnections()
    await server.stop()
  }, 60_000)

  const createPrefix = () => `test-${next++}/`
  const at = (prefix: string, endpoint = server.endpoint, more = {}) => ({
    bucket: 'adcoin',
    prefix,
    endpoint,
    client: { credentials: objectServerKeys, ...more },
  })
  const open = (prefix = createPrefix(), endpoint = server.endpoint, more = {}) =>
    createObjectStore(at(prefix, endpoint, more))

  testStorePromises(async () => open())

  it('publishes, goes back, verifies and prunes, and a gateway serves it', async () => {
    const context = await createFixtureContext(open())
    await publishFixture(context, 'shell')
    const first = await publishFixture(context, 'remote-team', { version: '1.0.0' })
    await publishFixture(context, 'remote-team', { version: '1.1.0' })
    await applyWanted(context, { action: 'rollback' })
    expect(await verifyLive(context)).toMatchObject({ ok: true, generation: 4 })
    expect((await prune(context)).releases).toEqual([])
    const gateway = createGateway({ store: context.store, ring: async () => context.ring, services: () => [] })
    expect((await gateway.inject('/home')).body).toContain(first)
    expect((await gateway.inject(`/releases/remote-team/${first}/entry.js`)).statusCode).toBe(200)
    await gateway.close()
  })

  it('takes over from a writer that was killed while it wrote, and its rest is removed', async () => {
    const prefix = createPrefix()
    const child = fork(join(import.meta.dirname, '../../../tests/hold-bucket.ts'), [prefix, server.endpoint])
    await once(child, 'message')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const store = open(prefix)
    expect(await store.list('releases/shell')).toEqual([])
    expect(await store.pointer()).toBe(0)
    expect(await store.exclusively(async () => 'mine')).toBe('mine')
    expect(await store.addFolder('releases/shell/1', new Map([['a.js', Buffer.from('a')]]))).toBe(true)
    // Younger than a day: a running write may need it.
    expect((await openS3Bucket(at(prefix)).listKeys('files/')).length).toBe(2)
    expect(await store.sweep?.()).toBe(0)
  })

  it('sweeps files of writers that died a day ago, and none that a release, map or page names', async () => {
    const bucket = openS3Bucket(at(createPrefix()))
    const aged = { ...bucket, listKeys: async (start: string) => (await bucket.listKeys(start)).map(asOfYesterday) }
    const store = createObjectStore({ bucket: '', prefix: '' }, aged)
    const folders = ['releases/shell/1', 'maps/shell/1', 'live/1']
    for (const folder of folders) await store.addFolder(folder, new Map([['a', Buffer.from(folder)]]))
    await bucket.put('files/died/a', Buffer.from('left'))
    expect(await store.sweep?.()).toBe(1)
    for (const folder of folders) expect(await store.read(`${folder}/a`)).toEqual(Buffer.from(folder))
  })

  it.each(['lose', 'double'] as const)('knows its own write when the network does this to answers: %s', async how => {
    const store = open(createPrefix(), through)
    const done = new Set<string>()
    mischief = (method, path) => {
      if (method !== 'PUT' || done.has(path)) return 'pass'
      done.add(path)
      return how
    }
    expect(await store.addFolder('live/1', new Map([['index.html', Buffer.from('page')]]))).toBe(true)
    expect(await store.movePointer(0, 1)).toBe(true)
    done.clear()
    expect(await store.movePointer(1, 2)).toBe(true)
    done.clear()
    expect(await store.exclusively(async () => store.pointer())).toBe(2)
    mischief = () => 'pass'
    expect(await store.read('live/1/index.html')).toEqual(Buffer.from('page'))
  })

  it('does not mind that its own clock is three hours wrong', async () => {
    const prefix = createPrefix()
    const real = Date.now.bind(Date)
    const wrong = vi.spyOn(Date, 'now').mockImplementation(() => real() + 3 * 3_600_000)
    const late = open(prefix)
    expect(await late.exclusively(async () => late.movePointer(0, 1))).toBe(true)
    // Its files are not old because its clock is late.
    expect(await late.addFolder('live/2', new Map([['a', Buffer.from('a')]]))).toBe(true)
    expect((await openS3Bucket(at(prefix)).listKeys('files/')).every(({ ageMs }) => ageMs < 3_600_000)).toBe(true)
    wrong.mockRestore()
    expect(await open(prefix).exclusively(async () => open(prefix).movePointer(1, 2))).toBe(true)
  })

  it('moves the pointer for one of many that begin at once, and never out of the store', async () => {
    const store = open()
    const moved = await Promise.all([1, 2, 3, 4].map(to => store.movePointer(0, to)))
    expect(moved.filter(Boolean)).toHaveLength(1)
    const again = await Promise.all([5, 6, 7, 8].map(to => store.movePointer(moved.indexOf(true) + 1, to)))
    expect(again.filter(Boolean)).toHaveLength(1)
    expect(await store.pointer()).toBe(again.indexOf(true) + 5)
    await expect(store.read('releases/shell/1/../../../outside')).rejects.toThrow('leaves the store')
  })

  it('reads what it wrote where listing lags behind', async () => {
    const prefix = createPrefix()
    const context = await createFixtureContext(open(prefix, through))
    await publishFixture(context, 'shell')
    hiddenFromLists.add('remote-team')
    const id = await publishFixture(context, 'remote-team', { version: '1.0.0' })
    expect(await context.store.list('releases')).toEqual(['shell'])
    expect((await readLiveState(context)).live?.apps['remote-team']?.active).toBe(id)
    expect(await verifyLive(context)).toMatchObject({ ok: true })
    await prune(context)
    hiddenFromLists.clear()
    expect(await verifyLive(context)).toMatchObject({ ok: true, releases: 2 })
  })

  it('refuses a server that overwrites in spite of the condition, before anything is written', async () => {
    const bucket = openS3Bucket(at(createPrefix()))
    const careless = {
      ...bucket,
      putIfUnchanged: async (key: string, _: string | undefined, bytes: Buffer) => (await bucket.put(key, bytes), true),
    }
    const store = createObjectStore({ bucket: '', prefix: '' }, careless)
    const added = store.addFolder('releases/shell/1', new Map([['a', Buffer.from('a')]]))
    await expect(added).rejects.toThrow('[conditional-writes]')
    await expect(store.exclusively(async () => 1)).rejects.toThrow('[conditional-writes]')
    expect((await bucket.listKeys('')).map(({ key }) => key)).toEqual(['probe'])
  })

  it('reports it when an object is not what was written, and when there is no such bucket', async () => {
    const prefix = createPrefix()
    const store = open(prefix)
    await store.addFolder('releases/shell/1', new Map([['a.js', Buffer.from('a')]]))
    const [file] = await openS3Bucket(at(prefix)).listKeys('files/')
    await openS3Bucket(at(prefix)).put(file?.key ?? '', Buffer.from('b'))
    await expect(store.read('releases/shell/1/a.js')).rejects.toThrow('differs from the written file')
    await expect(createObjectStore({ ...at(prefix), bucket: 'no-such-bucket' }).pointer()).rejects.toThrow()
  })
})

const asOfYesterday = <Key extends object>(each: Key) => ({ ...each, ageMs: 25 * 3_600_000 })

/** Stands between store and server: loses an answer, asks twice, or hides a name from lists. */
function startMeddler(
  endpoint: () => string,
  mischief: (method: string, path: string) => Mischief,
  hidden: ReadonlySet<string>,
): Server {
  return createServer((call, answer) => {
    const body: Buffer[] = []
    call.on('data', (chunk: Buffer) => body.push(chunk))
    call.on('end', async () => {
      const { method = 'GET', url = '/', headers } = call
      const what = mischief(method, url)
      const pass = () => passOn(endpoint() + url, method, headers, Buffer.concat(body))
      if (what === 'double') await pass()
      const got = await pass()
      if (what === 'lose') return void answer.destroy()
      let text = got.body
      if (url.includes('list-type'))
        for (const name of hidden)
          text = Buffer.from(
            text
              .toString('utf8')
              .replace(new RegExp(`<CommonPrefixes><Prefix>[^<]*${name}/</Prefix></CommonPrefixes>`), ''),
          )
      const { 'content-length': _length, 'transfer-encoding': _coding, ...others } = got.headers
      answer.writeHead(got.status, { ...others, ...(method === 'HEAD' ? {} : { 'content-length': text.length }) })
      answer.end(text)
    })
  })
}

function passOn(url: string, method: string, headers: import('node:http').IncomingHttpHeaders, body: Buffer) {
  return new Promise<{ status: number; headers: import('node:http').IncomingHttpHeaders; body: Buffer }>(
    (done, failed) => {
      const passed = request(url, { method, headers }, got => {
        const chunks: Buffer[] = []
        got.on('data', (chunk: Buffer) => chunks.push(chunk))
        got.on('end', () => done({ status: got.statusCode ?? 0, headers: got.headers, body: Buffer.concat(chunks) }))
      })
      passed.on('error', failed)
      passed.end(body)
    },
  )
}
