/** Events of one name within one second; what comes above is cut. */
export const mostPerSecond = 100
/** Events of one speaker within one second, whatever their names: who makes names up floods as well. */
export const mostOfOneSpeaker = 300
const mostWindows = 1000

export type Pressure = 'fine' | 'firstCut' | 'cut'

/** Counts events per key in windows of one second. `firstCut` comes once per window, to be reported. */
export function createFlood(now: () => number, most: number): { count(key: string): Pressure } {
  const windows = new Map<string, { since: number; seen: number }>()
  return {
    count(key) {
      const time = now()
      const known = windows.get(key)
      const window = known && time - known.since < 1000 ? known : { since: time, seen: 0 }
      if (windows.size > mostWindows) windows.clear()
      windows.set(key, window)
      window.seen += 1
      if (window.seen <= most) return 'fine'
      return window.seen === most + 1 ? 'firstCut' : 'cut'
    },
  }
}
