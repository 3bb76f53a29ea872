// @postgres
import {
  apiCodes,
  logout,
  pushKey,
  pushKinds,
  pushState,
  pushSubscribe,
  pushUnsubscribe,
  receiveTask,
  type InboxKind,
  type PushKind,
} from '@adcoin/contract'
import webPush from 'web-push'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addToInbox } from '../inbox/inbox.ts'
import { serveOperation } from '../operator-commands/admin-listener.ts'
import { writeServiceText } from '../refusals/languages.ts'
import { lockPerson } from '../sessions/lock-person.ts'
import { openSession } from '../sessions/session.ts'
import { beginRecurring, makePerson, passTime, type ServicePerson } from '../testing/people.ts'
import { createPushDevice, startPushService } from '../testing/push-service.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { deliver, isPrivate } from './deliver.ts'
import { isPushService } from './push-hosts.ts'
import { mostSubscriptions } from './register-push.ts'

const { publicKey, privateKey } = webPush.generateVAPIDKeys()
let push: Awaited<ReturnType<typeof startPushService>>
let service: TestService
beforeAll(async () => {
  push = await startPushService()
  service = await startTestService({
    env: {
      ...{ PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey, PUSH_CONTACT: 'mailto:push@example.com' },
      PUSH_HOSTS: push.host,
    },
  })
}, 60_000)
afterAll(async () => {
  await service.stop()
  await push.stop()
})
beforeEach(() => {
  push.received.length = 0
  push.answers(() => 201)
})

let devices = 0
/** A browser in which this person is notified of these kinds. */
async function subscribe(person: ServicePerson, kinds: readonly PushKind[] = pushKinds) {
  const device = createPushDevice()
  const endpoint = `https://${push.host}/device/${(devices += 1)}`
  expect(await send(person, endpoint, kinds, device)).toMatchObject({ code: 0 })
  return { ...device, endpoint, path: new URL(endpoint).pathname }
}
const send = (person: ServicePerson, endpoint: string, kinds: readonly PushKind[], device = createPushDevice()) =>
  service.ask(pushSubscribe, { endpoint, ...device.keys, kinds: [...kinds] }, { token: person.token })
const stateOf = async ({ token }: { token: string }, endpoint: string) =>
  (await service.ask(pushState, { endpoint }, { token })).data.kinds
const happen = ({ id }: ServicePerson, kind: InboxKind, ref = 'trail-video') =>
  service.services.database.transaction(tx =>
    addToInbox(tx, id, { kind, at: service.services.now(), ref, amount: 12_345n, title: { en_US: 'Secret title' } }),
  )
const run = () => service.services.jobs.runDue()
const rowsOf = ({ id }: ServicePerson) =>
  service.services.database.read.selectFrom('push_subscription').select('endpoint').where('user_id', '=', id).execute()
const waiting = () =>
  service.services.database.read.selectFrom('job').select('run_at').where('kind', '=', 'push.send').execute()

describe('a push', () => {
  it.each<[InboxKind, PushKind, string]>([
    ['reward_paid', 'paid', '/task/trail-video'],
    ['withdrawal_paid', 'paid', '/withdraw?id=trail-video'],
    ['withdrawal_rejected', 'returned', '/withdraw?id=trail-video'],
    ['payout_failed', 'returned', '/withdraw?id=trail-video'],
    ['proof_rejected', 'rejected', '/task/trail-video'],
    ['appeal_accepted', 'paid', '/task/trail-video'],
    ['appeal_rejected', 'rejected', '/task/trail-video'],
  ])('of %s is of kind %s, without amount or title, and replaces an older one', async (item, kind, path) => {
    const ana = await makePerson(service)
    const device = await subscribe(ana)
    await happen(ana, item)
    await run()
    expect(push.received).toHaveLength(1)
    const [sent] = push.received
    if (!sent) return
    expect(sent).toMatchObject({ path: device.path, topic: kind })
    expect(sent.ttl).toBeGreaterThan(86_000)
    expect(sent.authorization).toMatch(new RegExp(`^vapid t=.*k=${publicKey}`))
    expect(device.read(sent)).toEqual({
      ...{ kind, path },
      title: writeServiceText('en_US', `push.${kind}.title`),
      body: writeServiceText('en_US', `push.${kind}.body`),
    })
  })

  it('is in the language of the account', async () => {
    const ana = await makePerson(service)
    const device = await subscribe(ana)
    for (const language of apiCodes) {
      await service.services.database.transaction(tx =>
        tx.updateTable('app_user').set({ language }).where('id', '=', ana.id).execute(),
      )
      await happen(ana, 'reward_paid')
      await run()
    }
    const titles = push.received.map(sent => device.read(sent).title)
    expect(titles).toEqual(apiCodes.map(language => writeServiceText(language, 'push.paid.title')))
  })

  it('goes to the browsers that want its kind, and of what has no kind to none', async () => {
    const ana = await makePerson(service)
    const [paid] = [await subscribe(ana, ['paid']), await subscribe(ana, ['rejected'])]
    for (const kind of ['reward_paid', 'friend_joined', 'new_device'] as const) await happen(ana, kind)
    await run()
    expect(push.received.map(({ path }) => path)).toEqual([paid.path])
  })

  it('is not sent for what was rolled back', async () => {
    const ana = await makePerson(service)
    await subscribe(ana)
    await service.services.database
      .transaction(async tx => {
        await addToInbox(tx, ana.id, { kind: 'reward_paid', at: service.services.now(), ref: 'trail-video' })
        throw new Error('no')
      })
      .catch(() => undefined)
    await run()
    expect(push.received).toEqual([])
  })
})

describe('a browser', () => {
  it('is offered the key, and returns its kinds until it unsubscribes', async () => {
    const ana = await makePerson(service)
    expect((await service.ask(pushKey, {}, { token: ana.token })).data).toEqual({ public_key: publicKey })
    const { endpoint } = await subscribe(ana, ['paid', 'expiring'])
    expect(await stateOf(ana, endpoint)).toEqual(['paid', 'expiring'])
    await send(ana, endpoint, ['rejected', 'rejected'])
    expect(await stateOf(ana, endpoint)).toEqual(['rejected'])
    for (const _ of [1, 2])
      expect(await service.ask(pushUnsubscribe, { endpoint }, { token: ana.token })).toMatchObject({ code: 0 })
    expect(await stateOf(ana, endpoint)).toEqual([])
  })

  it('belongs to the last person who subscribed it, also for what happened before', async () => {
    const [ana, ben] = [await makePerson(service), await makePerson(service)]
    const { endpoint } = await subscribe(ana)
    await happen(ana, 'reward_paid')
    const bens = createPushDevice()
    await send(ben, endpoint, ['paid'], bens)
    await run()
    expect(push.received).toEqual([])
    expect([await stateOf(ana, endpoint), await stateOf(ben, endpoint)]).toEqual([[], ['paid']])
    await service.ask(pushUnsubscribe, { endpoint }, { token: ana.token })
    await happen(ben, 'reward_paid')
    await run()
    expect(push.received.map(sent => bens.read(sent).kind)).toEqual(['paid'])
  })

  it('is forgotten at the logout, and at any other end of its session', async () => {
    const [ana, ben] = [await makePerson(service), await makePerson(service)]
    await subscribe(ana)
    await happen(ana, 'reward_paid')
    await service.ask(logout, {}, { token: ana.token })
    await run()
    expect([push.received, await rowsOf(ana)]).toEqual([[], []])
    await subscribe(ben)
    await service.services.database.transaction(tx => tx.deleteFrom('session').where('user_id', '=', ben.id).execute())
    expect(await rowsOf(ben)).toEqual([])
  })

  it('gets nothing once its session is idle for too long', async () => {
    const ana = await makePerson(service)
    await subscribe(ana)
    service.forward(15 * 86_400_000)
    await happen(ana, 'reward_paid')
    await run()
    expect(push.received).toEqual([])
  })

  it('is one of ten of a person: the oldest goes', async () => {
    const ana = await makePerson(service)
    const endpoints: string[] = []
    for (let index = 0; index <= mostSubscriptions; index += 1) {
      service.forward(1000)
      endpoints.push((await subscribe(ana)).endpoint)
    }
    expect((await rowsOf(ana)).map(({ endpoint }) => endpoint).toSorted()).toEqual(endpoints.slice(1).toSorted())
  })

  it('has keys that a message can be encrypted for', async () => {
    const ana = await makePerson(service)
    const endpoint = `https://${push.host}/bad`
    const good = createPushDevice().keys
    const bad = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url')
    for (const [keys, field] of [
      [{ ...good, p256dh: bad }, 'p256dh'],
      [{ ...good, p256dh: 'BA' }, 'p256dh'],
      [{ ...good, auth: 'AAAA' }, 'auth'],
    ] as const) {
      const answer = await service.ask(pushSubscribe, { endpoint, ...keys, kinds: ['paid'] }, { token: ana.token })
      expect(answer.fields).toEqual({ [field]: 'invalid' })
    }
  })
})

describe('a push service', () => {
  it.each([404, 410])('that answers %i is not asked again: the browser is forgotten', async status => {
    const ana = await makePerson(service)
    await subscribe(ana)
    push.answers(() => status)
    await happen(ana, 'reward_paid')
    await run()
    expect([push.received.length, await rowsOf(ana), await waiting()]).toEqual([1, [], []])
  })

  it.each([500, 429, 302])('that answers %i is asked again later each time, then no more', async status => {
    const ana = await makePerson(service)
    await subscribe(ana)
    push.answers(() => status)
    await happen(ana, 'reward_paid')
    await run()
    const gaps: number[] = []
    for (let retries = await waiting(); retries.length > 0; retries = await waiting()) {
      const ms = Number(retries[0]?.run_at) - Number(service.services.now())
      gaps.push(Math.round(ms / 1000))
      service.forward(ms + 1)
      await run()
    }
    expect(gaps[0]).toBe(5)
    expect(gaps.every((gap, index) => index === 0 || gap >= (gaps[index - 1] ?? 0))).toBe(true)
    expect(push.received.length).toBeGreaterThan(4)
    expect(push.received.length).toBeLessThan(12)
    expect(await rowsOf(ana)).toHaveLength(1)
  })

  it('that works again gets the push', async () => {
    const ana = await makePerson(service)
    const device = await subscribe(ana)
    push.answers(() => 503)
    await happen(ana, 'proof_rejected')
    await run()
    push.answers(() => 201)
    await passTime(service, 6)
    expect(push.received.map(sent => device.read(sent).kind)).toEqual(['rejected', 'rejected'])
    expect(await waiting()).toEqual([])
  })

  it('that hangs delays neither other jobs nor the database', async () => {
    const ana = await makePerson(service)
    const hung = [await subscribe(ana), await subscribe(ana)]
    push.answers(path => (hung.some(device => device.path === path) ? undefined : 201))
    await service.services.jobs.start()
    await happen(ana, 'reward_paid')
    await vi.waitFor(() => expect(push.received).toHaveLength(2), 10_000)
    const { database, messages } = service.services
    await database.transaction(tx =>
      messages.send(tx, { channel: 'email', dest: 'ana@push.example', template: 'passkey_added', language: 'en_US' }),
    )
    const stateOfMail = () =>
      database.read.selectFrom('outbox').select('state').where('dest', '=', 'ana@push.example').executeTakeFirst()
    await vi.waitFor(async () => expect(await stateOfMail()).toEqual({ state: 'sent' }), 8_000)
    await service.services.jobs.stop()
    await database.transaction(tx => tx.deleteFrom('job').where('kind', '=', 'push.send').execute())
  }, 30_000)

  it('has so long to answer, and must not have a private address', async () => {
    push.answers(() => undefined)
    const message = { endpoint: `https://${push.host}/late`, headers: {}, body: Buffer.from('x') }
    await expect(deliver({ ...message, isOwn: true }, { timeoutMs: 200 })).rejects.toThrow(/abort|time/i)
    await expect(deliver({ ...message, isOwn: false })).rejects.toThrow('localhost has a private address')
  })

  it.each([
    ...['10.1.2.3', '127.0.0.1', '169.254.169.254', '172.20.0.1', '192.168.1.1', '100.64.0.1', '0.0.0.0'],
    ...['::1', '::', 'fd00::1', 'fe80::1', '::ffff:10.0.0.1', '64:ff9b::a00:1'],
  ])('at %s is at a private address', address => expect(isPrivate(address)).toBe(true))

  it.each(['142.250.1.1', '2a00:1450:4001::1'])('at %s is at a public address', address =>
    expect(isPrivate(address)).toBe(false),
  )

  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://eu.updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://par02p.notify.windows.com/w/?token=abc',
    'https://own.example:8443/abc',
  ])('is known: %s', endpoint => expect(isPushService(endpoint, ['own.example:8443'])).toBe(true))

  it.each([
    'https://127.0.0.1/abc',
    'https://[::1]/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://evil.example/fcm.googleapis.com',
    'https://evilfcm.googleapis.com/abc',
    'https://push.apple.com.evil.example/abc',
    'https://evil.example#.push.apple.com',
    'https://fcm.googleapis.com:8443/abc',
    'https://fcm.googleapis.com@evil.example/abc',
    'https://user@fcm.googleapis.com/abc',
    'https://own.example/abc',
    'http://fcm.googleapis.com/abc',
  ])('is refused: %s', async endpoint => {
    expect(isPushService(endpoint, ['own.example:8443'])).toBe(false)
    const ana = await makePerson(service)
    expect((await send(ana, endpoint, ['paid'])).fields).toEqual({ endpoint: 'invalid' })
  })
})

describe('a task whose proof is due soon', () => {
  it('is announced once, two hours before, to the browsers that want it', async () => {
    const [ana, ben] = [await makePerson(service), await makePerson(service)]
    const device = await subscribe(ana, ['expiring'])
    await subscribe(ben, ['paid'])
    for (const { token } of [ana, ben]) await service.ask(receiveTask, { task_id: 'leafy-friend' }, { token })
    const { deadline_at } = await service.services.database.read
      .selectFrom('assignment')
      .select('deadline_at')
      .where('user_id', '=', ana.id)
      .executeTakeFirstOrThrow()
    const untilMs = Number(deadline_at) - Number(service.services.now())
    await beginRecurring(service, 'push.expiring')
    await passTime(service, untilMs / 1000 - 7260)
    expect(push.received).toEqual([])
    await passTime(service, 360)
    await passTime(service, 360)
    expect(push.received.map(({ path }) => path)).toEqual([device.path])
    const [sent] = push.received
    if (!sent) return
    expect(device.read(sent)).toMatchObject({ kind: 'expiring', path: '/task/leafy-friend' })
    expect(sent.ttl).toBeLessThanOrEqual(7200)
    expect(sent.ttl).toBeGreaterThan(6000)
  })
})

describe('the keys', () => {
  it('are made by a command, as a pair that the service accepts', async () => {
    const made = await serveOperation(service.services, ['push-keys'], {}, 'olga')
    const keys = made.data as Record<'PUSH_PUBLIC_KEY' | 'PUSH_PRIVATE_KEY', string>
    const other = await startTestService({ env: { ...keys, PUSH_CONTACT: 'https://adcoin.example/contact' } })
    const ana = await makePerson(other)
    const { data } = await other.ask(pushKey, {}, { token: ana.token })
    await other.stop()
    expect(data).toEqual({ public_key: keys.PUSH_PUBLIC_KEY })
    const audit = await service.services.database.read
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'push-keys')
      .execute()
    expect(JSON.stringify(audit)).not.toContain(keys.PUSH_PRIVATE_KEY)
  })

  it('are needed: without them nothing is offered, stored or sent', async () => {
    const other = await startTestService()
    const ana = await makePerson(other)
    const token = { token: ana.token }
    expect((await other.ask(pushKey, {}, token)).data).toEqual({ public_key: null })
    const endpoint = 'https://fcm.googleapis.com/fcm/send/abc'
    const answer = await other.ask(pushSubscribe, { endpoint, ...createPushDevice().keys, kinds: ['paid'] }, token)
    expect(answer.key).toBe('unavailable')
    expect((await other.ask(pushState, { endpoint }, token)).data).toEqual({ kinds: [] })
    await other.stop()
  })
})

it('a session that was opened again does not inherit the browser of the old one', async () => {
  const ana = await makePerson(service)
  const { endpoint } = await subscribe(ana)
  const { token } = await service.services.database.transaction(async tx =>
    openSession(tx, await lockPerson(tx, ana.id), 'email', { ip: '127.0.0.1', userAgent: 'b' }, service.services.now()),
  )
  expect(await stateOf({ token }, endpoint)).toEqual([])
})
