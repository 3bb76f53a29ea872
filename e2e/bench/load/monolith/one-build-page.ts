import type { PageRegistry } from '@adcoin/contract'
import type { MonolithBuild } from './build.ts'

/**
 * The product's own page (boot script, early reads, texts, styles, fragments, the table of routes) for the one build,
 * without what only separate releases need: hashes of their scripts, and their policy. The routes of every area, with
 * the reads that they name, now lead to files of the one folder.
 */
export function oneBuildPage(page: string, build: MonolithBuild, path: string): string {
  const block = /(?<=<script type="application\/json" id="registry">).*(?=<\/script>)/
  const registry = JSON.parse(block.exec(page)?.[0] ?? '') as PageRegistry
  const apps = Object.entries(registry.apps).map(([app, entry]) => {
    if ('named' in entry) throw new Error(`the page has no room for ${app}: one build cannot be compared with it`)
    const routes = entry.routes?.map(route => ({ ...route, preload: build.pages[route.path] ?? [] })) ?? []
    const preload = app === 'shell' ? { data: build.data } : {}
    return [
      app,
      {
        tabs: [],
        ...entry,
        routes,
        active: { path, entry: build.entry, styles: [], locales: build.locales[app], preload },
      },
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
    .replace(/<script type="module"[^>]*>/, `<script type="module" src="${path}/${build.entry}">`)
    .replaceAll(/\/releases\/shell\/[^/"]+(?=\/(icon|apple|manifest))/g, path)
}
