/** One event with its outcome; never its payload. `older`: dropped, because a newer version had been emitted. */
export type TraceEntry = {
  readonly name: string
  readonly owner: string
  /** Milliseconds since 1970. */ readonly time: number
  readonly outcome: 'delivered' | 'refused' | 'older'
}

const mostEntries = 100

/** The last hundred events, for the inspector and for error reports. */
export function createTrace(): {
  add(name: string, owner: string, outcome: TraceEntry['outcome']): void
  read(): readonly TraceEntry[]
} {
  const entries: TraceEntry[] = []
  return {
    add(name, owner, outcome) {
      entries.push({ name: String(name).slice(0, 80), owner, time: Date.now(), outcome })
      if (entries.length > mostEntries) entries.shift()
    },
    read: () => [...entries],
  }
}
