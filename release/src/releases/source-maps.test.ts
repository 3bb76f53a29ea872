import { expect, it } from 'vitest'
import { createFixtureBuild, createFixtureContext, publishFixture, stage } from '../../tests/fixture-apps.ts'
import { prune } from '../operations/prune.ts'
import { createMemoryStore } from '../../tests/memory-store.ts'
import { layout } from '../store/store.ts'
import { resolveReasonSources } from './source-maps.ts'

/** Line 1, column 1 of page-0.js is line 12 of team.tsx. */
const map = Buffer.from(
  JSON.stringify({ version: 3, sources: ['source:///remote-team/src/team.tsx'], names: [], mappings: 'AAWA' }),
)
const maps = new Map([['page-0.js.map', map]])
const bucket = (release: string, reason: string) => ({
  ...{ minute: '', app: 'remote-team' as const, release, generation: 1, group: 'rest' as const, reason },
  ...{ outcome: 'failed' as const, known: true, step: null, count: 1 },
})

it('the store keeps a release’s maps, reports get lines of sources, prune removes both', async () => {
  const store = createMemoryStore()
  const context = await createFixtureContext(store)
  await publishFixture(context, 'shell')
  const { id } = await stage(context, { ...createFixtureBuild('remote-team'), maps })
  const reasons = ['TypeError: x @ page-0.js:1:435', 'TypeError: x @ page-1.js:1:4', 'no place', 'x @ page-0.js:9:9']
  const buckets = await resolveReasonSources(store, [
    ...reasons.map(each => bucket(id, each)),
    bucket('1.0.0-000000000000', 'TypeError: x @ page-0.js:1:435'),
  ])
  expect(buckets.map(({ reason }) => reason)).toEqual([
    'TypeError: x @ page-0.js:1:435 (remote-team/src/team.tsx:12)',
    ...reasons.slice(1, 3),
    'x @ page-0.js:9:9 (remote-team/src/team.tsx:12)',
    'TypeError: x @ page-0.js:1:435',
  ])
  await prune({ ...context, now: () => new Date(context.now().getTime() + 8 * 86_400_000) }, 1)
  expect(await store.list(layout.maps('remote-team', id))).toEqual([])
})

it('a publish that ended at its maps left no release behind, and is completed by the next one', async () => {
  const store = createMemoryStore()
  const context = await createFixtureContext(store)
  const built = { ...createFixtureBuild('remote-team'), maps }
  const addFolder: typeof store.addFolder = async (folder, files) => {
    if (folder.startsWith('maps/')) throw new Error('the disk is full')
    return store.addFolder(folder, files)
  }
  await expect(stage({ ...context, store: { ...store, addFolder } }, built)).rejects.toThrow('the disk is full')
  expect(await store.list('releases/remote-team')).toEqual([])
  const { id } = await stage(context, built)
  expect(await store.list(layout.maps('remote-team', id))).toEqual(['page-0.js.map'])
})
