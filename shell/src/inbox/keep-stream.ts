import { readStream } from './read-stream.ts'

type Keeping = Omit<Parameters<typeof readStream>[0], 'after'> & {
  /** The newest item that this browser knows. */
  after(): number | undefined
  /** Polls the list while there is no stream. Never throws. */
  ask(): Promise<void>
}

/** A stream that lasted so long was healthy: the next attempt starts without a pause. */
const wellMs = 30_000
const longestWaitMs = 60_000

/** Keeps a stream open until the signal ends it; asks where none can be had. */
export async function keepStream({ after, ask, ...reading }: Keeping): Promise<void> {
  const { signal } = reading
  let failures = 0
  while (!signal.aborted) {
    const began = performance.now()
    const end = await readStream({ ...reading, after: after() })
    if (signal.aborted) return
    failures = performance.now() - began > wellMs ? 0 : failures + 1
    // A session that is over is found by asking, as everywhere else.
    if (end !== 'cut' || failures > 1) await ask()
    await pause(waitMs(failures), signal)
  }
}

/** Longer each time, and never the same for two browsers: a thousand of them lose their streams at once. */
function waitMs(failures: number, random = Math.random): number {
  return Math.min(1_000 * 2 ** Math.max(failures - 1, 0), longestWaitMs) * (0.5 + random() / 2)
}

/** A connection that is back is reason enough to try at once. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(done => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      window.removeEventListener('online', end)
      done()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    window.addEventListener('online', end)
  })
}
