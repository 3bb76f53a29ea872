import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Registry, Release } from '@adcoin/contract'
import { openReleaseContext, signAs, withCompressedSiblings, type ReleaseContext } from '@adcoin/release'
import { root } from '../../../product/product.ts'
import { buildMonolith } from './build.ts'
import { oneBuildPage } from './one-build-page.ts'
import { plainPage } from './plain-page.ts'

const id = '1.0.0-00000000'
const path = `/releases/shell/${id}` as const

/**
 * Builds the one build twice, as it is and with a changed page of the wallet, and puts both into a data folder for the
 * gateway: compressed beforehand, signed, immutable. Every file is named by its content in one folder, so that an
 * unchanged file stays in the browser's cache.
 *
 * @param product     it runs, and has page and routes
 * @param dataFolder  a folder of its own
 * @param kind        with the product's own page and its tricks, or `plain`, with none
 */
export async function layOutMonolith(
  { url, dataDir }: { url: string; dataDir: string },
  dataFolder: string,
  kind: 'one build' | 'plain',
): Promise<void> {
  const page = await (await fetch(`${url}/lanuch`)).text()
  const routes = (await (await fetch(`${url}/registry.json`)).json()) as Registry
  const site = await openReleaseContext(dataFolder, ['ops', 'shell'])
  const files = new Map(filesOf(join(root, 'shell', 'public')))
  for (const [at, isNext] of [false, true].entries()) {
    const output = join(dataFolder, `built-${at}`)
    mkdirSync(output, { recursive: true })
    const plain = kind === 'plain' ? { plain: withRoutesOnly(routes) } : {}
    const build = await buildMonolith({ output, isNext, ...plain })
    for (const [name, bytes] of filesOf(output)) files.set(name, bytes)
    await addLive(site, at + 1, kind === 'plain' ? plainPage(build, path) : oneBuildPage(page, build, path))
  }
  await addRelease(site, files, await descriptionIn(dataDir, routes))
  await site.store.movePointer(0, 1)
}

/** The description of the product's own shell. */
async function descriptionIn(dataDir: string, { apps }: Registry): Promise<Release> {
  const { store } = await openReleaseContext(dataDir)
  const bytes = await store.read(`releases/shell/${apps['shell']?.active.id}/release.json`)
  return JSON.parse(String(bytes)) as Release
}

/** The gateway serves what a signed description names. */
async function addRelease({ store, ring }: ReleaseContext, files: ReadonlyMap<string, Buffer>, own: Release) {
  const list = [...files].map(([name, bytes]) => ({
    path: name,
    bytes: bytes.length,
    sha384: hashOf('sha384', bytes),
    sha256: hashOf('sha256', bytes),
  }))
  const description = Buffer.from(JSON.stringify({ ...own, id, version: '1.0.0', files: list }))
  const signed = await withCompressedSiblings(files)
  signed
    .set('release.json', description)
    .set('release.sig', await signAs(ring, 'shell', 'release', 'shell', description))
  await store.addFolder(`releases/shell/${id}`, signed)
}

function hashOf(algorithm: 'sha256' | 'sha384', bytes: Buffer): string {
  return `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`
}

/** The page of the build with the changed wallet goes live. */
export async function releaseNext(dataFolder: string): Promise<void> {
  const { store } = await openReleaseContext(dataFolder)
  await store.movePointer(1, 2)
}

function filesOf(folder: string): readonly (readonly [string, Buffer])[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .map(file => [file.slice(folder.length + 1), readFileSync(file)] as const)
}

/** Data of the product for the plain build: routes, tabs, and which routes use the shared data. */
function withRoutesOnly({ apps, ...registry }: Registry): Registry {
  const active = { path, id, version: '1.0.0', entry: '', integrity: {}, styles: [], locales: {}, preload: {} }
  const kept = Object.entries(apps).map(
    ([
      app,
      {
        routes,
        tabs,
        active: { groups },
      },
    ]) => [app, { routes, tabs, previous: [], active: { ...active, groups } }],
  )
  return { ...registry, revoked: [], apps: Object.fromEntries(kept) }
}

async function addLive({ store, ring }: ReleaseContext, number: number, page: string): Promise<void> {
  const created = new Date().toISOString()
  const json = (data: object) => Buffer.from(JSON.stringify(data))
  const registry = { generation: number, apps: {}, revoked: [] } satisfies Registry
  const live = await withCompressedSiblings(
    new Map([
      ['index.html', Buffer.from(page)],
      ['live.json', json({ number, created, apps: {} })],
      ['change.json', json({ by: 'bench', why: 'one build', action: 'publish' })],
      ['registry.json', json(registry)],
    ]),
  )
  const files = Object.fromEntries([...live].map(([name, bytes]) => [name, hashOf('sha384', bytes)] as const))
  const list = json({ schema: 2, number, created, files })
  live.set('files.json', list).set('files.sig', await signAs(ring, 'ops', 'live', String(number), list))
  await store.addFolder(`live/${number}`, live)
}
