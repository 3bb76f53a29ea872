import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Generation, Registry } from '@adcoin/contract'
import { openSite, signAs, withCompressedSiblings } from '@adcoin/release'
import { root } from '../../../product/product.ts'
import { buildMonolith, type MonolithBuild } from './build.ts'

const id = '1.0.0-00000000'
const path = `/releases/shell/${id}` as const

/**
 * Builds the one build and lays it into a data folder as the gateway wants it: compressed beforehand, signed, immutable. Its page is the
 * product's own page (boot script, texts, fragments, the table of routes) without what only separate releases need:
 * hashes of their scripts, and their policy.
 *
 * @param url         the running product, whose page is taken
 * @param dataFolder  a folder of its own
 */
export async function layOutMonolith(url: string, dataFolder: string): Promise<void> {
  const folder = join(dataFolder, 'built')
  mkdirSync(folder, { recursive: true })
  const build = await buildMonolith(folder)
  const page = pageOf(await (await fetch(`${url}/lanuch`)).text(), build)
  const registry = `${JSON.stringify({ generation: 1, apps: {}, revoked: [] } satisfies Registry)}\n`
  const built = [folder, join(root, 'shell', 'public')].flatMap(from =>
    readdirSync(from).map(name => [name, readFileSync(join(from, name))] as const),
  )
  const { store, ring } = await openSite(dataFolder, true)
  await store.addFolder(`releases/shell/${id}`, await withCompressedSiblings(new Map(built)))
  const live = await withCompressedSiblings(
    new Map([
      ['index.html', Buffer.from(page)],
      ['registry.json', Buffer.from(registry)],
    ]),
  )
  const list = Buffer.from(
    JSON.stringify({
      schema: 1,
      generation: 1,
      files: Object.fromEntries(
        [...live].map(([name, bytes]) => [name, `sha384-${createHash('sha384').update(bytes).digest('base64')}`]),
      ),
    }),
  )
  live.set('live.json', list).set('live.sig', await signAs(ring, 'ops', 'live', '1', list))
  await store.addFolder('live/1', live)
  // So that the gateway's scrubber has a generation to look at.
  const generation = Buffer.from(
    JSON.stringify({
      schema: 1,
      generation: 1,
      created: new Date().toISOString(),
      by: 'bench',
      why: 'one build',
      action: 'publish',
      apps: {},
      revoked: [],
      floor: {},
    } satisfies Generation),
  )
  await store.addFile('generations/1.json', generation)
  await store.addFile('generations/1.sig', await signAs(ring, 'ops', 'generation', '1', generation))
  await store.movePointer(0, 1)
}

/** The product's page for the one build. The routes of every area now lead to files of the one folder. */
function pageOf(page: string, build: MonolithBuild): string {
  const block = /(?<=<script type="application\/json" id="registry">).*(?=<\/script>)/
  const registry = JSON.parse(block.exec(page)?.[0] ?? '') as Registry
  const apps = Object.entries(registry.apps).map(([app, entry]) => {
    const { groups } = entry.active
    const preload =
      app === 'shell'
        ? { data: build.data }
        : Object.fromEntries(entry.routes.map(route => [route.path, build.pages[route.path] ?? []]))
    return [
      app,
      { ...entry, active: { path, entry: build.entry, styles: [], locales: build.locales[app], preload, groups } },
    ]
  })
  return page
    .replace(block, () => JSON.stringify({ generation: 1, apps: Object.fromEntries(apps) }).replaceAll('<', '\\u003c'))
    .replace(/<script type="importmap">.*<\/script>\n/, '')
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>\n/, '')
    .replace(/<link rel="modulepreload"[^>]*>/, `<link rel="modulepreload" href="${path}/${build.entry}">`)
    .replace(
      /<link rel="preload" as="style"[^>]*>/,
      `<link rel="preload" as="style" href="${path}/${build.styles[0]}">`,
    )
    .replace(/<link rel="stylesheet"[^>]*>/, `<link rel="stylesheet" href="${path}/${build.styles[0]}">`)
    .replace(/<script type="module"[^>]*>/, `<script type="module" src="${path}/${build.entry}">`)
    .replaceAll(/\/releases\/shell\/[^/"]+(?=\/(icon|apple|manifest))/g, path)
}
