import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Live, LiveChange, Release } from '@adcoin/contract'
import { openReleaseContext, signAs, withCompressedSiblings, type ReleaseContext } from '@adcoin/release'
import { rootFolder } from '../../../product/product.ts'
import { buildMonolith } from './build.ts'
import { createOneBuildPage } from './one-build-page.ts'
import { createPlainPage } from './plain-page.ts'

const id = '1.0.0-00000000'
const path = `/releases/shell/${id}` as const

/**
 * Builds the one build twice, as it is and with a changed page of the wallet, and puts both into a data folder for the
 * gateway: compressed beforehand, signed, immutable. Every file is named by its content in one folder, so that an
 * unchanged file stays in the browser's cache. The product at `url` runs, and has page and routes.
 *
 * @param dataFolder  a folder of its own
 * @param kind        with the product's own page and its tricks, or `plain`, with none
 */
export async function layOutMonolith(
  { url, dataDir }: { url: string; dataDir: string },
  dataFolder: string,
  kind: 'one build' | 'plain',
): Promise<void> {
  const live = (await (await fetch(`${url}/live.json`)).json()) as Live
  const pages = await fetchPages(url, live)
  const context = await openReleaseContext(dataFolder, ['ops', 'shell'])
  const files = new Map(readFiles(join(rootFolder, 'shell', 'public')))
  for (const [at, isNext] of [false, true].entries()) {
    const output = join(dataFolder, `built-${at}`)
    mkdirSync(output, { recursive: true })
    const plain = kind === 'plain' ? { plain: withRoutesOnly(live) } : {}
    const build = await buildMonolith({ output, isNext, ...plain })
    for (const [name, bytes] of readFiles(output)) files.set(name, bytes)
    const createPage = (page: string) =>
      kind === 'plain' ? createPlainPage(build, path) : createOneBuildPage(page, live, build, path)
    await addGeneration(context, at + 1, new Map([...pages].map(([file, page]) => [file, createPage(page)])))
  }
  await addRelease(context, files, await readDescription(dataDir, live))
  await context.store.movePointer(0, 1)
}

/** The product's pages: of the routes that have one of their own, and of the rest. */
async function fetchPages(url: string, { apps }: Live): Promise<ReadonlyMap<string, string>> {
  const fetchText = async (address: string) => (await fetch(url + address)).text()
  const pages = new Map([['index.html', await fetchText('/')]])
  for (const { path: route } of Object.values(apps).flatMap(({ routes }) => routes)) {
    const page = route.includes(':') ? undefined : await fetchText(route)
    if (page !== undefined && page !== pages.get('index.html')) pages.set(`${route.slice(1)}/index.html`, page)
  }
  return pages
}

/** The description of the product's own shell. */
async function readDescription(dataDir: string, { apps }: Live): Promise<Release> {
  const { store } = await openReleaseContext(dataDir)
  const bytes = await store.read(`releases/shell/${apps['shell']?.active}/release.json`)
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

function readFiles(folder: string): readonly (readonly [string, Buffer])[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .map(file => [file.slice(folder.length + 1), readFileSync(file)] as const)
}

/** Data of the product for the plain build: routes, tabs, and which routes use the shared data. */
function withRoutesOnly({ apps, ...live }: Live): Live {
  const plainApps = Object.entries(apps).map(([app, { active, routes, tabs, versions }]) => {
    const groups = versions[active]?.groups ?? {}
    const version = { entry: '', integrity: {}, styles: [], locales: {}, preload: {}, groups }
    return [app, { active, routes, tabs, previous: [], versions: { [active]: version } }]
  })
  return { ...live, revoked: [], apps: Object.fromEntries(plainApps) as Live['apps'] }
}

async function addGeneration(
  { store, ring }: ReleaseContext,
  number: number,
  pages: ReadonlyMap<string, string>,
): Promise<void> {
  const created = new Date().toISOString()
  const live = { number, created, apps: {}, revoked: [], floor: {} } satisfies Live
  const change = { by: 'bench', why: 'one build', action: 'publish', left: {}, skipped: {} } satisfies LiveChange
  const data = { 'live.json': live, 'registry.json': { generation: number, apps: {} }, 'change.json': change }
  const files = await withCompressedSiblings(
    new Map([
      ...[...pages].map(([file, page]) => [file, Buffer.from(page)] as const),
      ...Object.entries(data).map(([file, value]) => [file, Buffer.from(JSON.stringify(value))] as const),
    ]),
  )
  const hashes = Object.fromEntries([...files].map(([name, bytes]) => [name, hashOf('sha384', bytes)] as const))
  const list = Buffer.from(JSON.stringify({ schema: 2, number, created, files: hashes }))
  files.set('files.json', list).set('files.sig', await signAs(ring, 'ops', 'live', String(number), list))
  await store.addFolder(`live/${number}`, files)
}
