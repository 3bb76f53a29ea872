export type CleanEnd = ReturnType<typeof createCleanEnd>

/** The end, by a signal or a failure: what was started is undone in reverse order, once. */
export function createCleanEnd() {
  const ending = new AbortController()
  const steps: (() => Promise<unknown>)[] = []
  let isStopping = false
  async function stop(code: number): Promise<void> {
    if (isStopping) return
    isStopping = true
    ending.abort()
    for (const step of steps.reverse())
      await step().catch(error => console.error(error instanceof Error ? error.message : error))
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, () => void stop(0))
  process.channel?.unref()
  return {
    signal: ending.signal,
    abort: () => ending.abort(),
    isStopping: () => isStopping,
    undo: (step: () => Promise<unknown>) => void steps.push(step),
    stop,
  }
}
