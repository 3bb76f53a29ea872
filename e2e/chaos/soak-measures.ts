import { readdirSync, readFileSync } from 'node:fs'
import type { CDPSession } from 'playwright'

/** One figure for each name, of one minute. */
export type Sample = Readonly<Record<string, number>>

const ofService = {
  'service: resident memory, MB': ['process_resident_memory_bytes', 1e6],
  'service: heap, MB': ['nodejs_heap_size_used_bytes', 1e6],
  'service: handles': ['nodejs_active_handles_total', 1],
  'service: open files': ['process_open_fds', 1],
  'service: event loop p99, ms': ['nodejs_eventloop_lag_p99_seconds', 0.001],
} as const

/** Figures of `/operators/metrics`. */
export async function sampleService(service: string, secret: string): Promise<Sample> {
  const answer = await fetch(`${service}/operators/metrics`, { headers: { authorization: `Bearer ${secret}` } })
  const text = await answer.text()
  return Object.fromEntries(
    Object.entries(ofService).map(([name, [metric, unit]]) => {
      const value = new RegExp(`^${metric}(?:\\{.*\\})? ([0-9.e+-]+)$`, 'm').exec(text)?.[1]
      if (value === undefined) throw new Error(`the service has no metric ${metric}`)
      return [name, Number(value) / unit]
    }),
  )
}

/** Memory and open files of a process. Linux only. */
export function sampleProcess(name: string, pid: number): Sample {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return {
    [`${name}: resident memory, MB`]: Number(kilobytes) / 1e3,
    [`${name}: open files`]: readdirSync(`/proc/${pid}/fd`).length,
  }
}

/** Memory, nodes and listeners of a page after a garbage collection. */
export async function samplePage(session: CDPSession): Promise<Sample> {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const readMetric = (name: string) => metrics.find(metric => metric.name === name)?.value ?? Number.NaN
  return {
    'page: heap, MB': readMetric('JSHeapUsedSize') / 1e6,
    'page: DOM nodes': readMetric('Nodes'),
    'page: event listeners': readMetric('JSEventListeners'),
  }
}

/** The lowest values of a figure in the second quarter of a run and in its last: garbage comes and goes. */
export type Course = { readonly name: string; readonly from: number; readonly to: number; readonly grows: boolean }

/** @returns one course for each name; `grows` if the last quarter is more than 15 % and 5 units above the second */
export function computeCourses(samples: readonly Sample[]): readonly Course[] {
  const quarter = Math.max(1, Math.floor(samples.length / 4))
  return Object.keys(samples.at(-1) ?? {}).map(name => {
    const values = samples.map(sample => sample[name] ?? Number.NaN)
    const [from, to] = [Math.min(...values.slice(quarter, 2 * quarter)), Math.min(...values.slice(-quarter))]
    return { name, from, to, grows: to > from * 1.15 && to > from + 5 }
  })
}
