import { describe, expect, it } from 'vitest'
import { createFixtureContext, applyWanted, publishFixture } from '../../tests/fixture-apps.ts'
import { readKeyRing, rotateKey, type KeyRole } from '../signing/key-ring.ts'
import { createMemoryStore } from '../../tests/memory-store.ts'
import { createGateway } from '../gateway/gateway.ts'
import { askGateway } from './ask-gateway.ts'
import { planOperation } from './operations.ts'
import { readLiveState } from './live-state.ts'
import { planKeyRevocation, revokeKey } from './revoke-key.ts'
import type { ReleaseContext } from './release-context.ts'
import { readHistory, readStatus } from './status.ts'
import { verifyLive } from './verify.ts'

const app = 'remote-team'
const idOf = ({ ring }: ReleaseContext, role: KeyRole) => ring.keys.find(key => key.role === role)?.id ?? ''
const withRing = async (context: ReleaseContext): Promise<ReleaseContext> => ({
  ...context,
  ring: await readKeyRing(context.ring.folder),
})
const rotateIn = async (context: ReleaseContext, role: KeyRole) => {
  await rotateKey(context.ring.folder, role, context.now())
  return withRing(context)
}

/** Two releases by the key that is stolen; the returned context has a new key. */
async function createStolenKey(role: KeyRole = app) {
  const first = await createFixtureContext(createMemoryStore())
  await publishFixture(first, 'shell')
  await publishFixture(first, 'remote-wallet')
  const old = [
    await publishFixture(first, app, { version: '1.0.0' }),
    await publishFixture(first, app, { version: '1.1.0' }),
  ]
  return { old, key: idOf(first, role), context: await rotateIn(first, role) }
}

describe('revoking a key', () => {
  it('is proved at gateways that follow, and names one that does not', async () => {
    const { context: first, key } = await createStolenKey()
    const before = await readKeyRing(first.ring.folder)
    const open = async (ring: () => Promise<ReleaseContext['ring']>) => {
      const gateway = createGateway({ store: first.store, ring, services: () => [] })
      await gateway.inject('/live.json')
      return { gateway, url: await gateway.listen({ port: 0, host: '127.0.0.1' }) }
    }
    const [follows, lags] = [await open(() => readKeyRing(first.ring.folder)), await open(async () => before)]
    const context = await rotateIn(first, 'ops')
    const early = await planKeyRevocation(context, key, 'stolen')
    expect((await askGateway(follows.url, early, 0)).trouble).toContain(`still serves ${early.signed[1]}`)
    await publishFixture(context, app, { version: '1.2.0' })
    const found = await planKeyRevocation(context, key, 'stolen')
    await revokeKey(context, found)
    expect(await askGateway(follows.url, found)).toEqual({ url: follows.url, trouble: undefined })
    expect((await askGateway(lags.url, found, 500)).trouble).toContain(`still serves ${found.signed[1]}`)
    expect((await askGateway('http://127.0.0.1:9', found, 0)).trouble).toContain('does not answer')
    await Promise.all([follows, lags].map(({ gateway }) => gateway.close()))
  })

  it('names what it signed and replaces it in one operation; no command is refused afterwards', async () => {
    const { context, key, old } = await createStolenKey()
    const fresh = await publishFixture(context, app, { version: '1.2.0' })
    await applyWanted(context, { action: 'rollback' })
    const found = await planKeyRevocation(context, key, 'stolen')
    expect(found.signed).toEqual(old.map(id => `${app}/${id}`))
    // The fallback of the live one is by the same key; 1.2.0 is by the new one, but was left by the rollback.
    expect(found).toMatchObject({ lost: [app] })
    await applyWanted(context, { action: 'promote', release: fresh, evenIfUnsafe: true })
    const again = await planKeyRevocation(context, key, 'stolen')
    expect(again).toMatchObject({ lost: [], plan: { changes: [] } })
    await revokeKey(context, again)

    const after = await withRing(context)
    expect((await readLiveState(after)).live?.apps[app]).toEqual({ active: fresh, previous: [] })
    expect(await verifyLive(after)).toMatchObject({ ok: true, generation: 8 })
    expect((await readHistory(after))[0]).toMatchObject({ action: 'revoke', why: 'stolen' })
    await expect(
      planOperation(after, await readLiveState(after), { action: 'promote', app, release: old[1] ?? '', why: '' }),
    ).rejects.toThrow('signed by a revoked key')
    // Also what is no longer trusted can be revoked for good.
    await applyWanted(after, { action: 'revoke', release: old[1] ?? '' })
    await publishFixture(after, 'remote-wallet', { version: '2.0.0' })
    expect(await verifyLive(after)).toMatchObject({ ok: true, generation: 10 })
  })

  it('takes out a remote that has nothing else, but never the last shell', async () => {
    const { context, key } = await createStolenKey()
    const found = await planKeyRevocation(context, key, '')
    expect(found.plan?.next.apps[app]).toBeUndefined()
    await revokeKey(context, found)
    expect(Object.keys((await readStatus(await withRing(context))).apps)).toEqual(['shell', 'remote-wallet'])

    const { context: other, key: ofShell } = await createStolenKey('shell')
    await expect(planKeyRevocation(other, ofShell, '')).rejects.toThrow('no shell signed by a trusted key')
  })

  it('by hand or cut short leaves every command at work: the next one takes the release out', async () => {
    const { context, key, old } = await createStolenKey()
    const fresh = await publishFixture(context, app, { version: '1.2.0' })
    await applyWanted(context, { action: 'rollback' })
    // The state after a crash: the key is revoked in keys.json, but the page is the one of before.
    await revokeKey(context, { ...(await planKeyRevocation(context, key, '')), plan: undefined })
    const after = await withRing(context)
    const state = await readLiveState(after)
    expect((await readStatus(after)).distrusted[0]).toContain('signed by a revoked key')
    expect([...state.distrusted.keys()]).toEqual([`${app}/${old[1]}`, `${app}/${old[0]}`])
    expect(await verifyLive(after)).toMatchObject({
      ok: false,
      problems: [{ rule: 'key-revoked' }, { rule: 'key-revoked' }],
    })
    await expect(planOperation(after, state, { action: 'rollback', app, why: '' })).rejects.toThrow(fresh)
    await publishFixture(after, 'remote-wallet', { version: '2.0.0' })
    expect((await readLiveState(after)).live?.apps[app]).toBeUndefined()
    expect(await verifyLive(after)).toMatchObject({ ok: true })
  })

  it('of operators needs another key, which signs the live generation; the history is readable', async () => {
    const first = await createFixtureContext(createMemoryStore())
    await publishFixture(first, 'shell')
    await expect(planKeyRevocation(first, idOf(first, 'ops'), '')).rejects.toThrow('only key')
    const context = await rotateIn(first, 'ops')
    const found = await planKeyRevocation(context, idOf(first, 'ops'), 'lost laptop')
    expect(found.signed).toEqual(['live/1'])
    await revokeKey(context, found)
    const after = await withRing(context)
    expect(await verifyLive(after)).toMatchObject({ ok: true, generation: 2 })
    expect((await readHistory(after)).map(({ why }) => why)).toEqual(['lost laptop', 'fixture 1.0.0'])
  })
})
