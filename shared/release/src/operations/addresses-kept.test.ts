import { HealthAnswer } from '@adcoin/contract'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { builtFixture, fixtureSite, publishFixture, stage } from '../../tests/fixture-apps.ts'
import { done, planned } from '../operations-page/release-operations.ts'
import { goLive } from './go-live.ts'
import { judgeCanaries } from './judge-canaries.ts'
import { readLiveState } from './live-state.ts'
import { apply, planOperation, type Operation } from './operations.ts'
import { planRetirement } from './plan-rollback.ts'
import type { ReleaseContext } from './site.ts'

const app = 'remote-team'
const routes = (...paths: string[]) => ({
  manifest: { routes: paths.map(path => ({ path, title: 'titles.one' })) },
  build: { preload: {} },
})
type Wanted = Operation extends infer Each ? (Each extends Operation ? Omit<Each, 'app' | 'why'> : never) : never

async function operate(site: ReleaseContext, operation: Wanted) {
  const state = await readLiveState(site)
  return apply(site, await planOperation(site, state, { app, why: 'test', ...operation }), state)
}
const active = async (site: ReleaseContext) => (await readLiveState(site)).live?.apps[app]?.active

/** A live release with an address that the one before it and the staged one after it lack. */
async function withAddress() {
  const site = await fixtureSite()
  await publishFixture(site, 'shell')
  const before = await publishFixture(site, app, { version: '1.0.0', ...routes('/team') })
  const live = await publishFixture(site, app, { version: '1.1.0', ...routes('/team', '/invite') })
  const { id } = await stage(site, builtFixture(app, { version: '1.2.0', ...routes('/team') }))
  return { site, before, live, fewer: id }
}

const refusal = /\/invite: the live release 1\.1\.0-\w+ has this address, the new one has not \[routes-kept\]/

it.each<[string, (site: ReleaseContext, release: string) => Promise<unknown>]>([
  ['promote', (site, release) => operate(site, { action: 'promote', release })],
  ['promote of the newest', site => operate(site, { action: 'promote' })],
  ['a canary', (site, release) => operate(site, { action: 'canary', release, share: 10 })],
  ['the plan of the operations page', (site, release) => planned(site, { action: 'promote', app, release })],
  ['a press on the operations page', (site, release) => done(site, { action: 'promote', app, release }, 'test', 3)],
  ['a canary of the operations page', (site, release) => planned(site, { action: 'canary', app, release, share: 10 })],
])('%s takes no address from people', async (_, act) => {
  const { site, live, fewer } = await withAddress()
  await expect(act(site, fewer)).rejects.toThrow(refusal)
  expect([await site.store.pointer(), await active(site)]).toEqual([3, live])
})

it('an operator may accept that an address is gone', async () => {
  const { site, fewer } = await withAddress()
  await operate(site, { action: 'promote', release: fewer, evenIfUnsafe: true })
  expect(await active(site)).toBe(fewer)
})

it('the judge promotes no candidate that lacks an address, also where operators accepted the canary', async () => {
  const { site, live, fewer } = await withAddress()
  await operate(site, { action: 'canary', release: fewer, share: 50, evenIfUnsafe: true })
  const counts = { app, generation: 4, outcome: 'mounted', known: true, step: 24, count: 100 }
  const buckets = Array.from({ length: 60 }, (_, at) => `2026-01-01T00:${String(at).padStart(2, '0')}:00.000Z`).flatMap(
    minute => [
      { minute, ...counts, release: live, group: 'rest' },
      { minute, ...counts, release: fewer, group: 'canary' },
    ],
  )
  const answer = v.parse(HealthAnswer, { now: '2026-01-01T01:00:00.000Z', isCut: false, buckets })
  const [verdict] = await judgeCanaries(site, async () => ({ answer }))
  expect(verdict).toMatchObject({ decision: 'wait', why: expect.stringMatching(/^it would promote .*was refused/s) })
  expect(verdict?.why).toMatch(refusal)
  expect(await active(site)).toBe(live)
})

it('what takes a release away is never refused for its addresses', async () => {
  const rolledBack = await withAddress()
  await operate(rolledBack.site, { action: 'rollback' })
  expect(await active(rolledBack.site)).toBe(rolledBack.before)

  const revoked = await withAddress()
  await operate(revoked.site, { action: 'revoke', release: revoked.live })
  expect(await active(revoked.site)).toBe(revoked.before)

  const { site } = await withAddress()
  const state = await readLiveState(site)
  await goLive(site, planRetirement(state, app, { action: 'retire', why: '' }, site), state)
  expect(await active(site)).toBeUndefined()
})
