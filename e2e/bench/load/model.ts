import { phone } from './profiles.ts'

/**
 * A file that came over the wire, in ms since the load began. `leads`: from when others can follow from it; of the page
 * that is its first byte, because what it names is asked for while the rest of it arrives.
 */
export type Fetched = {
  readonly start: number
  readonly leads: number
  readonly end: number
  readonly bytes: number
}

/** The dependencies of a moment, none of which depends on the load of the machine. */
export type ModelledPath = {
  readonly requests: number
  readonly kb: number
  readonly cpuMs: number
  readonly ms: number
}

const { slowdown, network = { latency: 0, downloadThroughput: 1 } } = phone

/**
 * The modelled time of a moment on the slow phone:
 *
 *   requests on the critical path × round trip (150 ms)
 *   + bytes until then ÷ bandwidth (1.6 Mbit/s)
 *   + processor time of the main thread until then × 4
 *
 * The critical path is the longest chain of requests that had ended by the moment, in which each began when the one
 * before it had ended, or, after the page itself, had begun to come (resource timing: `startTime` against
 * `responseEnd`, of the page `responseStart`). A file from the cache is no request. What overlaps in a browser is added
 * up here: the figure is there to be compared, not to be believed alone.
 *
 * @param cpuMs  processor time of the main thread (`threadTicks`), on a processor that is not slowed
 */
export function modelPath(fetched: readonly Fetched[], until: number, cpuMs: number): ModelledPath {
  const before = fetched.filter(({ end }) => end <= until)
  const requests = countLongestChain(before)
  const bytes = before.reduce((sum, each) => sum + each.bytes, 0)
  const ms = requests * network.latency + (1000 * bytes) / network.downloadThroughput + cpuMs * slowdown
  return { requests, kb: bytes / 1000, cpuMs, ms }
}

function countLongestChain(fetched: readonly Fetched[]): number {
  const depths: { leads: number; depth: number }[] = []
  for (const { start, leads } of fetched.toSorted((a, b) => a.start - b.start)) {
    const depth = depths.reduce((most, before) => (before.leads <= start ? Math.max(most, before.depth) : most), 0)
    depths.push({ leads, depth: depth + 1 })
  }
  return Math.max(0, ...depths.map(({ depth }) => depth))
}
