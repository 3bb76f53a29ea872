import { lookup } from 'node:dns'
import { request, type RequestOptions } from 'node:https'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'

/** The longest wait for an answer, in which one place of the lane is in use. */
const deliverMs = 10_000

type Delivery = {
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: Buffer
  /** A push service of the operator may have a private address. */
  readonly isOwn: boolean
}

/**
 * Sends an encrypted message to a push service. Redirects are not followed.
 *
 * @returns the HTTP status
 * @throws for a private address, a lost connection or no answer in time
 */
export function deliver(
  { endpoint, headers, body, isOwn }: Delivery,
  { timeoutMs = deliverMs }: { timeoutMs?: number } = {},
): Promise<number> {
  const options: RequestOptions = {
    method: 'POST',
    headers,
    signal: AbortSignal.timeout(timeoutMs),
    ...(isOwn ? {} : { lookup: lookupPublic }),
  }
  return new Promise((resolve, reject) => {
    request(endpoint, options, response => {
      // Only the status matters.
      response.on('error', () => undefined).resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end(body)
  })
}

const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const isUnsafe = addresses?.some(({ address }) => isPrivate(address))
    if (error) done(error, [])
    else if (isUnsafe) done(new Error(`${hostname} has a private address`), [])
    else if (options.all === true) done(null, addresses)
    else done(null, addresses[0]?.address ?? '', addresses[0]?.family)
  })
}

const privateNetworks = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4')
// NAT64 contains an IPv4 address; a mapped one is compared with the networks of IPv4.
for (const [network, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv6')

export function isPrivate(address: string): boolean {
  return privateNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
