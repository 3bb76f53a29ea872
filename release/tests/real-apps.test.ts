import { randomBytes } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { join, resolve } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { bytesPerKb, pageKb, restPageKb } from '@adcoin/preset/budgets'
import { buildReleaseKey, type AppChoice, type Release } from '@adcoin/contract'
import { compose } from '../src/compose/compose.ts'
import { buildLive } from '../src/compose/live.ts'
import { readPrerendered } from '../src/compose/prerendered.ts'
import { readLiveState } from '../src/operations/live-state.ts'
import type { ReleaseContext } from '../src/operations/release-context.ts'
import { listApps } from '../src/releases/list-apps.ts'
import { readBuiltApp } from '../src/releases/built-app.ts'
import { pack, publishLive } from '../src/operations/publish.ts'
import { buildApps, readBuiltId, readAppSources } from '../src/releases/build-apps.ts'
import { publishChanged } from '../src/start/publish-changed.ts'
import { createMemoryStore } from './memory-store.ts'
import { composeAsBefore } from './compose-as-before.ts'
import { createFixtureContext, makeFreshFolder } from './fixture-apps.ts'

const root = resolve(import.meta.dirname, '../..')
const apps = listApps(root)
const ignoreLine = () => undefined
const store = createMemoryStore()
let context: ReleaseContext

/** The five apps as they are, through the gate and live in a store of their own. */
beforeAll(async () => {
  const ids = await readAppSources(root, apps)
  const stale: string[] = []
  for (const app of apps) if ((await readBuiltId(join(root, app, 'dist'))) !== ids.get(app)?.id) stale.push(app)
  await buildApps(root, stale, ignoreLine)
  context = await createFixtureContext(store, apps)
  const packed = await Promise.all(
    apps.map(async app => pack(context, await readBuiltApp(app, join(root, app, 'dist')))),
  )
  await publishLive(context, await readLiveState(context), packed, { action: 'publish', why: 'the five apps' })
}, 120_000)

/** Compressed bytes of a page up to its last script, which nothing on the first screen waits for. */
function firstScreenBytes(page: Buffer): number {
  return brotliCompressSync(page.subarray(0, page.lastIndexOf('<script>'))).length
}

it('each page is small and its first screen does not wait for a server, nor for old releases', async () => {
  const { live, change, releases } = await readLiveState(context)
  if (!live || !change) throw new Error('nothing is live')
  const older = new Map<string, Release>()
  const apps = Object.entries(live.apps).map(([app, entry]): [string, AppChoice] => {
    const id = entry.active.replace(/.{12}$/, randomBytes(6).toString('hex'))
    const release = releases.get(buildReleaseKey(app, entry.active)) ?? expect.fail()
    const files = release.files.map(file => ({ ...file, sha256: `sha256-${randomBytes(32).toString('base64')}` }))
    older.set(buildReleaseKey(app, id), { ...release, id, files })
    return [app, { active: entry.active, previous: [id], canary: undefined }]
  })
  const [choice, known] = [
    { ...live, apps: Object.fromEntries(apps), overrides: true },
    new Map([...releases, ...older]),
  ]
  const files = await compose(buildLive(choice, known), change, known, await readPrerendered(store, choice, known))
  const pages = [...files].filter(([file]) => file.endsWith('.html'))
  expect(pages.length).toBeGreaterThan(5)
  for (const [file, page] of pages) {
    expect([file, firstScreenBytes(page)]).toEqual([file, expect.toSatisfy((bytes: number) => bytes <= 14 * 1024)])
    const bytes = files.get(`${file}.br`)?.length ?? Infinity
    const mostKb = file === 'index.html' ? restPageKb : pageKb
    expect([file, bytes]).toEqual([file, expect.toSatisfy(() => bytes <= mostKb * bytesPerKb)])
  }
}, 60_000)

it('npm start composes the page again only where compose has changed', async () => {
  const folder = await makeFreshFolder()
  expect(await publishChanged(root, folder, context, ignoreLine)).toEqual([])
  expect(await context.store.pointer()).toBe(1)
  await composeAsBefore(context, store.files)
  expect(await publishChanged(root, folder, context, ignoreLine)).toEqual([])
  expect(await context.store.pointer()).toBe(2)
}, 60_000)
