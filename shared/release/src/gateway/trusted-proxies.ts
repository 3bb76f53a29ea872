import { BlockList, isIP } from 'node:net'

/** Names that the service's TRUST_PROXY knows too. */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * The networks of the proxies before the gateway, as CIDR.
 *
 * @param text  addresses, networks or the names above, with commas; '' for none
 * @throws Error for anything else
 */
export function trustedNetworks(text: string): readonly string[] {
  const parts = text.split(',').map(part => part.trim())
  return parts.filter(part => part !== '').flatMap(part => named[part] ?? networkOf(part))
}

function networkOf(text: string): string {
  const [address = '', bits] = text.split('/')
  const family = isIP(address)
  const most = family === 6 ? 128 : 32
  const prefix = bits === undefined ? most : Number(bits)
  if (family === 0 || !/^[0-9]*$/.test(bits ?? '') || prefix > most || (bits !== undefined && prefix === 0))
    throw new Error(`"${text}" is not an address or network of a proxy (10.0.0.0/8, loopback, uniquelocal)`)
  return `${address}/${prefix}`
}

/**
 * Finds the address of the person behind trusted proxies: each proxy appends the address that it saw, so the last one
 * that no trusted proxy has is the person's. Without trusted proxies the header is ignored.
 */
export function clientAddressBehind(networks: readonly string[]) {
  const trusted = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    trusted.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  return (peer: string, forwardedFor: string | undefined): string => {
    let client = plainAddress(peer)
    for (const before of (forwardedFor ?? '').split(',').toReversed()) {
      const address = plainAddress(before.trim())
      if (isIP(client) === 0 || !isTrusted(client) || isIP(address) === 0) break
      client = address
    }
    return client
  }
}

/** An IPv4 address that a dual-stack socket shows as IPv6 is the IPv4 address. */
const plainAddress = (address: string) => address.replace(/^::ffff:(?=[0-9.]+$)/i, '')
