import { LoadFailure } from './load-failure.ts'

export type StallWatch = ReturnType<typeof watchStall>

/** One timer for a whole load. Its signal aborts the load's requests when the load stalls or is aborted. */
export function watchStall({ signal, withinMs }: { signal: AbortSignal; withinMs: number }) {
  const ending = new AbortController()
  const ended = AbortSignal.any([signal, ending.signal])
  let timer: ReturnType<typeof setTimeout> | undefined
  const start = () => {
    const stalled = new LoadFailure('stall', `no data arrived for ${withinMs} ms`)
    timer = setTimeout(() => ending.abort(stalled), withinMs)
  }
  return {
    signal: ended,
    /** Call when data of any file arrived: restarts the timer. */
    beat() {
      if (timer === undefined) return
      clearTimeout(timer)
      start()
    },
    /** @throws LoadFailure  'stall' if the work does not end and no data arrives within the limit */
    async waitFor<Result>(work: () => Promise<Result>): Promise<Result> {
      ended.throwIfAborted()
      start()
      const aborted = new Promise<never>((_, reject) => ended.addEventListener('abort', () => reject(ended.reason)))
      return await Promise.race([work(), aborted])
    },
    stop() {
      clearTimeout(timer)
      ending.abort()
    },
  }
}
