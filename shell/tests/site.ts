import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import {
  inPage,
  namedInPage,
  type PageRegistry,
  type PublishedRelease,
  type Registry,
  type RegistryRelease,
} from '@adcoin/contract'
import type { BuiltRelease } from '@adcoin/preset/fixtures'

const contentSecurityPolicy =
  "style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
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
  /** Which release is live, and what to fall back to. Each call is a new generation. */
  publish: (
    active: BuiltRelease,
    previous?: readonly BuiltRelease[],
    revoked?: readonly string[],
    more?: { canary?: { release: BuiltRelease; share: number; salt: string }; stopped?: BuiltRelease },
  ) => void
  fault: Fault
  /** Whether releases that are not live may be tried; those in `held` are in the store and never were live. */
  overrides: boolean
  held: BuiltRelease[]
  /** The page only names the remotes, as ours does where it has no room for more. */
  isNamed: boolean
  /** Health reports that browsers sent. */
  reports: { release: string; phase: string; reason: string; generation: number; path?: string; outcome?: string }[]
  /** What browsers said of releases that they show. */
  visits: {
    browser: string
    seen?: string
    visits: { release: string; group?: string; trial?: string; ms: number }[]
  }[]
  /** Whether the page asks for the scripts of the live release before the shell runs, as our boot script does. */
  isPreloaded: boolean
  requests: string[]
  close: () => Promise<void>
}

/**
 * As compose does: the page leaves out previous releases, which `/registry.json` has, and the hashes of the live
 * scripts, which its import map has.
 */
function brief(registry: Registry, isNamed: boolean): PageRegistry {
  const apps = Object.entries(registry.apps).map(([name, { active, canary, ...app }]) => {
    if (isNamed) return [name, namedInPage({ ...app, active })]
    const without = (release: RegistryRelease): RegistryRelease => ({
      ...release,
      integrity: Object.fromEntries(Object.entries(release.integrity).filter(([file]) => !file.endsWith('.js'))),
    })
    const tried = canary ? { canary: { ...canary, release: without(canary.release) } } : {}
    return [name, inPage({ ...app, active: without(active), ...tried })]
  })
  return { ...registry, brief: true, apps: Object.fromEntries(apps) }
}

function scriptHashes(registry: Registry): Record<string, string> {
  return Object.fromEntries(
    Object.values(registry.apps)
      .flatMap(({ active, canary }) => (canary ? [active, canary.release] : [active]))
      .flatMap(({ path, integrity }) =>
        Object.entries(integrity)
          .filter(([file]) => file.endsWith('.js'))
          .map(([file, hash]) => [`${path}/${file}`, hash]),
      ),
  )
}

/** Serves `shell` and whatever is published. */
export async function openSite(shell: BuiltRelease): Promise<ShellSite> {
  const releases = new Map([[`/releases/${shell.material.app}/${shell.material.id}`, shell]])
  let registry: Registry = { generation: 0, apps: {}, revoked: [] }
  const site: ShellSite = {
    url: '',
    publish,
    fault: () => false,
    reports: [],
    visits: [],
    requests: [],
    isPreloaded: false,
    isNamed: false,
    overrides: false,
    held: [],
    close,
  }

  function publish(
    active: BuiltRelease,
    previous: readonly BuiltRelease[] = [],
    revoked: readonly string[] = [],
    { canary, stopped }: Parameters<ShellSite['publish']>[3] = {},
  ) {
    for (const release of [active, ...previous, ...(canary ? [canary.release] : [])])
      releases.set(`/releases/remote-fixture/${release.material.id}`, release)
    registry = {
      generation: registry.generation + 1,
      revoked: [...revoked],
      apps: {
        'remote-fixture': {
          active: described(active),
          previous: previous.map(described),
          routes: active.material.manifest?.routes ?? [],
          tabs: active.material.tabs,
          ...(canary ? { canary: { ...canary, release: described(canary.release) } } : {}),
          ...(stopped ? { stopped: stopped.material.id } : {}),
        },
      },
    }
  }

  const server = createServer((request, response) => {
    site.requests.push(request.url ?? '')
    if (site.fault(request, response)) return
    const path = new URL(request.url ?? '/', 'http://site').pathname
    const answer = { ...registry, ...(site.overrides ? { overrides: true } : {}) }
    if (path === '/registry.json') return send(response, 200, '.json', JSON.stringify(answer), 'no-cache')
    if (path.startsWith('/published')) return sendPublished(response, path)
    if (path === '/app/health/report') return void readReport(request, response, site.reports)
    if (path === '/app/health/visits') return void readReport(request, response, site.visits)
    for (const each of site.held) releases.set(`/releases/${each.material.app}/${each.material.id}`, each)
    const release = [...releases].find(([folder]) => path.startsWith(`${folder}/`))
    if (release) return sendFile(response, join(release[1].files, path.slice(release[0].length)))
    if (path === '/favicon.ico' || path.startsWith('/releases/'))
      return send(response, 404, '.txt', 'not found', 'no-store')
    const html = page(shell, answer, site.isPreloaded ? path : '', site.isNamed)
    return send(response, 200, '.html', html, 'no-cache')
  })
  /** As the gateway tells what was published: nothing where it may not be tried, nothing that was revoked. */
  function sendPublished(response: ServerResponse, path: string) {
    const there = site.overrides
      ? site.held.filter(({ material: { app, id } }) => !registry.revoked?.includes(`${app}/${id}`))
      : []
    const found = there.find(({ material: { app, id } }) => path === `/published/${app}/${id}.json`)
    const list = Object.groupBy(
      there.map(({ material: { app, id } }) => ({ app, id, created: '2026-01-01T00:00:00.000Z' })),
      ({ app }) => app,
    )
    if (found) return send(response, 200, '.json', JSON.stringify(published(found)), 'no-store')
    if (site.overrides && path === '/published.json')
      return send(response, 200, '.json', JSON.stringify(list), 'no-store')
    return send(response, 404, '.txt', 'not found', 'no-store')
  }
  async function readReport(request: IncomingMessage, response: ServerResponse, into: unknown[]) {
    let body = ''
    for await (const part of request) body += String(part)
    into.push(JSON.parse(body))
    send(response, 200, '.json', '{"code":0,"msg":"","data":{"seen":"a-pass"}}', 'no-store')
  }
  function close() {
    server.closeAllConnections()
    return new Promise<void>(resolve => server.close(() => resolve()))
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return site
}

function published(release: BuiltRelease): PublishedRelease {
  const { manifest, tabs = [] } = release.material
  return { release: described(release), routes: manifest?.routes ?? [], tabs }
}

function described({ material, files }: BuiltRelease): RegistryRelease {
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
  const { id, version, container, entry, styles, locales, preload, groups } = material
  return {
    id,
    version,
    path: `/releases/${material.app}/${id}`,
    ...(container ? { container } : {}),
    entry,
    integrity,
    styles,
    locales,
    preload,
    groups,
  }
}

function page(shell: BuiltRelease, registry: Registry, preloadedPath: string, isNamed: boolean): string {
  const base = `/releases/shell/${shell.material.id}`
  const map = JSON.stringify({ imports: {}, integrity: isNamed ? {} : scriptHashes(registry) })
  const policy = `script-src 'self' 'sha256-${createHash('sha256').update(map).digest('base64')}'`
  const live = registry.apps['remote-fixture']?.active
  const preloaded = live?.preload[preloadedPath] ?? []
  return (
    `<!doctype html><html lang="en"><meta http-equiv="Content-Security-Policy" content="${policy}">` +
    `<title>Fixture</title><script type="application/json" id="registry">${JSON.stringify(brief(registry, isNamed)).replaceAll('<', '\\u003c')}</script>` +
    `<script type="importmap">${map}</script>` +
    (live && preloadedPath ? [live.entry, ...preloaded] : [])
      .map(file => `<link rel="modulepreload" href="${live?.path}/${file}">`)
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
