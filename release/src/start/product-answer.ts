import { request as requestHttp, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { request as requestHttps } from 'node:https'
import * as v from 'valibot'
import { Live } from '@adcoin/contract'
import { formatDataBlock } from '../compose/page.ts'
import { findMimeType } from '../files/files.ts'
import { readAddress } from '../gateway/addresses.ts'
import { buildSecurityHeaders } from '../gateway/headers.ts'
import { buildWorkerScript } from '../gateway/worker.ts'
import type { SourceBuild, WatchedRemote } from './watch-remote.ts'

const servicePaths = ['/app/', '/files/', '/docs/']
/** Reports of browsers: the health of the product is not that of the working tree. */
const reports = '/app/health/'
const changes = '/development/changes'
const script = '/development/reload.js'
const reloadScript = `new EventSource('${changes}').onmessage = () => location.reload()\n`
const block = /(<script type="application\/json" id="live">)(.*?)(<\/script>)/s

/**
 * Answers as the product's gateway does, with builds of the working tree in place of its remotes. Calls, files and all
 * other releases come from the product.
 *
 * @param own  the address at which this answers
 */
export function createProductAnswer(
  product: URL,
  own: string,
  remotes: readonly Omit<WatchedRemote, 'stop'>[],
): RequestListener {
  const headers = buildSecurityHeaders(own)
  const send = (response: ServerResponse, status: number, type: string, body: string | Buffer, more = headers.data) =>
    response.writeHead(status, { ...more, 'cache-control': 'no-store', 'content-type': type }).end(body)
  const findBuilds = () => remotes.map(({ build }) => build()).filter(build => build !== undefined)

  async function sendPage(response: ServerResponse): Promise<void> {
    const builds = findBuilds()
    if (builds.length < remotes.length)
      return void send(response, 503, 'text/plain', 'The first build is not ready. Its errors are in the terminal.')
    // The page for all addresses: that of a route has fragments of the release that is live there.
    const html = await (await fetchOf(product, '/')).text()
    send(response, 200, 'text/html; charset=utf-8', putIntoPage(html, builds), headers.page)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    if (path === changes) return followChanges(response, remotes)
    if (path === script) return void send(response, 200, 'text/javascript', reloadScript)
    if (path.startsWith(reports)) {
      request.resume()
      return void send(response, 200, 'application/json', '{"code":200,"msg":"","data":null}')
    }
    const { kind } = readAddress(path, servicePaths)
    const file =
      kind === 'release'
        ? findBuilds()
            .find(({ files }) => files.has(path))
            ?.files.get(path)
        : undefined
    if (file) return void send(response, 200, findMimeType(path) ?? '', file, headers.release)
    if (kind === 'live') {
      const live = putIntoLive(await (await fetchOf(product, '/live.json')).json(), findBuilds())
      return void send(response, 200, 'application/json', JSON.stringify(live))
    }
    // No page is kept: what is being written never comes from a cache.
    if (kind === 'worker') return void send(response, 200, 'text/javascript', buildWorkerScript(false), headers.worker)
    const isPage = kind === 'page' && request.method === 'GET'
    return isPage ? sendPage(response) : forward(product, request, response)
  }

  return (request, response) =>
    void answer(request, response).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      if (response.headersSent) response.destroy()
      else send(response, 502, 'text/plain', `${product.origin} does not answer: ${reason}`)
    })
}

const fetchOf = (product: URL, path: string): Promise<Response> =>
  fetch(new URL(path, product), { headers: { accept: '*/*' }, signal: AbortSignal.timeout(10_000) })

/** What is live there, with the builds as the active releases of their apps. */
function putIntoLive(live: unknown, builds: readonly SourceBuild[]): Live {
  const { floor, ...parsed } = v.parse(Live, live)
  const apps = Object.fromEntries(builds.map(({ app, live: entry }) => [app, entry]))
  const floors = Object.entries(floor).filter(([app]) => !(app in apps))
  return { ...parsed, floor: Object.fromEntries(floors), apps: { ...parsed.apps, ...apps } }
}

/** The page of the product with the builds in its block, and a script that follows changes. */
function putIntoPage(html: string, builds: readonly SourceBuild[]): string {
  const text = block.exec(html)?.[2]
  if (text === undefined) throw new Error('its page is not that of Ad Coin')
  const live = formatDataBlock(putIntoLive(JSON.parse(text), builds))
  return html
    .replace(block, (_, start: string, __, end: string) => start + live + end)
    .replace('</body>', `<script defer src="${script}"></script>\n</body>`)
}

function followChanges(response: ServerResponse, remotes: readonly Pick<WatchedRemote, 'onChange'>[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).flushHeaders()
  const ends = remotes.map(({ onChange }) => onChange(() => response.write('data: changed\n\n')))
  response.once('close', () => ends.forEach(end => end()))
}

/** Passes a request on as if it came from a page of the product. */
function forward(product: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { protocol, hostname, port, host, origin } = product
  const send = protocol === 'https:' ? requestHttps : requestHttp
  const headers = { ...request.headers, host, ...(request.headers.origin ? { origin } : {}) }
  return new Promise((done, failed) => {
    const options = { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port, path: request.url, headers }
    const sent = send({ ...options, method: request.method }, answer => {
      const { 'strict-transport-security': _, ...given } = answer.headers
      response.writeHead(answer.statusCode ?? 502, given)
      answer.pipe(response)
      answer.once('end', done)
      answer.once('error', failed)
    })
    sent.once('error', failed)
    // An event stream ends when its page does.
    response.once('close', () => sent.destroy())
    request.pipe(sent)
  })
}
