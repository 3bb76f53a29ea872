import { describe, expect, it } from 'vitest'
import { createFixtureBuild, createFixtureContext, applyWanted, publishFixture } from '../../../tests/fixture-apps.ts'
import { createMemoryObjects, createMovedClock } from '../../../tests/moved-clock.ts'
import { createLiveSource } from '../../gateway/live-source.ts'
import { readLiveState } from '../../operations/live-state.ts'
import { pack, publishLive } from '../../operations/publish.ts'
import { verifyLive } from '../../operations/verify.ts'
import { Refused } from '../../refusal.ts'
import { systemClock, type Clock } from './lease.ts'
import { createObjectStore } from './object-store.ts'

const nowhere = { bucket: '', prefix: '' }
const because = { action: 'rollback' } as const

/**
 * Two operators on one bucket, with a shell and two releases live; the requests of `slow` arrive when the test lets
 * them.
 */
async function createTwoOperators(clock: Clock) {
  const { objects, bucket } = createMemoryObjects(clock)
  let lateMs = 0
  const open = (late: () => number) => createObjectStore(nowhere, bucket(late), clock)
  const context = await createFixtureContext(open(() => 0))
  const slow = { ...context, store: open(() => lateMs), by: 'slow' }
  await publishFixture(context, 'shell')
  await publishFixture(context, 'remote-team', { version: '1.0.0' })
  await publishFixture(context, 'remote-team', { version: '1.1.0' })
  return { objects, context, slow, open, setLate: (ms: number) => (lateMs = ms) }
}

describe('a writer whose requests are late', () => {
  // Before, its late deletes took away the number that the other one had made live meanwhile.
  it.each([
    ['first write', 9_000, 'addFolder'],
    ['first write', 12_000, 'addFolder'],
    ['pointer', 12_000, 'movePointer'],
  ] as const)(
    'from its %s on by %i ms goes live alone or not at all, and harms nothing of the next one',
    async (_, ms, step) => {
      const clock = createMovedClock()
      const { objects, context, slow, open, setLate } = await createTwoOperators(clock)
      const late = Promise.withResolvers<void>()
      const store = {
        ...slow.store,
        [step]: async (...given: never[]) => {
          setLate(ms)
          late.resolve()
          return (slow.store[step] as (...all: never[]) => Promise<boolean>)(...given)
        },
      }
      const state = await readLiveState(context)
      const first = applyWanted({ ...slow, store }, because, state).then(
        ({ live }) => live.number,
        (error: unknown) => error,
      )
      await clock.until(late.promise)
      // A late beat may still hold the lease: then the operator repeats as the refusal asks, and the slow one may even
      // be first.
      const repeatOnConflict = async (): Promise<number> => {
        try {
          return (await applyWanted(context, because, state)).live.number
        } catch (error) {
          if (error instanceof Refused && error.refusals[0]?.rule === 'one-at-a-time') return repeatOnConflict()
          throw error
        }
      }
      const second = repeatOnConflict().catch((error: unknown) => error)
      const ends = await clock.until(Promise.all([first, second]))
      const [live, ...more] = ends.filter(each => typeof each === 'number')
      expect([more, ends.filter(each => each instanceof Refused)]).toEqual([[], [expect.anything()]])
      const before = [...objects.keys()].filter(key => !key.startsWith('files/'))
      await clock.until(clock.sleep(60_000))
      expect([...objects.keys()].filter(key => !key.startsWith('files/'))).toEqual(before)
      expect(await context.store.pointer()).toBe(live)
      expect(await verifyLive(context)).toMatchObject({ ok: true, generation: live })
      expect(
        (
          await createLiveSource(
            open(() => 0),
            async () => context.ring,
          ).now()
        )?.generation,
      ).toBe(live)
    },
  )

  it('by 4 s at every request keeps its lease and goes live', async () => {
    const clock = createMovedClock()
    const { context, slow, setLate } = await createTwoOperators(clock)
    const state = await readLiveState(context)
    setLate(4_000)
    expect((await clock.until(applyWanted(slow, because, state))).live.number).toBe(4)
  })
})

describe('two teams that publish at once', () => {
  const publish = (
    context: Awaited<ReturnType<typeof createFixtureContext>>,
    state: Parameters<typeof publishLive>[1],
    app: string,
    version: string,
  ) =>
    publishLive(context, state, [pack(context, createFixtureBuild(app, { version }))], {
      action: 'publish',
      why: 'at once',
    })

  it('both succeed where their apps differ; of one app only the first does', async () => {
    const { context, slow } = await createTwoOperators(systemClock)
    const state = await readLiveState(context)
    const both = [publish(context, state, 'remote-team', '2.0.0'), publish(slow, state, 'remote-wallet', '1.0.0')]
    const made = await Promise.all(both)
    expect(made.map(({ live }) => live.number).sort()).toEqual([4, 5])
    const { live } = await readLiveState(context)
    expect(live?.apps['remote-team']?.active).toMatch(/^2\.0\.0-/)
    expect(live?.apps['remote-wallet']?.active).toMatch(/^1\.0\.0-/)

    await expect(publish(context, state, 'remote-team', '2.1.0')).rejects.toThrow('another operation went live first')
    // A new shell changes what the smoke test saw.
    const seen = await readLiveState(context)
    await publish(context, seen, 'shell', '2.0.0')
    await expect(publish(slow, seen, 'remote-wallet', '2.0.0')).rejects.toThrow('another operation went live first')
    expect(await verifyLive(context)).toMatchObject({ ok: true, generation: 6 })
  })
})
