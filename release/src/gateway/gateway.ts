import { releaseKey } from '@adcoin/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mimeType } from '../files/files.ts'
import type { KeyRing } from '../signing/key-ring.ts'
import type { Counter } from '../store/counter.ts'
import type { Store } from '../store/store.ts'
import { readAddress, type Requested } from './addresses.ts'
import { conditional, json, plain, send } from './answers.ts'
import { securityHeaders, type SecurityHeaders } from './headers.ts'
import { health } from './health.ts'
import { KeptFiles, type KeptFilesOptions } from './kept-files.ts'
import { liveSite, type LiveContent, type LiveSite } from './live-site.ts'
import { publishedReleases } from './published.ts'
import { pathOf, serviceProxy, type ServiceAddress } from './service-proxy.ts'
import { workerScript } from './worker.ts'

export type GatewayOptions = Pick<KeptFilesOptions, 'isFar' | 'folder'> & {
  readonly store: Store
  /** Read anew for each number, so that a rotated key is known without a restart. */
  readonly ring: () => Promise<KeyRing>
  /** The highest number ever seen, which outlives the process; without one a restart believes any. */
  readonly counter?: Counter
  /** The service's addresses; none while it is down. */
  readonly services: () => readonly ServiceAddress[]
  /** Whether a publish is still running, for `/healthz`. */
  readonly isStarting?: () => boolean
  /** The scrubber's alarm, for `/healthz`. */
  readonly alarm?: () => string | undefined
  /** Called with the reason why the newest is not served, and with undefined when it is again. */
  readonly report?: (trouble: string | undefined) => void
  /** Prefixes for the service beside `/app/` and `/files/`, each with a slash at both ends. */
  readonly servicePaths?: readonly string[]
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
 * The product's one address: the live pages, release files, what is live, health, and the way to the service. Not
 * listening yet.
 */
export function createGateway(options: GatewayOptions): FastifyInstance {
  const headers = securityHeaders(options.publicUrl ?? '')
  const kept = new KeptFiles(options)
  const site = liveSite(options.store, options.ring, options.lookEveryMs, options.counter, kept, options.report)
  const answer = answering(options, headers, kept, site)
  const prefixes = ['/app/', '/files/', ...(options.servicePaths ?? [])]
  const own = (request: FastifyRequest, reply: FastifyReply, call: Requested) =>
    answer(request, reply, call).catch((error: unknown) => {
      console.error(`gateway: ${request.method} ${pathOf(request)}: ${error instanceof Error ? error.message : error}`)
      return plain(reply, headers.data, 500, 'Something went wrong')
    })
  const app = serviceProxy(options.services, headers.data, options.trustedProxies, {
    // An address that Fastify cannot decode.
    frameworkErrors: (_, request, reply) => void own(request, reply, readAddress(pathOf(request), prefixes)),
  })
  app.addHook('onRequest', async (request, reply) => {
    const call = readAddress(pathOf(request), prefixes)
    return call.kind === 'service' ? undefined : own(request, reply, call)
  })
  app.addHook('onClose', async () => site.stop())
  return app
}

/** The answer to each request: what needs no live page, then release files, then the live data and pages. */
function answering(options: GatewayOptions, headers: SecurityHeaders, kept: KeptFiles, site: LiveSite) {
  const published = publishedReleases(options.store, kept)

  return async function answer(request: FastifyRequest, reply: FastifyReply, call: Requested): Promise<FastifyReply> {
    const path = pathOf(request)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plain(reply, headers.data, 405, 'Method not allowed', { allow: 'GET, HEAD' })
    // Only a person who goes there is shown a page; what asks for a file or data is not.
    const isData = call.kind === 'lost' && !/text\/html/.test(request.headers.accept ?? '')
    if (call.kind === 'nothing' || call.kind === 'service' || isData)
      return plain(reply, headers.data, 404, 'Not found')
    if (call.kind === 'health')
      return json(
        reply,
        headers.data,
        await health(site, options.services(), options.alarm?.(), options.isStarting?.()),
      )
    if (call.kind === 'worker') {
      const type = { 'content-type': mimeType(path) ?? '' }
      return plain(reply, headers.worker, 200, workerScript(options.offlinePage ?? true), type)
    }
    if (call.kind === 'moved')
      return plain(reply, headers.data, 308, 'Moved', { location: `${call.to}${request.url.slice(path.length)}` })
    const live = await site.now()
    if (call.kind === 'release') {
      const type = mimeType(call.path)
      const isGone = live?.revoked.has(releaseKey(call.app, call.id)) ?? false
      const file = type && !isGone ? await kept.file(call.path) : undefined
      return file && type
        ? send(reply, file, { ...headers.release, 'content-type': type })
        : plain(reply, headers.data, 404, 'Not found')
    }
    if (call.kind === 'published') {
      const found = live?.isGone && (await published(live.isGone, call))
      return found
        ? json(reply, headers.data, { status: 200, body: found })
        : plain(reply, headers.data, 404, 'Not found')
    }
    if (!live) return plain(reply, headers.data, 503, 'Ad Coin is starting', { 'retry-after': '1' })
    return answerLive(reply, call.kind, live, headers, site.staleSeconds())
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
    return file ? conditional(reply, file, { ...headers.data, ...type }) : plain(reply, headers.data, 404, 'Not found')
  }
  const pageHeaders = {
    ...headers.page,
    ...(stale === undefined ? {} : { age: String(stale) }),
    'content-type': 'text/html; charset=utf-8',
  }
  return kind === 'lost'
    ? send(reply.code(404), live.pageAt('/'), pageHeaders)
    : conditional(reply, live.pageAt(pathOf(reply.request)), pageHeaders)
}
