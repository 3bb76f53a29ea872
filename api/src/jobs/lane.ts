import type { ClaimedJob } from './job-row.ts'

export type Lane = {
  wakeIn(ms: number): void
  /** Takes no more jobs; resolves when those that run have ended. */
  stop(): Promise<void>
}

type LaneOptions = {
  /** Number of jobs at once. */
  readonly width: number
  readonly longestMs: number
  claim(most: number): Promise<readonly ClaimedJob[]>
  /** Milliseconds until there may be something to do. */
  rest(): Promise<number>
  execute(job: ClaimedJob): Promise<void>
  failed(error: unknown): void
}

/** Claims as many jobs as it has room for; sleeps while nothing is due; each job that ends makes it look again. */
export function createLane({ width, longestMs, claim, rest, execute, failed }: LaneOptions): Lane {
  const running = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let taking: Promise<void> = Promise.resolve()
  let [isStopped, wakesAt] = [false, Number.POSITIVE_INFINITY]

  function wakeIn(ms: number): void {
    const at = performance.now() + Math.min(Math.max(ms, 0), longestMs)
    if (isStopped || at >= wakesAt) return
    wakesAt = at
    clearTimeout(timer)
    timer = setTimeout(turn, Math.ceil(at - performance.now()))
  }
  /** One claim at a time: a job that is added meanwhile is due in the next. */
  function turn(): void {
    taking = taking.then(() => (isStopped ? undefined : take()))
  }
  async function take(): Promise<void> {
    wakesAt = Number.POSITIVE_INFINITY
    const room = width - running.size
    if (room === 0) return
    try {
      const claimed = await claim(room)
      for (const job of claimed) begin(job)
      if (claimed.length < room) wakeIn(await rest())
    } catch (error) {
      failed(error)
      wakeIn(longestMs)
    }
  }
  function begin(job: ClaimedJob): void {
    const run = execute(job)
      .catch(failed)
      .finally(() => {
        running.delete(run)
        wakeIn(0)
      })
    running.add(run)
  }
  return {
    wakeIn,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await taking
      await Promise.all(running)
    },
  }
}
