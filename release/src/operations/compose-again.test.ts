import { describe, expect, it } from 'vitest'
import { composeAsBefore } from '../../tests/compose-as-before.ts'
import { createFixtureContext, publishFixture } from '../../tests/fixture-apps.ts'
import { createMemoryStore } from '../../tests/memory-store.ts'
import { composeAgain } from './compose-again.ts'
import { readLiveState } from './live-state.ts'
import { verifyLive } from './verify.ts'

const change = { action: 'publish' as const, why: 'compose has changed' }

async function createLive() {
  const store = createMemoryStore()
  const context = await createFixtureContext(store)
  await publishFixture(context, 'shell')
  await publishFixture(context, 'remote-team', { version: '1.0.0' })
  await publishFixture(context, 'remote-team', { version: '1.1.0' })
  return { store, context }
}

describe('composing again', () => {
  it('keeps a page that is current', async () => {
    const { store, context } = await createLive()
    const before = new Map(store.files)
    expect(await composeAgain(context, change)).toBeUndefined()
    expect(new Map(store.files)).toEqual(before)
  })

  it('makes a generation of the same releases where compose has changed, once', async () => {
    const { store, context } = await createLive()
    const { live: before } = await readLiveState(context)
    await composeAsBefore(context, store.files)
    expect(await verifyLive(context)).toMatchObject({ ok: false })
    expect(await composeAgain(context, change)).toMatchObject({
      live: { number: 4, apps: before?.apps },
      change: { why: 'compose has changed' },
    })
    expect(await verifyLive(context)).toMatchObject({ ok: true, generation: 4 })
    expect(await composeAgain(context, change)).toBeUndefined()
  })

  it('makes one where the setting of overrides differs, and every later one keeps it', async () => {
    const { context } = await createLive()
    const allowing = { ...context, overrides: true }
    expect(await composeAgain(allowing, change)).toMatchObject({ live: { number: 4, overrides: true } })
    expect(await composeAgain(allowing, change)).toBeUndefined()
    await publishFixture(context, 'remote-team', { version: '1.2.0' })
    expect((await readLiveState(context)).live).toMatchObject({ number: 5, overrides: true })
    expect(await composeAgain({ ...context, overrides: false }, change)).toMatchObject({
      live: { number: 6, overrides: false },
    })
    expect(await verifyLive(context)).toMatchObject({ ok: true, generation: 6 })
  })

  it('does not cover a page that a person changed', async () => {
    const { store, context } = await createLive()
    store.files.set('live/3/index.html', Buffer.from('<h1>evil</h1>'))
    expect(await composeAgain(context, change)).toBeUndefined()
    expect(await context.store.pointer()).toBe(3)
  })

  it('has nothing to do before the first release', async () =>
    expect(await composeAgain(await createFixtureContext(), change)).toBeUndefined())
})
