/** Runs at most `places` pieces of work at once and lets `queue` wait; answers nothing for one that finds the queue full. */
export function fewAtATime({ places, queue }: { readonly places: number; readonly queue: number }): <Result>(work: () => Promise<Result>) => Promise<Result | undefined> {
  let running = 0
  const waiting: (() => void)[] = []
  return async work => {
    if (running >= places) {
      if (waiting.length >= queue) return undefined
      await new Promise<void>(resolve => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
