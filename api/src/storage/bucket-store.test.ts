// @postgres
import { existsSync, readdirSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../log.ts'
import { hasObjectServer, startObjectServer } from '../testing/object-server.ts'
import { makePerson, uploadFile } from '../testing/people.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { createBucketStore } from './bucket-store.ts'
import { picture } from '../testing/file-samples.ts'
import { createFileId } from './file-store.ts'

type Mischief = 'pass' | 'lose' | 'twice' | 'change' | 'refuse'

describe.skipIf(!hasObjectServer)('uploads in a bucket, on a server of its own', { timeout: 120_000 }, () => {
  let server: Awaited<ReturnType<typeof startObjectServer>>
  let service: TestService
  let proxy: Server
  let through = ''
  const mischief: Mischief[] = []
  beforeAll(async () => {
    server = await startObjectServer()
    for (const [name, value] of Object.entries(server.env)) vi.stubEnv(name, value)
    proxy = meddler(server.env.FILES_STORE_ENDPOINT, () => mischief.shift() ?? 'pass')
    await new Promise<void>(done => proxy.listen(0, '127.0.0.1', done))
    through = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    service = await startTestService({ env: server.env })
  }, 180_000)
  beforeEach(() => void mischief.splice(0))
  afterAll(async () => {
    vi.unstubAllEnvs()
    proxy.close().closeAllConnections()
    await service.stop()
    await server.stop()
  }, 60_000)

  const store = (endpoint = server.env.FILES_STORE_ENDPOINT) =>
    createBucketStore({ bucket: 'adcoin', prefix: 'uploads/', endpoint }, service.dataDir, createLog('silent'))
  const key = () => `${createFileId()}.webp`
  const read = async (name: string, from = store()) => {
    const found = await from.read(name)
    return found && { bytes: await buffer(found.stream), length: found.bytes }
  }

  it('stores, returns and removes a picture, and leaves nothing on the disk', async () => {
    const ana = await makePerson(service)
    const { code, data } = await uploadFile(service, ana.token, await picture('jpeg'), 'avatar', 'image/jpeg')
    expect(code).toBe(0)
    const shown = await service.app.inject({ url: data.url })
    expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload.length]).toEqual([
      200,
      'image/jpeg',
      data.bytes,
    ])
    const folder = join(service.dataDir, 'files')
    expect(existsSync(folder) ? readdirSync(folder).filter(name => name !== 'incoming') : []).toEqual([])
    expect(readdirSync(join(folder, 'incoming'))).toEqual([])
    await store().remove(`${data.file_id}.jpg`)
    await store().remove(`${data.file_id}.jpg`)
    expect((await service.app.inject({ url: data.url })).statusCode).toBe(404)
  })

  it.each(['lose', 'twice'] as const)('is whole when the network does this to the first answers: %s', async how => {
    const name = key()
    mischief.push(how, how)
    await store(through).put(name, Buffer.from('a picture'))
    mischief.push(how)
    expect(await read(name, store(through))).toEqual({ bytes: Buffer.from('a picture'), length: 9 })
  })

  it('refuses bytes that changed on the way in, and fails reads of changed bytes', async () => {
    const name = key()
    mischief.push('change', 'change', 'change', 'change')
    await expect(store(through).put(name, Buffer.from('a picture'))).rejects.toMatchObject({ key: 'unavailable' })
    mischief.length = 0
    expect(await read(name)).toBeUndefined()
    await store().put(name, Buffer.from('a picture'))
    mischief.push('change')
    await expect(read(name, store(through))).rejects.toThrow('not what was written')
  })

  it('fails while the bucket does not answer, keeps no partial object, and recovers', async () => {
    const ben = await makePerson(service)
    const bytes = await picture('png')
    mischief.push(...Array.from({ length: 4 }, () => 'refuse' as const))
    await expect(store(through).put(key(), bytes)).rejects.toMatchObject({ key: 'unavailable' })
    server.kill()
    await vi.waitFor(
      async () => expect((await uploadFile(service, ben.token, bytes, 'avatar', 'image/png')).code).toBe(0),
      { timeout: 60_000, interval: 500 },
    )
    const rows = await service.services.database.read
      .selectFrom('file')
      .select('storage_key')
      .where('user_id', '=', ben.id)
      .execute()
    expect(rows).toHaveLength(1)
    expect(await read(rows[0]?.storage_key ?? '')).toBeDefined()
  })

  it('comes back from a copy of the stopped server’s volume, with what was kept before the copy', async () => {
    const [before, after] = [key(), key()]
    await store().put(before, Buffer.from('kept'))
    const ms = await server.restore(() => store().put(after, Buffer.from('too late for the copy')))
    console.log(`the object store from a copy of its volume in ${(ms / 1000).toFixed(1)} s`)
    expect(await read(before)).toEqual({ bytes: Buffer.from('kept'), length: 4 })
    expect(await read(after)).toBeUndefined()
    await store().put(after, Buffer.from('anew'))
    expect(await read(after)).toEqual({ bytes: Buffer.from('anew'), length: 4 })
  })

  it('takes no key that is not ours', async () => {
    await expect(store().read('../secrets.json')).rejects.toThrow('not ours')
  })
})

/** Stands between service and server: loses answers, sends requests twice, changes a byte, or refuses. */
function meddler(endpoint: string, mischief: () => Mischief): Server {
  const { hostname, port } = new URL(endpoint)
  return createServer(async (incoming, answer) => {
    const how = mischief()
    let body: Buffer = await buffer(incoming)
    if (how === 'refuse') return void incoming.socket.destroy()
    if (how === 'change' && incoming.method === 'PUT') body = changed(body)
    const send = () =>
      new Promise<void>((done, failed) => {
        const call = request({
          hostname,
          port,
          path: incoming.url,
          method: incoming.method,
          headers: incoming.headers,
        })
        call.once('error', failed).once('response', async reply => {
          let bytes: Buffer = await buffer(reply)
          if (how === 'lose') incoming.socket.destroy()
          if (how === 'change' && incoming.method === 'GET') bytes = changed(bytes)
          if (!answer.writableEnded && !incoming.socket.destroyed)
            answer.writeHead(reply.statusCode ?? 500, reply.headers).end(bytes)
          done()
        })
        call.end(body)
      })
    await send()
    if (how === 'twice') await send()
  })
}

const changed = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])])
