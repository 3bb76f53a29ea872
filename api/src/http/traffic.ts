/**
 * Calls of one address, whatever they are: as fast as a crowd behind one address is, slower than one machine that
 * floods.
 */
export type Traffic = {
  /** Takes one; answers 0, or the seconds until there is one again. */
  take(ip: string): number
}

export type Pace = { readonly perSecond: number; readonly burst: number }

/** Beyond these the addresses that were silent longest are forgotten, which is to their advantage. */
const remembered = 20_000

/**
 * A token bucket per address, in memory: asking a database about every read would cost more than the read. So each
 * replica counts for itself; the limits that protect people (tries, codes, requests) are counted together, in the
 * database.
 */
export function createTraffic(now: () => Date, { perSecond, burst }: Pace): Traffic {
  const buckets = new Map<string, { left: number; at: number }>()
  return {
    take(ip) {
      const key = siteOf(ip)
      const at = now().getTime()
      const before = buckets.get(key) ?? { left: burst, at }
      // A clock that is set back gives nothing and takes nothing.
      const left = Math.min(burst, before.left + (Math.max(0, at - before.at) / 1000) * perSecond)
      buckets.delete(key)
      buckets.set(key, { left: left >= 1 ? left - 1 : left, at })
      if (buckets.size > remembered) {
        const [oldest] = buckets.keys()
        if (oldest !== undefined) buckets.delete(oldest)
      }
      return left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / perSecond))
    },
  }
}

/** A subject of limits on anonymous calls, and how many times the limit it may take. */
type CountedAddress = { readonly subject: string; readonly times: number }

/** A /48 of IPv6 may be one customer or a small provider: it gets as much as this many of its /64. */
const sitesPer48 = 16

/** Subjects that an anonymous call counts against: an IPv4 address, or a /64 of IPv6 and its /48. */
export function listCountedAddresses(ip: string): readonly CountedAddress[] {
  const groups = groupsOf(ip)
  if (groups.length === 4) return [{ subject: groups.join('.'), times: 1 }]
  return [
    { subject: groups.slice(0, 4).join(':'), times: 1 },
    { subject: `${groups.slice(0, 3).join(':')}/48`, times: sitesPer48 },
  ]
}

/** One connection of a customer: an IPv4 address, or a /64 of IPv6. */
const siteOf = (ip: string): string => listCountedAddresses(ip)[0]?.subject ?? ip

/** The network of an address, as limits count: /24 of IPv4, /64 of IPv6. */
export function toNetwork(ip: string): string {
  const groups = groupsOf(ip)
  return groups.length === 4 ? groups.slice(0, 3).join('.') : groups.slice(0, 4).join(':')
}

/** Four numbers of an IPv4 address, also of a mapped one in either spelling; else the eight groups of IPv6. */
function groupsOf(ip: string): readonly string[] {
  const plain = ip.toLowerCase().replace(/%.*$/, '')
  const [, dotted] = /^(?:::ffff:)?([0-9]+(?:\.[0-9]+){3})$/.exec(plain) ?? []
  if (dotted !== undefined) return dotted.split('.')
  const [head = '', tail] = plain.split('::')
  const left = head === '' ? [] : head.split(':')
  // `::` means as many zeros as are missing.
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right].map(group =>
    group.replace(/^0+(?=.)/, ''),
  )
  const [high = 0, low = 0] = groups.slice(6).map(group => Number.parseInt(group, 16))
  const isMapped = groups.length === 8 && groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].map(String) : groups
}
