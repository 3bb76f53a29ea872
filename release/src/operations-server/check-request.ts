import type { IncomingMessage } from 'node:http'

/** Addresses of the page: `http://localhost:8081`. A request for another one is an attack. */
export type OwnAddresses = { readonly hosts: ReadonlySet<string>; readonly origins: ReadonlySet<string> }

/**
 * Whether a request is rejected; the page itself and a person who opens it pass.
 *
 * - A foreign host name (DNS rebinding: an attacker's name that resolves to this machine) is rejected before anything
 * is read.
 * - API requests must come from the page's own origin: other ports of the same machine are other origins, the product's
 * own page included.
 * - Changes must be JSON, which no form of another page can send.
 */
export function checkRequest(request: IncomingMessage, { hosts, origins }: OwnAddresses): RejectedRequest | undefined {
  const { host, origin, 'sec-fetch-site': site, 'content-type': type } = request.headers
  if (host === undefined || !hosts.has(host))
    return { status: 421, message: 'The operations page does not have this address.' }
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (origin !== undefined && !origins.has(origin)) return rejectedAsForeign
  if (!isRead && origin === undefined) return rejectedAsForeign
  const isData = (request.url ?? '').startsWith('/api/')
  if ((isData || !isRead) && site !== undefined && site !== 'same-origin') return rejectedAsForeign
  if (!isRead && !/^application\/json(;\s*charset=utf-8)?$/i.test(type ?? ''))
    return { status: 415, message: 'Changes must be JSON.' }
  return undefined
}

/** The names of loopback at this port, and the address that a deployment gives the page. */
export function listOwnAddresses(port: number, publicUrl?: string): OwnAddresses {
  const origins = ['localhost', '127.0.0.1', '[::1]'].map(host => `http://${host}:${port}`)
  if (publicUrl !== undefined) origins.push(new URL(publicUrl).origin)
  return { origins: new Set(origins), hosts: new Set(origins.map(origin => new URL(origin).host)) }
}

/** Why a request is rejected, and the status. */
export type RejectedRequest = { readonly status: number; readonly message: string }

const rejectedAsForeign: RejectedRequest = {
  status: 403,
  message: 'The request did not come from the operations page.',
}
