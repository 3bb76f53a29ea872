import * as v from 'valibot'
import { useEffect, useState } from 'react'
import { defineDraft } from './draft.ts'

/** Ends of the countdowns of this tab: milliseconds of `Date.now()`. Kept, so that a reload goes on counting. */
const ends = defineDraft({ owner: 'shell', name: 'countdown', version: 1, schema: v.number(), keep: 'tab' })

/**
 * Seconds until something may be done again, such as asking for another code; 0 = now. A reload of the page goes on
 * counting, a clock that jumps never makes it longer than what was started.
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
      ends.save(until, name)
      setNow(Date.now())
      setEnd(until)
    },
  }
}

/** Longest countdown that is believed when read back. */
const longestMs = 24 * 3600_000

function readEnd(name: string): number {
  const end = ends.read(name) ?? 0
  return end - Date.now() < longestMs ? end : 0
}
