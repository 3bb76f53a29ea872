import { useEffect, useState } from 'react'

/** Ends of the countdowns of this tab by name: milliseconds of `Date.now()`. Kept in the tab's storage, so that a reload goes on. */
const storageKey = (name: string) => `adcoin.countdown.${name}`

/**
 * Seconds until something may be done again, such as asking for another code; 0 = now. A reload of the page goes on counting,
 * a clock that jumps never makes it longer than what was started.
 *
 * @param name  one countdown per name and tab
 */
export function useCountdown(name: string): { left: number; start: (seconds: number) => void } {
  const [end, setEnd] = useState(() => readEnd(name))
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((end - now) / 1000))
  const isRunning = left > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isRunning])
  return {
    left,
    start(seconds) {
      const until = Date.now() + seconds * 1000
      writeEnd(name, until)
      setNow(Date.now())
      setEnd(until)
    },
  }
}

/** Longest countdown that is believed when read back. */
const longestMs = 24 * 3600_000

function readEnd(name: string): number {
  try {
    const end = Number(sessionStorage.getItem(storageKey(name)))
    return Number.isFinite(end) && end - Date.now() < longestMs ? end : 0
  } catch {
    return 0
  }
}

function writeEnd(name: string, end: number): void {
  try {
    sessionStorage.setItem(storageKey(name), String(end))
  } catch {
    // Blocked or full: it counts without surviving a reload.
  }
}
