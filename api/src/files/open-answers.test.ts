import { EventEmitter, once } from 'node:events'
import { get, type IncomingMessage, type ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makePerson, uploadFile } from '../testing/people.ts'
import { film } from '../testing/file-samples.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { createOpenAnswers } from './open-answers.ts'
import { mostOpen } from './register-files.ts'

describe('open answers', () => {
  const kilobyte = 1024
  const here = { subject: '203.0.113.9', most: 3, isShared: true } as const

  function start() {
    let at = 0
    const open = createOpenAnswers(() => at)
    const answers: { socket: { bytesWritten: number }; destroyed: boolean }[] = []
    return {
      add(limits: Parameters<typeof open.add>[1] = [here]): boolean {
        const answer = Object.assign(new EventEmitter(), {
          socket: { bytesWritten: 0 },
          destroyed: false,
          destroy: () => void (answer.destroyed = true),
        })
        const isOpen = open.add(answer as unknown as ServerResponse, limits)
        if (isOpen) answers.push(answer)
        return isOpen
      },
      close: (index: number) => (answers[index] as unknown as EventEmitter).emit('close'),
      /** Each answer moves by its number of bytes in each second. */
      pass(seconds: number, ...paces: number[]): void {
        for (let second = 1; second <= seconds; second++) {
          at += 1_000
          for (const [index, pace] of paces.entries()) {
            const { socket } = answers[index] ?? {}
            if (socket) socket.bytesWritten += pace
          }
          open.look()
        }
      },
      ended: () => answers.flatMap(({ destroyed }, index) => (destroyed ? [index] : [])),
    }
  }

  it('end where their reader takes less than a slow phone would', () => {
    const { add, pass, ended } = start()
    for (let index = 0; index < 3; index++) add()
    pass(59, 2 * kilobyte, 0, 0.5 * kilobyte)
    expect(ended()).toEqual([])
    pass(10, 2 * kilobyte, 0, 0.5 * kilobyte)
    expect(ended()).toEqual([1, 2])
    pass(600, 2 * kilobyte)
    expect(ended()).toEqual([1, 2])
  })

  it('end where their reader stops after a fast beginning', () => {
    const { add, pass, ended } = start()
    add()
    pass(5, 4096 * kilobyte)
    pass(61, 0)
    expect(ended()).toEqual([0])
  })

  it('make room for another one, the one that moved least lately first', () => {
    const { add, pass, ended } = start()
    for (let index = 0; index < 3; index++) add()
    pass(12, 64 * kilobyte, 0, 64 * kilobyte)
    expect([add(), ended()]).toEqual([true, [1]])
  })

  it('are refused to more readers only while all before them move', () => {
    const { add, close, pass, ended } = start()
    for (let index = 0; index < 3; index++) add()
    pass(12, 64 * kilobyte, 64 * kilobyte, 64 * kilobyte)
    expect([add(), ended()]).toEqual([false, []])
    expect(add([{ subject: '203.0.113.10', most: 3 }])).toBe(true)
    close(1)
    expect(add()).toBe(true)
  })

  it('of one person make no room for more of the same person', () => {
    const { add, pass, ended } = start()
    const person = { subject: 'person 7', most: 1 }
    add([person])
    pass(30, 0)
    expect([add([person]), ended()]).toEqual([false, []])
  })

  it('are not ended for one that another limit refuses', () => {
    const { add, pass, ended } = start()
    const full = { subject: 'all', most: 1 }
    add([here])
    add([here])
    add([here, full])
    pass(12, 0, 0, 64 * kilobyte)
    expect([add([here, full]), ended()]).toEqual([false, []])
  })
})

describe('files that stay unread', () => {
  let service: TestService
  let port: number
  beforeAll(async () => {
    service = await startTestService()
    port = Number(new URL(await service.app.listen({ port: 0, host: '127.0.0.1' })).port)
  }, 60_000)
  afterAll(async () => {
    service.app.server.closeAllConnections()
    await service.stop()
  })

  async function open(path: string): Promise<IncomingMessage> {
    const [answer] = (await once(get({ port, host: '127.0.0.1', path, agent: false }), 'response')) as [IncomingMessage]
    return answer.on('error', () => undefined)
  }

  it('of one person leave those of others alone', async () => {
    const [ana, ben] = [await makePerson(service), await makePerson(service)]
    const sent = [
      await uploadFile(service, ana.token, film(1), 'proof', 'video/mp4'),
      await uploadFile(service, ben.token, film(2), 'proof', 'video/mp4'),
    ]
    const [hers = '', his = ''] = sent.map(({ data }) => data.url)
    // A film whose end never comes, as for a reader that takes nothing.
    vi.spyOn(service.services.files, 'read').mockImplementation(async () => {
      const stream = new PassThrough()
      stream.write('the first of many bytes')
      return { stream, bytes: 1_000_000 }
    })
    const unread = await Promise.all(Array.from({ length: mostOpen.person }, () => open(hers)))
    expect(new Set(unread.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const refused = await open(hers)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10'])
    expect((await open(his)).statusCode).toBe(200)
    unread[0]?.destroy()
    await expect.poll(async () => (await open(hers)).statusCode).toBe(200)
  })
})
