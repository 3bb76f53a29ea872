import { randomBytes } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { join, resolve } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { pageGrowthBytes } from '@adcoin/preset/budgets'
import { releaseKey, type Release } from '@adcoin/contract'
import { compose } from '../src/compose/compose.ts'
import { liveOf } from '../src/compose/live.ts'
import { prerenderedOf } from '../src/compose/prerendered.ts'
import { pageGrowth } from './growth.ts'
import type { Releases } from '../src/releases/releases.ts'
import { readLiveState } from '../src/operations/live-state.ts'
import type { ReleaseContext } from '../src/operations/release-context.ts'
import { appsOf } from '../src/releases/apps.ts'
import { readBuiltApp } from '../src/releases/built-app.ts'
import { pack, publishLive } from '../src/operations/publish.ts'
import { buildApps, builtId, sourcesOf } from '../src/releases/build-apps.ts'
import { publishChanged } from '../src/start/publish-changed.ts'
import { memoryStore } from './memory-store.ts'
import { composedBefore } from './composed-before.ts'
import { fixtureSite, freshFolder } from './fixture-apps.ts'

const root = resolve(import.meta.dirname, '../../..')
const apps = appsOf(root)
const silent = () => undefined
const store = memoryStore()
let site: ReleaseContext
const draws = 7
const growth: Record<string, number[]> = {}

/** The five apps as they are, through the gate and live in a store of their own. */
beforeAll(async () => {
  const ids = await sourcesOf(root, apps)
  const stale: string[] = []
  for (const app of apps) if ((await builtId(join(root, app, 'dist'))) !== ids.get(app)?.id) stale.push(app)
  await buildApps(root, stale, silent)
  site = await fixtureSite(store, apps)
  const packed = await Promise.all(apps.map(async app => pack(site, await readBuiltApp(app, join(root, app, 'dist')))))
  await publishLive(site, await readLiveState(site), packed, { action: 'publish', why: 'the five apps' })
  const { live, releases } = await readLiveState(site)
  if (!live) throw new Error('nothing is live')
  for (let draw = 0; draw < draws; draw++)
    for (const [app, { bytes }] of Object.entries(await pageGrowth(live, builtAgain(releases))))
      (growth[app] ??= []).push(bytes)
}, 120_000)

/**
 * The same releases with other hashes: how well brotli gets on with one build's is chance, 30 bytes up or down. The
 * median is not.
 */
function builtAgain(releases: Releases): Releases {
  return new Map(
    [...releases].map(([key, release]) => [
      key,
      {
        ...release,
        files: release.files.map(file => ({ ...file, sha256: `sha256-${randomBytes(32).toString('base64')}` })),
      },
    ]),
  )
}

it.each(apps.filter(app => app !== 'shell'))(`%s makes the page at most ${pageGrowthBytes} bytes larger`, app => {
  const sorted = [...(growth[app] ?? [])].sort((a, b) => a - b)
  expect(sorted).toHaveLength(draws)
  expect(sorted[Math.floor(draws / 2)]).toBeGreaterThan(200)
  expect(sorted[Math.floor(draws / 2)]).toBeLessThanOrEqual(pageGrowthBytes)
})

/** Compressed bytes of the page up to its last script, which nothing on the first screen waits for. */
function firstScreenBytes(page: Buffer | undefined): number {
  return brotliCompressSync(page?.subarray(0, page.lastIndexOf('<script>')) ?? '').length
}

it('the page with all that is prerendered is 14 KB at most, compressed: what a server sends before it waits', async () => {
  const size = firstScreenBytes(await store.read('live/1/index.html'))
  expect(size).toBeGreaterThan(5_000)
  expect(size).toBeLessThanOrEqual(14 * 1024)
})

it('it is so with a previous release of every app in it, and where overrides are allowed', async () => {
  const { live, change, releases } = await readLiveState(site)
  if (!live || !change) throw new Error('nothing is live')
  const before = (id: string) => id.replace(/.{12}$/, randomBytes(6).toString('hex'))
  const apps = Object.fromEntries(
    Object.entries(live.apps).map(([name, app]) => [name, { ...app, previous: [before(app.active)] }]),
  )
  const older = Object.entries(apps).map(([app, { active, previous }]): [string, Release] => {
    const release = releases.get(releaseKey(app, active)) ?? expect.fail()
    return [releaseKey(app, previous[0] ?? ''), { ...release, id: previous[0] ?? '' }]
  })
  const sizes: number[] = []
  for (let draw = 0; draw < 3; draw++) {
    const state = { ...live, apps, overrides: true }
    const drawn = builtAgain(new Map([...releases, ...older]))
    const files = await compose(liveOf(state, drawn), change, drawn, await prerenderedOf(site.store, state, drawn))
    sizes.push(firstScreenBytes(files.get('index.html')))
  }
  expect(Math.min(...sizes)).toBeGreaterThan(5_000)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(14 * 1024)
}, 60_000)

it('npm start composes the page anew where only compose has changed, and leaves one alone that is as it would be made', async () => {
  const folder = await freshFolder()
  expect(await publishChanged(root, folder, site, silent)).toEqual([])
  expect(await site.store.pointer()).toBe(1)
  await composedBefore(site, store.files)
  expect(await publishChanged(root, folder, site, silent)).toEqual([])
  expect(await site.store.pointer()).toBe(2)
}, 60_000)
