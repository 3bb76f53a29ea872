/** Events of one name within one second; what comes above is cut. */
export const mostPerSecond = 100

export type Pressure = 'fine' | 'firstCut' | 'cut'

/** Counts events per name in windows of one second. `firstCut` comes once per window, to be reported. */
export function createFlood(now: () => number): { count(name: string): Pressure } {
  const windows = new Map<string, { since: number; seen: number }>()
  return {
    count(name) {
      const time = now()
      const known = windows.get(name)
      const window = known && time - known.since < 1000 ? known : { since: time, seen: 0 }
      windows.set(name, window)
      window.seen += 1
      if (window.seen <= mostPerSecond) return 'fine'
      return window.seen === mostPerSecond + 1 ? 'firstCut' : 'cut'
    },
  }
}
