import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { listNamedReleases, buildReleaseFolder, type Live, type LiveApp, type LiveVersion } from '@adcoin/contract'
import type { BuiltRelease } from '@adcoin/preset/fixtures'

const contentSecurityPolicy =
  "style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types worker"
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
}

/** Answers instead of the site where it wants to: a fault of the network or of the store. */
type Fault = (request: IncomingMessage, response: ServerResponse) => boolean

/** A small static host of releases, in the shape of ours, under our policy. */
export type ShellSite = {
  url: string
  /** Which release is live, and what to fall back to. Each call is a new number. */
  publish: (active: BuiltRelease, previous?: readonly BuiltRelease[], revoked?: readonly string[]) => void
  fault: Fault
  /** Whether releases that are not live may be tried; those in `held` are in the store and never were live. */
  overrides: boolean
  held: BuiltRelease[]
  /** The page only names the remotes, as ours does where it has no room for more. */
  isNamed: boolean
  /** Health reports that browsers sent. */
  reports: { release: string; phase: string; reason: string; generation: number; path?: string; outcome?: string }[]
  /** Whether the page asks for the scripts of the live release before the shell runs, as our boot script does. */
  isPreloaded: boolean
  requests: string[]
  close: () => Promise<void>
}

/**
 * As compose does: the page describes the active release and the first previous one, and leaves hashes of scripts to its
 * import map.
 */
function describePage(live: Live, isNamed: boolean): Live {
  const apps = Object.entries(live.apps).map(([name, app]): [string, LiveApp] => {
    const { active, previous } = app
    const ids = isNamed ? [] : [active, previous[0] ?? active]
    const described = Object.entries(app.versions).filter(([id]) => ids.includes(id))
    const versions = Object.fromEntries(
      described.map(([id, version]) => [
        id,
        { ...version, integrity: Object.fromEntries(listHashes(version).filter(([file]) => !file.endsWith('.js'))) },
      ]),
    )
    return [name, { ...app, versions, routes: app.routes.map(({ path }) => ({ path })) }]
  })
  return { ...live, apps: Object.fromEntries(apps) }
}

const listHashes = ({ integrity }: LiveVersion) => Object.entries(integrity)

function listScriptHashes(live: Live): Record<string, string> {
  const versions = Object.entries(live.apps).flatMap(([name, { active, previous, versions: all }]) =>
    [...new Set([active, previous[0] ?? active])].map(id => ({
      folder: buildReleaseFolder(name, id),
      version: all[id],
    })),
  )
  return Object.fromEntries(
    versions.flatMap(({ folder, version }) =>
      Object.entries(version?.integrity ?? {})
        .filter(([file]) => file.endsWith('.js'))
        .map(([file, hash]) => [`${folder}/${file}`, hash]),
    ),
  )
}

/** Serves `shell` and everything that is published. */
export async function startFixtureSite(shell: BuiltRelease): Promise<ShellSite> {
  const releases = new Map([[`/releases/${shell.material.app}/${shell.material.id}`, shell]])
  let live: Live = { number: 0, created: '2026-01-01T00:00:00.000Z', apps: {}, revoked: [], floor: {} }
  const site: ShellSite = {
    url: '',
    publish,
    fault: () => false,
    reports: [],
    requests: [],
    isPreloaded: false,
    isNamed: false,
    overrides: false,
    held: [],
    close,
  }

  function publish(active: BuiltRelease, previous: readonly BuiltRelease[] = [], revoked: readonly string[] = []) {
    for (const release of [active, ...previous])
      releases.set(`/releases/remote-fixture/${release.material.id}`, release)
    const number = live.number + 1
    const choice = {
      active: active.material.id,
      previous: previous.map(each => each.material.id),
    }
    const versions = Object.fromEntries(
      listNamedReleases(choice).flatMap(id => {
        const release = releases.get(buildReleaseFolder('remote-fixture', id))
        return release ? [[id, describeVersion(release)]] : []
      }),
    )
    const { manifest, tabs = [] } = active.material
    const app: LiveApp = { ...choice, versions, routes: manifest?.routes ?? [], tabs }
    live = { ...live, number, revoked: [...revoked], apps: { 'remote-fixture': app } }
  }

  const server = createServer((request, response) => {
    site.requests.push(request.url ?? '')
    if (site.fault(request, response)) return
    const path = new URL(request.url ?? '/', 'http://site').pathname
    const answer = { ...live, ...(site.overrides ? { overrides: true } : {}) }
    if (path === '/live.json') return send(response, 200, '.json', JSON.stringify(answer), 'no-cache')
    if (path.startsWith('/published')) return sendPublished(response, path)
    if (path === '/app/health/report') return void readReport(request, response, site.reports)
    for (const each of site.held) releases.set(`/releases/${each.material.app}/${each.material.id}`, each)
    const release = [...releases].find(([folder]) => path.startsWith(`${folder}/`))
    if (release) return sendFile(response, join(release[1].files, path.slice(release[0].length)))
    if (path === '/favicon.ico' || path.startsWith('/releases/'))
      return send(response, 404, '.txt', 'not found', 'no-store')
    const html = renderPage(shell, answer, site.isPreloaded ? path : '', site.isNamed)
    return send(response, 200, '.html', html, 'no-cache')
  })
  /** Sends what the gateway does: only if overrides are allowed, and no revoked release. */
  function sendPublished(response: ServerResponse, path: string) {
    const there = site.overrides
      ? site.held.filter(({ material: { app, id } }) => !live.revoked.includes(`${app}/${id}`))
      : []
    const found = there.find(({ material: { app, id } }) => path === `/published/${app}/${id}.json`)
    const list = Object.groupBy(
      there.map(({ material: { app, id } }) => ({ app, id, created: '2026-01-01T00:00:00.000Z' })),
      ({ app }) => app,
    )
    if (found) return send(response, 200, '.json', JSON.stringify(describePublished(found)), 'no-store')
    if (site.overrides && path === '/published.json')
      return send(response, 200, '.json', JSON.stringify(list), 'no-store')
    return send(response, 404, '.txt', 'not found', 'no-store')
  }
  async function readReport(request: IncomingMessage, response: ServerResponse, into: unknown[]) {
    let body = ''
    for await (const part of request) body += String(part)
    into.push(JSON.parse(body))
    send(response, 200, '.json', '{"code":0,"msg":"","data":{}}', 'no-store')
  }
  function close() {
    server.closeAllConnections()
    return new Promise<void>(resolve => server.close(() => resolve()))
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return site
}

function describePublished(release: BuiltRelease): Pick<LiveApp, 'routes' | 'tabs'> & { version: LiveVersion } {
  const { manifest, tabs = [] } = release.material
  return { version: describeVersion(release), routes: manifest?.routes ?? [], tabs }
}

function describeVersion({ material, files }: BuiltRelease): LiveVersion {
  const integrity = Object.fromEntries(
    readdirSync(files)
      .filter(file => /\.(js|css)$/.test(file))
      .map(file => [
        file,
        `sha384-${createHash('sha384')
          .update(readFileSync(join(files, file)))
          .digest('base64')}`,
      ]),
  )
  const { container, entry, styles, locales, preload, groups } = material
  return {
    ...(container ? { container } : {}),
    entry,
    integrity,
    styles,
    locales,
    preload,
    groups,
  }
}

function renderPage(shell: BuiltRelease, live: Live, preloadedPath: string, isNamed: boolean): string {
  const base = `/releases/shell/${shell.material.id}`
  const map = JSON.stringify({ imports: {}, integrity: isNamed ? {} : listScriptHashes(live) })
  const policy = `script-src 'self' 'sha256-${createHash('sha256').update(map).digest('base64')}'`
  const { active = '', versions = {} } = live.apps['remote-fixture'] ?? {}
  const version = versions[active]
  const preloaded = version?.preload[preloadedPath] ?? []
  const block = JSON.stringify(describePage(live, isNamed)).replaceAll('<', '\\u003c')
  return (
    `<!doctype html><html lang="en"><meta http-equiv="Content-Security-Policy" content="${policy}">` +
    `<title>Fixture</title><script type="application/json" id="live">${block}</script>` +
    `<script type="importmap">${map}</script>` +
    (version && preloadedPath ? [version.entry, ...preloaded] : [])
      .map(file => `<link rel="modulepreload" href="${buildReleaseFolder('remote-fixture', active)}/${file}">`)
      .join('') +
    `<div id="root"></div><script type="module" src="${base}/${shell.material.entry}"></script></html>`
  )
}

function sendFile(response: ServerResponse, file: string): void {
  try {
    send(response, 200, extname(file), readFileSync(file), 'public, max-age=31536000, immutable')
  } catch {
    send(response, 404, '.txt', 'not found', 'no-store')
  }
}

function send(response: ServerResponse, status: number, extension: string, body: string | Buffer, cache: string): void {
  const type = extension === '.html' ? 'text/html; charset=utf-8' : (types[extension] ?? 'text/plain')
  response.writeHead(status, {
    'content-type': type,
    'cache-control': cache,
    'x-content-type-options': 'nosniff',
    ...(extension === '.html' ? { 'content-security-policy': contentSecurityPolicy } : {}),
  })
  response.end(body)
}
