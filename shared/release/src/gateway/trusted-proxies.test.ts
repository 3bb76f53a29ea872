import { describe, expect, it } from 'vitest'
import { clientAddressBehind, trustedNetworks } from './trusted-proxies.ts'

const behind = (trusted: string, peer: string, forwardedFor?: string) =>
  clientAddressBehind(trustedNetworks(trusted))(peer, forwardedFor)

describe('the address of a client', () => {
  it.each([
    ['without trusted proxies the header is ignored', '', '10.0.0.2', '203.0.113.9', '10.0.0.2'],
    ['a peer that is not trusted is the client', '10.0.0.0/8', '198.51.100.1', '203.0.113.9', '198.51.100.1'],
    ['a trusted proxy names the client', '10.0.0.0/8', '10.0.0.2', '203.0.113.9', '203.0.113.9'],
    [
      'an invented address before the proxy’s own is ignored',
      '10.0.0.0/8',
      '10.0.0.2',
      '6.6.6.6, 203.0.113.9',
      '203.0.113.9',
    ],
    [
      'a chain of trusted proxies',
      'uniquelocal,192.0.2.7',
      '10.0.0.2',
      '203.0.113.9, 192.0.2.7, 172.16.1.1',
      '203.0.113.9',
    ],
    [
      'IPv6, and IPv4 on a dual-stack socket',
      '::ffff:1.2.3.4,fd00::/8,10.0.0.0/8',
      '::ffff:10.0.0.2',
      '2001:db8::1, fd00::2',
      '2001:db8::1',
    ],
    ['what is not an address ends the chain', '10.0.0.0/8', '10.0.0.2', '203.0.113.9, unknown', '10.0.0.2'],
    ['only trusted addresses: the first of them', 'loopback,uniquelocal', '127.0.0.1', '192.168.1.5', '192.168.1.5'],
  ])('%s', (_, trusted, peer, forwardedFor, client) => {
    expect(behind(trusted, peer, forwardedFor)).toBe(client)
  })

  it.each(['everyone', '10.0.0.0/33', '::/129', '0.0.0.0/0', '10.0.0.0/x', '10.0.0/8'])('refuses to trust %s', text => {
    expect(() => trustedNetworks(text)).toThrow('is not an address or network of a proxy')
  })
})
