import { releaseKey } from '@adcoin/contract'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Store } from '../store/store.ts'
import type { KeyRing } from '../signing/key-ring.ts'
import { readAddress } from './addresses.ts'
import { conditional, json, plain, send } from './answers.ts'
import { securityHeaders, type SecurityHeaders } from './headers.ts'
import { health } from './health.ts'
import { liveSite, type LiveContent } from './live-site.ts'
import type { Counter } from '../store/counter.ts'
import { mimeType } from '../files/files.ts'
import { serviceProxy, type ServiceAddress, type ServiceProxy } from './proxy.ts'
import { publishedReleases, releaseFiles } from './release-files.ts'
import { workerScript } from './worker.ts'

export type GatewayOptions = {
  readonly store: Store
  /** Read anew for each generation, so that a rotated key is known without a restart. */
  readonly ring: () => Promise<KeyRing>
  /** The highest generation ever seen, which outlives the process; without one a restart believes any. */
  readonly counter?: Counter
  /** The service's address; undefined while it is down. */
  readonly service: () => ServiceAddress | undefined
  /** Whether a publish is still running, for `/healthz`. */
  readonly isStarting?: () => boolean
  /** The scrubber's alarm, for `/healthz`. */
  readonly alarm?: () => string | undefined
  /** Prefixes for the service beside `/app/` and `/files/`, each with a slash at both ends. */
  readonly servicePaths?: () => readonly string[]
  /** Public address of the product; https adds HSTS. Default: http. */
  readonly publicUrl?: string
  /** Whether browsers keep the offline page; false removes it from those that have it. Default: true. */
  readonly offlinePage?: boolean
  /** Networks (CIDR) of the proxies before the gateway, whose `X-Forwarded-For` is believed. Default: none. */
  readonly trustedProxies?: readonly string[]
  /** Longest age in ms of an answer after a release; default 50. */
  readonly lookEveryMs?: number
}

/**
 * The product's one address: the live page, release files, the registry, health, and the way to the service. Not
 * listening yet.
 */
export function createGateway(options: GatewayOptions): Server {
  const headers = securityHeaders(options.publicUrl ?? '')
  const proxy = serviceProxy(options.service, headers.data, options.trustedProxies)
  const answer = answering(options, headers, proxy)
  const server = createServer((request, response) => {
    answer(request, response).catch(error => {
      console.error(
        `gateway: ${request.method} ${request.url?.split('?')[0]}: ${error instanceof Error ? error.message : String(error)}`,
      )
      if (response.headersSent) response.destroy()
      else plain(response, headers.data, 500, 'Something went wrong')
    })
  })
  server.requestTimeout = 120_000
  server.headersTimeout = 15_000
  server.keepAliveTimeout = 65_000
  server.on('close', proxy.close)
  return server
}

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

/** The answer to each request: what needs no live page, then release files, then the live data and page. */
function answering(
  options: GatewayOptions,
  headers: SecurityHeaders,
  proxy: ServiceProxy,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const site = liveSite(options.store, options.ring, options.lookEveryMs, options.counter)
  const fileOf = releaseFiles(options.store)
  const published = publishedReleases(options.store, options.ring)

  return async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    const call = readAddress(path, ['/app/', '/files/', ...(options.servicePaths?.() ?? [])])
    if (call.kind === 'service') return proxy.pass(request, response)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plain(response, headers.data, 405, 'Method not allowed', { allow: 'GET, HEAD' })
    // Only a person who goes there is shown a page; what asks for a file or data is not.
    const isData = call.kind === 'lost' && !/text\/html/.test(request.headers.accept ?? '')
    if (call.kind === 'nothing' || isData) return plain(response, headers.data, 404, 'Not found')
    if (call.kind === 'health') {
      const state = await health(site, options.service(), options.alarm?.(), options.isStarting?.())
      return json(response, headers.data, state)
    }
    if (call.kind === 'worker') {
      const type = { 'content-type': mimeType(path) ?? '' }
      return plain(response, headers.worker, 200, workerScript(options.offlinePage ?? true), type)
    }
    if (call.kind === 'moved') {
      const location = `${call.to}${(request.url ?? '').slice(path.length)}`
      return plain(response, headers.data, 308, 'Moved', { location })
    }
    const live = await site.now()
    if (call.kind === 'release') {
      const type = mimeType(call.path)
      const isGone = live?.revoked.has(releaseKey(call.app, call.id)) ?? false
      const file = type && !isGone ? await fileOf(call.path) : undefined
      return file && type
        ? send(request, response, file, { ...headers.release, 'content-type': type })
        : plain(response, headers.data, 404, 'Not found')
    }
    if (call.kind === 'published') {
      const found = live?.isGone && (await published(live.isGone, call))
      return found
        ? json(response, headers.data, { status: 200, body: found })
        : plain(response, headers.data, 404, 'Not found')
    }
    if (!live) return plain(response, headers.data, 503, 'Ad Coin is starting', { 'retry-after': '1' })
    return answerLive({ request, response }, call.kind, live, headers, site.staleSeconds())
  }
}

/** The registry or the page. */
function answerLive(
  { request, response }: Exchange,
  kind: 'registry' | 'page' | 'lost',
  live: LiveContent,
  headers: SecurityHeaders,
  stale: number | undefined,
): Promise<void> | void {
  if (kind === 'registry')
    return conditional(request, response, live.registry, {
      ...headers.data,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
    })
  const pageHeaders = {
    ...headers.page,
    ...(stale === undefined ? {} : { age: String(stale) }),
    'content-type': 'text/html; charset=utf-8',
  }
  return kind === 'lost'
    ? send(request, response, live.page, pageHeaders, { status: 404 })
    : conditional(request, response, live.page, pageHeaders)
}
