import { HealthResponse, apiCodes, type ReleaseTab } from '@adcoin/contract'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
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
import { pack, publishLive } from './publish.ts'
import type { ReleaseContext } from './release-context.ts'

const app = 'remote-team'
type Wanted = NonNullable<Parameters<typeof createFixtureBuild>[1]>
const routes = (...paths: string[]) => ({
  manifest: { routes: paths.map(path => ({ path, title: 'titles.one' })) },
  build: { preload: {} },
})
const active = async (context: ReleaseContext) => (await readLiveState(context)).live?.apps[app]?.active

const withTab = (path: string) => {
  const labels = Object.fromEntries(apiCodes.map(code => [code, 'T'])) as ReleaseTab['labels']
  const tab = { path, icon: 'team', label: 'tabs.one', order: 4 }
  return { manifest: { tabs: [tab] }, build: { tabs: [{ ...tab, labels }] } }
}

/** A release that the rule forbids, and what is live beside it. */
type World = { readonly wanted: Wanted; prepare(context: ReleaseContext, wanted: Wanted): Promise<unknown> }
const before = (wanted: Wanted) => (context: ReleaseContext) => publishFixture(context, app, wanted)

const worlds: Readonly<Record<string, World>> = {
  'routes-kept': {
    wanted: { version: '1.2.0', ...routes('/team') },
    prepare: before({ version: '1.1.0', ...routes('/team', '/invite') }),
  },
  'version-older': { wanted: { version: '1.0.9' }, prepare: before({ version: '1.1.0' }) },
  'tabs-fit': {
    wanted: { version: '1.2.0', ...withTab('/team') },
    prepare: async context => [
      await before({})(context),
      await publishFixture(context, 'remote-wallet', withTab('/wallet')),
    ],
  },
  platform: { wanted: { version: '1.2.0', build: { platform: '2.0.0' } }, prepare: before({}) },
  'events-have-speakers': {
    wanted: { version: '1.2.0', manifest: { events: { out: [], in: ['wallet.balanceChanged@1'] } } },
    prepare: async context => [await before({})(context), await publishFixture(context, 'remote-wallet')],
  },
  revoked: {
    wanted: { version: '1.2.0' },
    async prepare(context, wanted) {
      await publishFixture(context, app, wanted)
      await publishFixture(context, app, { version: '1.3.0' })
      await applyWanted(context, { action: 'revoke', release: '1.2.0' })
    },
  },
  floor: {
    wanted: { version: '1.2.0' },
    async prepare(context, wanted) {
      await publishFixture(context, app, wanted)
      await publishFixture(context, app, { version: '1.3.0' })
      await applyWanted(context, { action: 'floor', below: '1.3.0' })
    },
  },
  failed: {
    wanted: { version: '1.2.0' },
    async prepare(context, wanted) {
      await publishFixture(context, app, { version: '1.1.0' })
      await publishFixture(context, app, wanted)
      await applyWanted(context, { action: 'rollback' })
    },
  },
  'stored-data': {
    wanted: { version: '1.2.0' },
    async prepare(context, wanted) {
      await publishFixture(context, app, wanted)
      await publishFixture(context, app, {
        build: { version: '1.2.0', id: '1.2.0-ffffffffffff', storage: ['team.draft@1'] },
      })
    },
  },
}

/** Each way to change what is live, and the rules that it does not ask. */
const acts: Readonly<
  Record<string, { unasked: string[]; act(context: ReleaseContext, release: string, wanted: Wanted): Promise<unknown> }>
> = {
  // It adds a release to the newest: never a way back. Publishing sources again is the wish to have them.
  publish: {
    unasked: ['failed', 'stored-data'],
    act: async (context, _, wanted) =>
      publishLive(context, await readLiveState(context), [pack(context, createFixtureBuild(app, wanted))], {
        action: 'publish',
        why: '',
      }),
  },
  promote: { unasked: [], act: (context, release) => applyWanted(context, { action: 'promote', release }) },
  canary: { unasked: [], act: (context, release) => applyWanted(context, { action: 'canary', release, share: 10 }) },
  // Never refused for what the other release lacks: it is the way out.
  rollback: {
    unasked: ['routes-kept', 'tabs-fit', 'version-older'],
    act: (context, release) => applyWanted(context, { action: 'rollback', release }),
  },
  // A person who chose a failed release on the page has seen that it failed.
  'plan of the operations page': {
    unasked: ['failed'],
    act: (context, release) => planForPage(context, { action: 'promote', app, release }),
  },
  'press on the operations page': {
    unasked: ['failed'],
    act: async (context, release) =>
      applyShownPlan(context, { action: 'promote', app, release }, 'test', await context.store.pointer()),
  },
  'canary of the operations page': {
    unasked: [],
    act: (context, release) => planForPage(context, { action: 'canary', app, release, share: 10 }),
  },
}

describe.each(Object.entries(acts))('%s', (_, { act, unasked }) => {
  it.each(Object.entries(worlds))('asks %s', async (rule, { wanted, prepare }) => {
    const context = await createFixtureContext()
    await publishFixture(context, 'shell')
    await prepare(context, wanted)
    const { id } = await stage(context, createFixtureBuild(app, wanted))
    const [number, live] = [await context.store.pointer(), await active(context)]
    if (unasked.includes(rule)) return expect(act(context, id, wanted)).resolves.toBeDefined()
    await expect(act(context, id, wanted)).rejects.toThrow(`[${rule}]`)
    expect([await context.store.pointer(), await active(context)]).toEqual([number, live])
  })
})

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
