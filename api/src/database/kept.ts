import type { Engine } from './engine.ts'

/** Told by the database after a change of a table that is the same for everybody (migration 0011). */
const channel = 'shared_changed'
/** Nothing is older than this, even where a connection died without a word and nothing is heard. */
const oldestMs = 10_000
const mostKept = 500
const againMs = 10_000

export type Kept = {
  /**
   * What was made under this name, until anything that is the same for everybody changes, on whatever replica. Only of
   * such tables, and never for what moves money: a change is heard some milliseconds after its commit.
   */
  keep<Value>(name: string, make: () => Promise<Value>): Promise<Value>
  /** Called by who changed something, so that this replica answers with it at once. */
  forget(): void
  stop(): Promise<void>
}

type Log = { warn(details: object, message: string): void }

/** What is the same for everybody, in memory. While changes are not heard nothing is kept. */
export function keptOf(engine: Engine, log: Log): Kept {
  const values = new Map<string, { readonly value: unknown; readonly until: number }>()
  let [changes, isHearing, isOver] = [0, false, false]
  let listening: Promise<(() => Promise<void>) | undefined> | undefined
  let retry: NodeJS.Timeout | undefined

  function forget(): void {
    changes += 1
    values.clear()
  }
  function heardAll(isNow: boolean): void {
    isHearing = isNow
    forget()
  }
  function listen(): Promise<(() => Promise<void>) | undefined> {
    const hearing = { channels: [channel], heard: forget, missed: () => heardAll(true), lost: () => heardAll(false) }
    return engine.listen(hearing).then(
      end => {
        heardAll(true)
        return end
      },
      (error: unknown) => {
        log.warn({ err: error }, 'changes are not heard: what is the same for everybody is asked for each time')
        retry = setTimeout(() => void (isOver || (listening = listen())), againMs).unref()
        return undefined
      },
    )
  }

  return {
    async keep<Value>(name: string, make: () => Promise<Value>) {
      if (!isOver) listening ??= listen()
      const kept = values.get(name)
      if (kept && kept.until > performance.now()) return kept.value as Value
      const before = changes
      const value = await make()
      // What changed while it was made may be missing in it.
      if (isHearing && before === changes && values.size < mostKept)
        values.set(name, { value, until: performance.now() + oldestMs })
      return value
    },
    forget,
    async stop() {
      isOver = true
      clearTimeout(retry)
      heardAll(false)
      await (
        await listening
      )?.()
    },
  }
}
