import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFakeS3 } from '../../tests/fake-s3.ts'
import {
  applyWanted,
  createFixtureBuild,
  createFixtureContext,
  makeFreshFolder,
  publishFixture,
  stage,
} from '../../tests/fixture-apps.ts'
import { createMemoryStore } from '../../tests/memory-store.ts'
import { objectServerKeys, type ObjectServer } from '../../tests/object-server.ts'
import { planKeyRevocation, restoreKey, revokeKey } from '../operations/revoke-key.ts'
import { planRenewal } from '../operations/renew.ts'
import { apply } from '../operations/apply.ts'
import { readLiveState } from '../operations/live-state.ts'
import type { ReleaseContext } from '../operations/release-context.ts'
import { verifyLive } from '../operations/verify.ts'
import { readKeyRing, rotateKey, type KeyRing } from '../signing/key-ring.ts'
import { parseTeamKeys } from '../signing/team-keys.ts'
import { createObjectStore } from '../store/objects/object-store.ts'
import type { Store } from '../store/store.ts'
import { createGateway } from './gateway.ts'

const app = 'remote-team'
const idOf = ({ keys }: KeyRing) => keys.find(({ role, state }) => role === app && state === 'active')?.id ?? ''
const withNewKey = async (context: ReleaseContext): Promise<ReleaseContext> => ({
  ...context,
  ring: await rotateKey(context.ring.folder, app, context.now()),
})
const withOwnKeys = async (context: ReleaseContext): Promise<ReleaseContext> => ({
  ...context,
  ring: await readKeyRing(context.ring.folder),
})

const opened: { close(): unknown }[] = []
afterAll(async () => void (await Promise.all(opened.map(gateway => gateway.close()))))

/** A gateway that was given the operators' keys and no other, and asks the store at each request. */
function openGateway(store: Store, { keys, folder, find }: KeyRing, far = {}) {
  const given = keys.filter(({ role }) => role === 'ops')
  const ring = { folder, keys: given, find: (id: string) => (id.startsWith('ops.') ? find(id) : undefined) }
  const gateway = createGateway({ store, ring: async () => ring, services: () => [], pollEveryMs: 0, ...far })
  opened.push(gateway)
  const ask = async (path: string) => (await gateway.inject(path)).statusCode
  return {
    async serves(id: string) {
      await ask('/live.json')
      return (await ask(`/releases/${app}/${id}/entry.js`)) === 200
    },
    health: async () => (await gateway.inject('/healthz')).body,
  }
}

async function revoke(context: ReleaseContext, key: string): Promise<ReleaseContext> {
  await revokeKey(context, await planKeyRevocation(context, key, 'stolen'))
  return withOwnKeys(context)
}

describe.each(['memory', 'bucket'])("a gateway takes the teams' keys with what is live, in a store in %s", kind => {
  let server: ObjectServer
  beforeAll(async () => void (server = await startFakeS3()))
  afterAll(() => server.stop())
  let next = 0
  const open = (): Store =>
    kind === 'memory'
      ? createMemoryStore()
      : createObjectStore({
          ...{ bucket: 'adcoin', prefix: `keys-${next++}/`, endpoint: server.endpoint },
          client: { credentials: objectServerKeys },
        })

  it('rotated, revoked and restored, without a restart and without a new keys.json', async () => {
    const first = await createFixtureContext(open())
    await publishFixture(first, 'shell')
    const old = await publishFixture(first, app, { version: '1.0.0' })
    const gateway = openGateway(first.store, first.ring)
    expect(await gateway.serves(old)).toBe(true)

    const rotated = await withNewKey(first)
    const fresh = await publishFixture(rotated, app, { version: '1.1.0' })
    expect([await gateway.serves(fresh), await gateway.serves(old)]).toEqual([true, true])

    const after = await revoke(rotated, idOf(first.ring))
    expect([await gateway.serves(fresh), await gateway.serves(old)]).toEqual([true, false])
    expect(await openGateway(first.store, first.ring).serves(fresh)).toBe(true)

    await restoreKey(after, idOf(first.ring), 'it was not stolen', true)
    expect(await gateway.serves(old)).toBe(false)
    await restoreKey(after, idOf(first.ring), 'it was not stolen', false)
    expect(await gateway.serves(old)).toBe(true)
    await applyWanted(await withOwnKeys(after), { action: 'promote', release: old, evenIfUnsafe: true })
    expect(await verifyLive(await withOwnKeys(after))).toMatchObject({ ok: true, generation: 6 })
  })

  it('also when it starts while the store is away, from its folder', async () => {
    const first = await createFixtureContext(open())
    await publishFixture(first, 'shell')
    const rotated = await withNewKey(first)
    const fresh = await publishFixture(rotated, app)
    const far = { isFar: true, folder: await makeFreshFolder() }
    expect(await openGateway(first.store, first.ring, far).serves(fresh)).toBe(true)
    const fail = async () => Promise.reject(new Error('away'))
    const away = { ...first.store, read: fail, pointer: fail, list: fail, has: fail }
    // The first one still writes into its folder; the pointer comes last.
    await expect.poll(() => openGateway(away, first.ring, far).serves(fresh), { timeout: 10_000 }).toBe(true)
  })

  it('also a key that signed nothing which is live', async () => {
    const first = await createFixtureContext(open())
    await publishFixture(first, 'shell')
    const { id } = await stage(first, createFixtureBuild(app))
    const gateway = openGateway(first.store, first.ring)
    expect(await gateway.serves(id)).toBe(true)
    await revoke(first, idOf(first.ring))
    expect(await gateway.serves(id)).toBe(false)
  })

  it('a machine with an older keys.json takes no key away and does not trust a revoked one', async () => {
    const stale = await createFixtureContext(open())
    await publishFixture(stale, 'shell')
    const old = await publishFixture(stale, app, { version: '1.0.0' })
    const rotated = await withNewKey(stale)
    const fresh = await publishFixture(rotated, app, { version: '1.1.0' })
    await revoke(rotated, idOf(stale.ring))
    const gateway = openGateway(stale.store, stale.ring)

    await publishFixture(stale, 'remote-wallet')
    expect([await gateway.serves(fresh), await gateway.serves(old)]).toEqual([true, false])
    await expect(applyWanted(stale, { action: 'promote', release: old, evenIfUnsafe: true })).rejects.toThrow(
      'signed by a revoked key',
    )
  })
})

describe('a gateway refuses keys', () => {
  it('that operators did not sign, and keeps those that it has', async () => {
    const store = createMemoryStore()
    const context = await createFixtureContext(store)
    await publishFixture(context, 'shell')
    const old = await publishFixture(context, app, { version: '1.0.0' })
    const gateway = openGateway(store, context.ring)
    expect(await gateway.serves(old)).toBe(true)
    const thief = await createFixtureContext(store)
    const { id } = await stage(thief, createFixtureBuild(app, { version: '6.6.6' }))
    const { planFor } = await planRenewal(context, 'again', false)
    const state = await readLiveState(context)
    await apply(context, planFor(state), state)
    store.files.set('live/3/keys.json', Buffer.from(JSON.stringify({ schema: 1, keys: thief.ring.keys })))
    expect([await gateway.serves(id), await gateway.serves(old)]).toEqual([false, true])
    expect(await gateway.health()).toContain('live/3/keys.json: it differs')
  })

  it('that are older than those it has', async () => {
    const store = createMemoryStore()
    const first = await createFixtureContext(store)
    await publishFixture(first, 'shell')
    const old = await publishFixture(first, app, { version: '1.0.0' })
    const rotated = await withNewKey(first)
    await publishFixture(rotated, app, { version: '1.1.0' })
    await revoke(rotated, idOf(first.ring))
    const gateway = openGateway(store, first.ring)
    expect(await gateway.serves(old)).toBe(false)
    await store.movePointer(4, 2)
    expect(await gateway.serves(old)).toBe(false)
    expect(await gateway.health()).toContain('it was set back')
  })

  it('of operators, who sign what is in the store', async () => {
    const { ring } = await createFixtureContext()
    const text = Buffer.from(JSON.stringify({ schema: 1, keys: ring.keys }))
    expect(parseTeamKeys(text).map(({ role }) => role)).toEqual(['shell', 'remote-team', 'remote-wallet'])
  })
})
