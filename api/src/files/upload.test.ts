// @postgres
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { errorCodes, upload } from '@adcoin/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { makePerson, encodeMultipart, uploadFile, uploadParts, type ServicePerson } from '../testing/people.ts'
import { createRandomId } from '../secrets/create-token.ts'
import { createDiskStore } from '../storage/file-store.ts'
import { film, picture, pictureWithPlace, pixelFlood, pngWith } from '../testing/file-samples.ts'
import { limits } from './limits.ts'

let service: TestService
let port = 0
beforeAll(async () => {
  service = await startTestService()
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  const address = service.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
}, 60_000)
afterAll(async () => {
  await service.stop()
})

const incoming = () =>
  existsSync(join(service.dataDir, 'files/incoming')) ? readdirSync(join(service.dataDir, 'files/incoming')) : []
const filesOf = async (person: ServicePerson) =>
  service.services.database.read.selectFrom('file').selectAll().where('user_id', '=', person.id).execute()

describe('an upload', () => {
  it('answers the kept file, and is shown with headers that make it inert', async () => {
    const ana = await makePerson(service)
    const { code, data } = await uploadFile(service, ana.token, await pictureWithPlace(), 'avatar', 'text/html')
    expect([code, data.mime]).toEqual([0, 'image/jpeg'])
    const shown = await service.app.inject({ url: data.url })
    expect(shown.statusCode).toBe(200)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(shown.rawPayload.includes('SecretPhone')).toBe(false)
    expect((await sharp(shown.rawPayload).metadata()).format).toBe('jpeg')
  })

  it('of a proof is seen by its owner, by a signed link, and by no other person', async () => {
    const [ana, ben] = [await makePerson(service), await makePerson(service)]
    const { data } = await uploadFile(service, ana.token, await picture('webp'))
    const bare = `/files/${data.file_id}`
    const statuses = await Promise.all([
      service.app.inject({ url: data.url }),
      service.app.inject({ url: bare, headers: { 'authorized-key': ana.token } }),
      service.app.inject({ url: bare }),
      service.app.inject({ url: bare, headers: { 'authorized-key': ben.token } }),
      service.app.inject({ url: data.url.replace(/key=(.)/, (_, first) => `key=${first === '_' ? '-' : '_'}`) }),
      service.app.inject({ url: data.url.replace(/until=(\d)/, 'until=9$1') }),
    ])
    expect(statuses.map(response => response.statusCode)).toEqual([200, 200, 404, 404, 404, 404])
    service.forward(25 * 3_600_000)
    expect((await service.app.inject({ url: data.url })).statusCode).toBe(404)
  })

  it('of a film is proof only, and comes back as a download', async () => {
    const ana = await makePerson(service)
    const { code, data } = await uploadFile(service, ana.token, film())
    expect([code, data.mime, data.width]).toEqual([0, 'video/mp4', null])
    const shown = await service.app.inject({ url: data.url })
    expect(shown.headers['content-disposition']).toBe(`attachment; filename="${data.file_id}.mp4"`)
    expect(shown.rawPayload.includes('+51.5000')).toBe(false)
    expect((await uploadFile(service, ana.token, film(), 'avatar')).code).toBe(errorCodes.file_type)
  })
})

describe('what people send instead', () => {
  it.each<[string, () => Promise<Buffer> | Buffer, 'file_type' | 'file_broken' | 'file_size']>([
    ['nothing', () => Buffer.alloc(0), 'file_broken'],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'file_type'],
    ['half a JPEG', async () => (await picture('jpeg', 640, 480)).subarray(0, 900), 'file_broken'],
    ['a pixel flood', () => pixelFlood(), 'file_size'],
    ['a film cut short', () => film().subarray(0, 200), 'file_broken'],
  ])('%s is refused with a named field, and nothing stays', async (_, make, reason) => {
    const ana = await makePerson(service)
    const answer = await uploadFile(service, ana.token, await make())
    expect(answer).toMatchObject({ status: 200, code: errorCodes[reason], fields: { file: reason } })
    expect(await filesOf(ana)).toEqual([])
    expect(incoming()).toEqual([])
  })

  it.each(['../../x.png', 'a.png\u202egnp.html', 'CON', 'x'.repeat(300), 'a"b.png', ''])(
    'a name like %j is ignored',
    async fileName => {
      const ana = await makePerson(service)
      const answer = await uploadParts(service, ana.token, [
        { name: 'purpose', value: 'proof' },
        { name: 'file', fileName: fileName.replace('"', '%22') || 'x', type: 'image/png', bytes: await picture('png') },
      ])
      expect(answer.data.file_id).toMatch(/^[0-9a-f]{32}$/)
    },
  )

  it('malformed parts name what is wrong', async () => {
    const ana = await makePerson(service)
    const file = { name: 'file', fileName: 'a.png', type: 'image/png', bytes: await picture('png') }
    expect(await uploadParts(service, ana.token, [file])).toMatchObject({ code: 400, fields: { purpose: 'required' } })
    expect(await uploadParts(service, ana.token, [{ name: 'purpose', value: 'evil' }, file])).toMatchObject({
      code: 400,
      fields: { purpose: 'invalid' },
    })
    expect(await uploadParts(service, ana.token, [{ name: 'purpose', value: 'proof' }])).toMatchObject({
      code: 400,
      fields: { file: 'required' },
    })
    expect((await uploadParts(service, ana.token, [{ name: 'purpose', value: 'proof' }, file, file])).code).toBe(400)
    expect(await uploadParts(service, ana.token, [{ name: 'user_id', value: '1' }, file])).toMatchObject({
      code: 400,
      fields: { user_id: 'unknown_field' },
    })
    expect((await service.askRaw(upload, { purpose: 'proof' }, { token: ana.token })).code).toBe(400)
    const torn = encodeMultipart([{ name: 'purpose', value: 'proof' }, file])
    const response = await service.app.inject({
      method: 'POST',
      url: upload.path,
      headers: { ...torn.headers, 'authorized-key': ana.token },
      payload: torn.payload.subarray(0, torn.payload.length - 60),
    })
    expect([response.statusCode, response.json<{ code: number }>().code]).toEqual([200, errorCodes.file_broken])
    expect(incoming()).toEqual([])
  })
})

describe('size', () => {
  /** A PNG of exactly so many bytes: sound, with noise that does not compress in a chunk that is dropped. */
  async function pngOf(bytes: number): Promise<Buffer> {
    const overhead = (await pngWith('teST', Buffer.alloc(0))).length
    return pngWith('teST', randomBytes(bytes - overhead))
  }
  const mebibyte = 1024 * 1024

  it('of 10 MiB is taken, one byte more is not, 50 MB is not even read', async () => {
    const ana = await makePerson(service)
    expect((await uploadFile(service, ana.token, await pngOf(10 * mebibyte))).code).toBe(0)
    expect((await uploadFile(service, ana.token, await pngOf(10 * mebibyte + 1))).code).toBe(errorCodes.file_size)
    const result = await sendWithoutEnd(ana, `content-length: ${50_000_000}`)
    expect(result.answer).toContain(String(errorCodes.file_size))
    expect(result.bytesRead).toBeLessThan(5 * mebibyte)
    expect(incoming()).toEqual([])
  })

  it('of a film may be 20 MiB', async () => {
    const ana = await makePerson(service)
    const overhead = film(0).length
    expect((await uploadFile(service, ana.token, film(20 * mebibyte - overhead))).code).toBe(0)
    expect((await uploadFile(service, ana.token, film(20 * mebibyte - overhead + 1))).code).toBe(errorCodes.file_size)
  })

  it('of unknown length is measured: reading ends soon after the limit', async () => {
    const ana = await makePerson(service)
    const result = await sendWithoutEnd(ana, 'transfer-encoding: chunked')
    expect(result.answer).toContain(String(errorCodes.file_size))
    expect(result.bytesRead).toBeGreaterThan(10 * mebibyte)
    expect(result.bytesRead).toBeLessThan(15 * mebibyte)
    await expect.poll(incoming).toEqual([])
  })

  /**
   * Sends noise that begins as a PNG until the service answers: its answer, and how much of the noise it has read by
   * then.
   */
  function sendWithoutEnd(person: ServicePerson, lengthHeader: string): Promise<{ answer: string; bytesRead: number }> {
    const { payload, headers } = encodeMultipart([
      { name: 'purpose', value: 'proof' },
      {
        name: 'file',
        fileName: 'a.png',
        type: 'image/png',
        bytes: Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(64 * 1024, 7)]),
      },
    ])
    const beginning = payload.subarray(0, payload.lastIndexOf('\r\n--', payload.length - 4))
    const framed = (bytes: Buffer) =>
      lengthHeader.includes('chunked')
        ? Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
        : bytes
    const more = framed(Buffer.alloc(64 * 1024, 7))
    return new Promise((resolve, reject) => {
      let read = () => 0
      service.app.server.once('connection', (event: Socket) => void (read = () => event.bytesRead))
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `POST ${upload.path} HTTP/1.1\r\nhost: x\r\nauthorized-key: ${person.token}\r\ncontent-type: ${headers['content-type']}\r\n${lengthHeader}\r\n\r\n`,
        )
        socket.write(framed(beginning))
        send()
      })
      const send = () => {
        while (!socket.destroyed && socket.write(more));
      }
      socket.on('drain', send)
      socket.on('data', data => {
        socket.destroy()
        resolve({ answer: data.toString(), bytesRead: read() })
      })
      socket.on('error', reject)
    })
  }

  it('does not matter when the connection is cut: no file, no row, nothing half received', async () => {
    const ana = await makePerson(service)
    const { payload, headers } = encodeMultipart([
      { name: 'purpose', value: 'proof' },
      { name: 'file', fileName: 'a.png', type: 'image/png', bytes: await pngOf(2 * mebibyte) },
    ])
    await new Promise<void>(resolve => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `POST ${upload.path} HTTP/1.1\r\nhost: x\r\nauthorized-key: ${ana.token}\r\ncontent-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`,
        )
        socket.write(payload.subarray(0, Math.floor(payload.length * 0.9)), () =>
          setTimeout(() => {
            socket.destroy()
            resolve()
          }, 200),
        )
      })
    })
    await expect.poll(incoming).toEqual([])
    expect(await filesOf(ana)).toEqual([])
  })
})

describe('many uploads', () => {
  it('of the same file at once are one file; beyond twenty an hour they are refused', async () => {
    const ana = await makePerson(service)
    const bytes = await picture('jpeg')
    const answers = await Promise.all(Array.from({ length: 40 }, () => uploadFile(service, ana.token, bytes)))
    const taken = answers.filter(answer => answer.code === 0)
    const refused = answers.filter(answer => answer.code === 429)
    expect([taken.length + refused.length, refused.length]).toEqual([40, 20])
    expect(new Set(taken.map(answer => answer.data.file_id)).size).toBe(1)
    expect(refused.every(answer => (answer.retryAfter ?? 0) > 0)).toBe(true)
    expect(await filesOf(ana)).toHaveLength(1)
    expect(incoming()).toEqual([])
  })
})

describe('unused uploads', () => {
  const sweep = async (hours: number) => {
    service.forward(hours * 3_600_000)
    await service.services.jobs.runDue()
  }
  /** The recurring jobs exist once the runner has started. */
  beforeAll(async () => {
    await service.services.jobs.start()
    await service.services.jobs.stop()
  })

  it('are removed after two days unless used; one that is sent again starts over', async () => {
    const ana = await makePerson(service)
    const send = async (purpose: 'avatar' | 'proof', side: number) =>
      (await uploadFile(service, ana.token, await picture('png', side, side), purpose)).data.file_id
    const [avatar, unused] = [await send('avatar', 20), await send('proof', 21)]
    const again = await send('proof', 22)
    await service.services.database.transaction(tx =>
      tx.updateTable('app_user').set({ avatar_file_id: avatar }).where('id', '=', ana.id).execute(),
    )
    const keys = new Map((await filesOf(ana)).map(row => [row.id, row.storage_key]))
    await sweep(47)
    expect(await filesOf(ana)).toHaveLength(3)
    expect(await send('proof', 22)).toBe(again)
    await sweep(2)
    expect((await filesOf(ana)).map(row => row.id).sort()).toEqual([avatar, again].sort())
    expect(await service.services.files.read(keys.get(unused) ?? '')).toBeUndefined()
    expect(await service.services.files.read(keys.get(avatar) ?? '')).toBeDefined()
  })

  it('of one person have a sum; beyond it an upload is refused, others are not', async () => {
    const [ana, ben] = [await makePerson(service), await makePerson(service)]
    await uploadFile(service, ana.token, await picture('png'))
    await service.services.database.transaction(tx =>
      tx
        .updateTable('file')
        .set({ bytes: BigInt(limits.unusedBytes - 100) })
        .where('user_id', '=', ana.id)
        .execute(),
    )
    const another = await picture('png', 30, 30)
    expect(await uploadFile(service, ana.token, another)).toMatchObject({ code: errorCodes.too_many })
    expect(await uploadFile(service, ben.token, another)).toMatchObject({ code: 0 })
    await sweep(49)
    expect(await uploadFile(service, ana.token, another)).toMatchObject({ code: 0 })
  })

  it('that earned nothing have a larger sum, with submitted ones and without accepted ones', async () => {
    const ana = await makePerson(service)
    const { data } = await uploadFile(service, ana.token, await picture('png'))
    const assignment = await service.services.database.transaction(async tx => {
      const task = await tx.selectFrom('task').select('id').limit(1).executeTakeFirstOrThrow()
      const row = {
        public_id: createRandomId(),
        user_id: ana.id,
        task_id: task.id,
        day: '2026-11-28',
        deadline_at: new Date(),
        reward: 1n,
      }
      const { id } = await tx.insertInto('assignment').values(row).returning('id').executeTakeFirstOrThrow()
      const submission = { assignment_id: id, attempt: 1, file_ids: JSON.stringify([data.file_id]) }
      await tx.insertInto('submission').values(submission).execute()
      await tx
        .updateTable('file')
        .set({ bytes: BigInt(limits.unpaidBytes) })
        .where('user_id', '=', ana.id)
        .execute()
      return id
    })
    const upload = async () => (await uploadFile(service, ana.token, await picture('png', 30, 30))).code
    expect(await upload()).toBe(errorCodes.too_many)
    await service.services.database.transaction(tx =>
      tx.updateTable('assignment').set({ review_status: 2 }).where('id', '=', assignment).execute(),
    )
    expect(await upload()).toBe(0)
  })
})

it('sweeps the partial upload of a killed process', async () => {
  const store = createDiskStore(service.dataDir)
  writeFileSync(await store.temporaryPath(), 'half')
  expect(await store.sweep(new Date(Date.now() - 60_000))).toBe(0)
  expect(await store.sweep(new Date(Date.now() + 60_000))).toBe(1)
  expect(incoming()).toEqual([])
})

it.each([
  '/files/../secrets.json',
  '/files/%2e%2e%2fsecrets.json',
  '/files/public/..%2f..%2fpackage.json',
  '/files/public/constructor',
  `/files/${'0'.repeat(32)}`,
  '/files/x',
])('%s is not found', async url => {
  expect((await service.app.inject({ url })).statusCode).toBe(404)
})
