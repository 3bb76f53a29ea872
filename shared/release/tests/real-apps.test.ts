import { join, resolve } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { pageGrowth, type PageGrowth } from '../src/compose/page-growth.ts'
import { readLiveState } from '../src/operations/live-state.ts'
import { apps, type Site } from '../src/operations/site.ts'
import { readBuiltApp } from '../src/publish/built-app.ts'
import { pack, publishLive } from '../src/publish/publish.ts'
import { buildApps, builtId, sourceIds } from '../src/start/build-apps.ts'
import { publishChanged } from '../src/start/publish-changed.ts'
import { progress } from '../src/start/say.ts'
import { memoryStore } from '../src/store/memory-store.ts'
import { composedBefore } from './composed-before.ts'
import { fixtureSite, freshFolder } from './fixture-apps.ts'

const root = resolve(import.meta.dirname, '../../..')
/** 0.6 KB. Source: issue 6. */
const goal = Math.round(0.6 * 1024)
const silent = progress(Date.now(), () => undefined)
const store = memoryStore()
let site: Site
let growth: Readonly<Record<string, PageGrowth>>

/** The five apps as they are, through the gate and live in a store of their own. */
beforeAll(async () => {
  const ids = await sourceIds(root, apps)
  const stale: string[] = []
  for (const app of apps) if ((await builtId(root, app)) !== ids.get(app)) stale.push(app)
  await buildApps(root, stale, silent)
  site = await fixtureSite(store, apps)
  const packed = await Promise.all(apps.map(async app => pack(site, await readBuiltApp(app, join(root, app, 'dist')))))
  await publishLive(site, await readLiveState(site), packed, { action: 'publish', why: 'the five apps' })
  const { generation, releases } = await readLiveState(site)
  if (!generation) throw new Error('nothing is live')
  growth = await pageGrowth(generation, releases)
}, 120_000)

it.each(apps.filter(app => app !== 'shell'))(`%s makes the page at most ${goal} bytes larger`, app => {
  expect(growth[app]?.scripts).toBeGreaterThan(0)
  expect(growth[app]?.bytes).toBeLessThanOrEqual(goal)
})

it('npm start composes the page anew where only compose has changed, and leaves one alone that is as it would be made', async () => {
  const folder = await freshFolder()
  expect(await publishChanged(root, folder, site, silent)).toEqual([])
  expect(await site.store.pointer()).toBe(1)
  await composedBefore(site, store.files)
  expect(await publishChanged(root, folder, site, silent)).toEqual([])
  expect(await site.store.pointer()).toBe(2)
}, 60_000)
