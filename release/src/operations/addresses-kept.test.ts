import { HealthResponse } from '@adcoin/contract'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import {
  createFixtureBuild,
  createFixtureContext,
  applyWanted,
  publishFixture,
  stage,
} from '../../tests/fixture-apps.ts'
import { applyShownPlan, planForPage } from '../operations-server/release-operations.ts'
import { judgeCanaries } from './judge-canaries.ts'
import { readLiveState } from './live-state.ts'
import type { ReleaseContext } from './release-context.ts'

const app = 'remote-team'
const routes = (...paths: string[]) => ({
  manifest: { routes: paths.map(path => ({ path, title: 'titles.one' })) },
  build: { preload: {} },
})
const active = async (context: ReleaseContext) => (await readLiveState(context)).live?.apps[app]?.active

/** A live release with an address that the one before it and the staged one after it lack. */
async function withAddress() {
  const context = await createFixtureContext()
  await publishFixture(context, 'shell')
  const before = await publishFixture(context, app, { version: '1.0.0', ...routes('/team') })
  const live = await publishFixture(context, app, { version: '1.1.0', ...routes('/team', '/invite') })
  const { id } = await stage(context, createFixtureBuild(app, { version: '1.2.0', ...routes('/team') }))
  return { context, before, live, fewer: id }
}

const refusal = /\/invite: the live release 1\.1\.0-\w+ has this address, the new one lacks it \[routes-kept\]/

it.each<[string, (context: ReleaseContext, release: string) => Promise<unknown>]>([
  ['promote', (context, release) => applyWanted(context, { action: 'promote', release })],
  ['promote of the newest', context => applyWanted(context, { action: 'promote' })],
  ['a canary', (context, release) => applyWanted(context, { action: 'canary', release, share: 10 })],
  ['the plan of the operations page', (context, release) => planForPage(context, { action: 'promote', app, release })],
  [
    'a press on the operations page',
    (context, release) => applyShownPlan(context, { action: 'promote', app, release }, 'test', 3),
  ],
  [
    'a canary of the operations page',
    (context, release) => planForPage(context, { action: 'canary', app, release, share: 10 }),
  ],
])('%s takes no address from people', async (_, act) => {
  const { context, live, fewer } = await withAddress()
  await expect(act(context, fewer)).rejects.toThrow(refusal)
  expect([await context.store.pointer(), await active(context)]).toEqual([3, live])
})

it('an operator may accept that an address is gone', async () => {
  const { context, fewer } = await withAddress()
  await applyWanted(context, { action: 'promote', release: fewer, evenIfUnsafe: true })
  expect(await active(context)).toBe(fewer)
})

it('the judge promotes no candidate that lacks an address, also in an accepted canary', async () => {
  const { context, live, fewer } = await withAddress()
  await applyWanted(context, { action: 'canary', release: fewer, share: 50, evenIfUnsafe: true })
  const counts = { app, generation: 4, outcome: 'mounted', known: true, step: 24, count: 100 }
  const buckets = Array.from({ length: 60 }, (_, at) => `2026-01-01T00:${String(at).padStart(2, '0')}:00.000Z`).flatMap(
    minute => [
      { minute, ...counts, release: live, group: 'rest' },
      { minute, ...counts, release: fewer, group: 'canary' },
    ],
  )
  const answer = v.parse(HealthResponse, { now: '2026-01-01T01:00:00.000Z', isCut: false, buckets })
  const [verdict] = await judgeCanaries(context, async () => ({ answer }))
  expect(verdict).toMatchObject({
    decision: 'wait',
    why: expect.stringMatching(/^the decision promote .*was refused/s),
  })
  expect(verdict?.why).toMatch(refusal)
  expect(await active(context)).toBe(live)
})

it('what takes a release away is never refused for its addresses', async () => {
  const rolledBack = await withAddress()
  await applyWanted(rolledBack.context, { action: 'rollback' })
  expect(await active(rolledBack.context)).toBe(rolledBack.before)

  const revoked = await withAddress()
  await applyWanted(revoked.context, { action: 'revoke', release: revoked.live })
  expect(await active(revoked.context)).toBe(revoked.before)

  const { context } = await withAddress()
  await applyWanted(context, { action: 'retire' })
  expect(await active(context)).toBeUndefined()
})
