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
export function trafficOf(now: () => Date, { perSecond, burst }: Pace): Traffic {
  const buckets = new Map<string, { left: number; at: number }>()
  return {
    take(ip) {
      const key = ip.includes(':') ? networkOf(ip) : ip
      const before = buckets.get(key) ?? { left: burst, at: 0 }
      // A clock that is set back gives nothing and takes nothing.
      const at = Math.max(now().getTime(), before.at)
      const left = Math.min(burst, before.left + ((at - before.at) / 1000) * perSecond)
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

/** The network of an address, as limits count: /24 of IPv4, /64 of IPv6. */
export function networkOf(ip: string): string {
  const mapped = ip.replace(/^::ffff:(?=[0-9.]+$)/, '')
  if (/^[0-9.]+$/.test(mapped)) return mapped.split('.').slice(0, 3).join('.')
  const [head = '', tail] = mapped.split('::')
  const left = head === '' ? [] : head.split(':')
  // `::` stands for as many zeros as are missing.
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right]
  return groups.slice(0, 4).join(':')
}
