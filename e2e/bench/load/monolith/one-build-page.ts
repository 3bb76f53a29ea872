import type { Live } from '@adcoin/contract'
import type { MonolithBuild } from './build.ts'

/**
 * The product's own page of a route (scripts, early reads, texts, styles, fragments, the table of routes) for the one
 * build, without what only separate releases need: hashes of their scripts, and their policy. The routes of every area
 * now lead to files of the one folder.
 *
 * @param live  of the product, whole: one build knows every area
 */
export function createOneBuildPage(page: string, live: Live, build: MonolithBuild, path: string): string {
  const [id = ''] = path.split('/').slice(-1)
  const apps = Object.entries(live.apps).map(([app, { active, versions, routes, tabs }]) => {
    const isShell = app === 'shell'
    // The page looks for an area's files in a folder of its own.
    const toFilePath = (file: string) => (isShell ? file : `../../shell/${id}/${file}`)
    const pages = routes.map(route => [route.path, (build.pages[route.path] ?? []).map(toFilePath)])
    const locales = Object.entries(build.locales[app] ?? {}).map(([code, file]) => [code, toFilePath(file)])
    const version = {
      entry: toFilePath(build.entry),
      styles: [],
      locales: Object.fromEntries(locales),
      preload: isShell ? { data: build.data } : Object.fromEntries(pages),
      groups: versions[active]?.groups ?? {},
      integrity: {},
    }
    return [app, { active: id, previous: [], versions: { [id]: version }, routes, tabs }]
  })
  const block = JSON.stringify({ ...live, apps: Object.fromEntries(apps), revoked: [] }).replaceAll('<', '\\u003c')
  return page
    .replace(/(?<=<script type="application\/json" id="live">).*(?=<\/script>)/, () => block)
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
