import { buildReleaseKey } from '@adcoin/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findMimeType } from '../files/files.ts'
import type { KeyRing } from '../signing/key-ring.ts'
import type { Counter } from '../store/counter.ts'
import type { Store } from '../store/store.ts'
import { readAddress, type Requested } from './addresses.ts'
import { sendIfChanged, sendJsonReply, sendText, sendServedFile } from './answers.ts'
import { buildSecurityHeaders, type SecurityHeaders } from './headers.ts'
import { checkHealth, type StoredFiles } from './health.ts'
import { FileCache, type FileCacheOptions } from './file-cache.ts'
import { createLiveSource, type LiveContent, type LiveSource } from './live-source.ts'
import { createPublishedLookup } from './published.ts'
import { readRequestPath, createServiceProxy, type ServiceAddress } from './service-proxy.ts'
import { buildWorkerScript } from './worker.ts'

export type GatewayOptions = Pick<FileCacheOptions, 'isFar' | 'folder'> & {
  readonly store: Store
  /** Read again for each generation, so that a rotated key is known without a restart. */
  readonly ring: () => Promise<KeyRing>
  /** The highest number ever seen, which outlives the process; without one a restart believes any. */
  readonly counter?: Counter
  /** The service's addresses; none while it is down. */
  readonly services: () => readonly ServiceAddress[]
  /** Whether a publish is still running, for `/healthz`. */
  readonly isStarting?: () => boolean
  /** The scrubber of the stored files, for `/healthz`. */
  readonly scrubber?: StoredFiles
  /** Called with the reason why the newest is not served, and with undefined when it is again. */
  readonly report?: (trouble: string | undefined) => void
  /** Prefixes for the service beside `/app/` and `/files/`, each with a slash at both ends. */
  readonly servicePaths?: readonly string[]
  /** Public address of the product; https adds HSTS. Default: http. */
  readonly publicUrl?: string
  /** Whether browsers store the offline page; false removes stored ones. Default: true. */
  readonly offlinePage?: boolean
  /** Networks (CIDR) of the proxies before the gateway, whose `X-Forwarded-For` is trusted. Default: none. */
  readonly trustedProxies?: readonly string[]
  /** Longest age in ms of an answer after a release; default 50. */
  readonly pollEveryMs?: number
}

/**
 * The product's one address: the live pages, release files, what is live, health, and the way to the service. Not
 * listening yet.
 */
export function createGateway(options: GatewayOptions): FastifyInstance {
  const headers = buildSecurityHeaders(options.publicUrl ?? '')
  const cache = new FileCache(options)
  const source = createLiveSource(
    options.store,
    options.ring,
    options.pollEveryMs,
    options.counter,
    cache,
    options.report,
  )
  const answer = createAnswer(options, headers, cache, source)
  const prefixes = ['/app/', '/files/', ...(options.servicePaths ?? [])]
  const answerOwn = (request: FastifyRequest, reply: FastifyReply, call: Requested) =>
    answer(request, reply, call).catch((error: unknown) => {
      console.error(
        `gateway: ${request.method} ${readRequestPath(request)}: ${error instanceof Error ? error.message : error}`,
      )
      return sendText(reply, headers.data, 500, 'Internal error')
    })
  const app = createServiceProxy(options.services, headers.data, options.trustedProxies, {
    // An address that Fastify cannot decode.
    frameworkErrors: (_, request, reply) =>
      void answerOwn(request, reply, readAddress(readRequestPath(request), prefixes)),
  })
  app.addHook('onRequest', async (request, reply) => {
    const call = readAddress(readRequestPath(request), prefixes)
    return call.kind === 'service' ? undefined : answerOwn(request, reply, call)
  })
  app.addHook('onClose', async () => source.stop())
  return app
}

/** The answer to each request: what needs no live page, then release files, then the live data and pages. */
function createAnswer(options: GatewayOptions, headers: SecurityHeaders, cache: FileCache, source: LiveSource) {
  const published = createPublishedLookup(options.store, cache)

  return async function answer(request: FastifyRequest, reply: FastifyReply, call: Requested): Promise<FastifyReply> {
    const path = readRequestPath(request)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendText(reply, headers.data, 405, 'Method not allowed', { allow: 'GET, HEAD' })
    // Only a person who goes there is shown a page; what asks for a file or data is not.
    const isData = call.kind === 'lost' && !/text\/html/.test(request.headers.accept ?? '')
    if (call.kind === 'nothing' || call.kind === 'service' || isData)
      return sendText(reply, headers.data, 404, 'Not found')
    if (call.kind === 'health')
      return sendJsonReply(
        reply,
        headers.data,
        await checkHealth(source, options.services(), options.scrubber, options.isStarting?.()),
      )
    if (call.kind === 'worker') {
      const type = { 'content-type': findMimeType(path) ?? '' }
      return sendText(reply, headers.worker, 200, buildWorkerScript(options.offlinePage ?? true), type)
    }
    if (call.kind === 'moved')
      return sendText(reply, headers.data, 308, 'Moved', { location: `${call.to}${request.url.slice(path.length)}` })
    const live = await source.now()
    if (call.kind === 'release') {
      const type = findMimeType(call.path)
      const isGone = live?.revoked.has(buildReleaseKey(call.app, call.id)) ?? false
      const file = type && !isGone ? await cache.getFile(call.path) : undefined
      return file && type
        ? sendServedFile(reply, file, { ...headers.release, 'content-type': type })
        : sendText(reply, headers.data, 404, 'Not found')
    }
    if (call.kind === 'published') {
      const found = live?.isGone && (await published(live.isGone, call))
      return found
        ? sendJsonReply(reply, headers.data, { status: 200, body: found })
        : sendText(reply, headers.data, 404, 'Not found')
    }
    if (!live) return sendText(reply, headers.data, 503, 'Ad Coin is starting', { 'retry-after': '1' })
    return answerLive(reply, call.kind, live, headers, source.staleSeconds())
  }
}

/** What is live as data, today's or the former shape, or the page of the address. */
function answerLive(
  reply: FastifyReply,
  kind: 'live' | 'registry' | 'page' | 'lost',
  live: LiveContent,
  headers: SecurityHeaders,
  stale: number | undefined,
): FastifyReply {
  if (kind === 'live' || kind === 'registry') {
    const file = live[kind]
    const type = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' }
    return file
      ? sendIfChanged(reply, file, { ...headers.data, ...type })
      : sendText(reply, headers.data, 404, 'Not found')
  }
  const pageHeaders = {
    ...headers.page,
    ...(stale === undefined ? {} : { age: String(stale) }),
    'content-type': 'text/html; charset=utf-8',
  }
  return kind === 'lost'
    ? sendServedFile(reply.code(404), live.pageAt('/'), pageHeaders)
    : sendIfChanged(reply, live.pageAt(readRequestPath(reply.request)), pageHeaders)
}
