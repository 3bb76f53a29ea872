// @postgres
import { inboxList, inboxRead, logout } from '@adcoin/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePerson, type ServicePerson } from '../testing/people.ts'
import { openInboxStream, type OpenStream } from '../testing/inbox-stream.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { addToInbox } from './inbox.ts'
import { mostMissed } from './streams.ts'
import { unreadBytes } from './stream.ts'
import { mostStreams } from './open-streams.ts'

let service: TestService
let origin: string
const open: OpenStream[] = []
beforeAll(async () => {
  service = await startTestService()
  origin = await service.app.listen({ port: 0, host: '127.0.0.1' })
}, 60_000)
afterAll(async () => {
  for (const stream of open) stream.cut()
  await service.stop()
})

const stream = async (person: ServicePerson, headers: Record<string, string> = {}) => {
  const opened = await openInboxStream(origin, person.token, headers)
  open.push(opened)
  return opened
}
const happen = (person: ServicePerson, amount: bigint) =>
  service.services.database.transaction(tx =>
    addToInbox(tx, person.id, {
      kind: 'reward_paid',
      at: service.services.now(),
      amount,
      ref: 'trail-video',
      title: { en_US: 'Trail video', zh_TW: '步道影片' },
    }),
  )
const listOf = async (person: ServicePerson) => (await service.ask(inboxList, {}, { token: person.token })).data

describe('the inbox', () => {
  it('lists the newest first, page by page, in the language of the caller', async () => {
    const ana = await makePerson(service)
    for (const amount of [1n, 2n, 3n]) await happen(ana, amount)
    const first = await service.ask(inboxList, { limit: '2' }, { token: ana.token, lang: 'zh_TW' })
    expect(first.data).toMatchObject({ unread: 3, has_more: true })
    expect(first.data.list).toMatchObject([
      { id: '3', kind: 'reward_paid', amount: '3', title: '步道影片', ref: 'trail-video', is_read: false },
      { id: '2', amount: '2' },
    ])
    const rest = await service.ask(
      inboxList,
      { limit: '2', cursor: first.data.next_cursor ?? '' },
      { token: ana.token },
    )
    expect(rest.data.list.map(item => item.id)).toEqual(['1'])
  })

  it('marks one as read, or everything up to one, and never what another person has', async () => {
    const [ana, ben] = [await makePerson(service), await makePerson(service)]
    for (const amount of [1n, 2n, 3n]) await happen(ana, amount)
    await happen(ben, 1n)
    const read = (person: ServicePerson, id: string, older = false) =>
      service.ask(inboxRead, { id, older }, { token: person.token })
    expect((await read(ana, '3')).data).toEqual({ unread: 2 })
    expect((await read(ana, '2', true)).data).toEqual({ unread: 0 })
    expect((await listOf(ana)).list.every(item => item.is_read)).toBe(true)
    expect(await listOf(ben)).toMatchObject({ unread: 1 })
    expect((await read(ben, '2')).key).toBe('not_found')
    expect((await read(ben, 'x')).fields).toEqual({ id: 'invalid' })
  })

  it('holds nothing of what was rolled back', async () => {
    const ana = await makePerson(service)
    await service.services.database
      .transaction(async tx => {
        await addToInbox(tx, ana.id, { kind: 'friend_joined', at: new Date() })
        throw new Error('no')
      })
      .catch(() => undefined)
    expect(await listOf(ana)).toMatchObject({ list: [], unread: 0 })
  })
})

describe('the stream', () => {
  it('begins with the current state, and sends each event as it happens, in order', async () => {
    const ana = await makePerson(service)
    await happen(ana, 1n)
    const { next, headers } = await stream(ana)
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    expect(await next()).toMatchObject({ id: '1', data: { item: null, unread: 1, balance: { amount: '0' } } })
    await Promise.all(Array.from({ length: 20 }, (_, index) => happen(ana, BigInt(index + 1))))
    for (let id = 2; id <= 21; id += 1) expect(await next()).toMatchObject({ id: String(id) })
  })

  it('goes on after a cut with what was missed, nothing lost and nothing twice', async () => {
    const ana = await makePerson(service)
    const first = await stream(ana)
    await first.next()
    await happen(ana, 1n)
    const { id } = await first.next()
    first.cut()
    await happen(ana, 2n)
    await happen(ana, 3n)
    const second = await stream(ana, { 'last-event-id': id })
    expect(await second.next()).toMatchObject({ id: '1', data: { item: null, unread: 3 } })
    expect(await second.next()).toMatchObject({ id: '2', data: { item: { id: '2', amount: '2' } } })
    expect(await second.next()).toMatchObject({ id: '3', data: { item: { id: '3' } } })
    await happen(ana, 4n)
    expect(await second.next()).toMatchObject({ id: '4' })
  })

  it('sends the current state to a client that missed too much', async () => {
    const ana = await makePerson(service)
    for (let index = 0; index <= mostMissed; index += 1) await happen(ana, 1n)
    const { next } = await stream(ana, { 'last-event-id': '0' })
    expect(await next()).toMatchObject({ id: String(mostMissed + 1), data: { item: null } })
    await happen(ana, 9n)
    expect(await next()).toMatchObject({ data: { item: { amount: '9' } } })
  })

  it('is no other person’s: another number begins at one’s own end, and no token gets none', async () => {
    const [ana, ben] = [await makePerson(service), await makePerson(service)]
    for (const amount of [1n, 2n]) await happen(ana, amount)
    const { next } = await stream(ben, { 'last-event-id': '2' })
    expect(await next()).toMatchObject({ id: '0', data: { item: null, unread: 0 } })
    await happen(ana, 3n)
    await happen(ben, 7n)
    expect(await next()).toMatchObject({ id: '1', data: { item: { amount: '7' } } })
    for (const token of ['', 'x'.repeat(43)])
      await expect(openInboxStream(origin, token)).rejects.toMatchObject({ body: { code: 401 } })
  })

  it('ends with its session at once, and reports it', async () => {
    const ana = await makePerson(service)
    const { next, ended } = await stream(ana)
    await next()
    await service.ask(logout, {}, { token: ana.token })
    expect(await next()).toMatchObject({ event: 'ended' })
    await ended
  })

  it('drops a reader who does not read, and serves the others', async () => {
    const ana = await makePerson(service)
    const [slow, quick] = [await stream(ana), await stream(ana)]
    slow.pause()
    await quick.next()
    // A browser whose window of the network is full: what is written stays here.
    const large = { en_US: 'x'.repeat(unreadBytes * 8) }
    for (let id = 1; id <= 20; id += 1) {
      await service.services.database.transaction(tx =>
        addToInbox(tx, ana.id, { kind: 'reward_paid', at: new Date(), title: large }),
      )
      expect((await quick.next()).id).toBe(String(id))
    }
    slow.resume()
    await slow.ended
  }, 30_000)

  it('keeps a few for each session: the oldest goes', async () => {
    const ana = await makePerson(service)
    const streams: OpenStream[] = []
    for (let index = 0; index <= mostStreams.session; index += 1) {
      streams.push(await stream(ana))
      await streams[index]?.next()
    }
    await streams[0]?.ended
    await happen(ana, 5n)
    for (const { next } of streams.slice(1)) expect(await next()).toMatchObject({ data: { item: { amount: '5' } } })
  })
})
