/**
 * Work that is asked for again and again: one at a time for each id, and whatever is asked while it runs is one more
 * turn of it.
 */
export function gathered(work: (id: bigint) => Promise<void>): (id: bigint) => Promise<void> {
  const turns = new Map<bigint, 'last' | 'again'>()
  return async id => {
    const isRunning = turns.has(id)
    turns.set(id, isRunning ? 'again' : 'last')
    if (isRunning) return
    try {
      do {
        turns.set(id, 'last')
        await work(id)
      } while (turns.get(id) === 'again')
    } finally {
      turns.delete(id)
    }
  }
}
