import * as v from 'valibot'
import { useEffect, useState } from 'react'
import { defineDraft } from './draft.ts'

/**
 * Ends of the countdowns of this tab (milliseconds of `Date.now()`) and their lengths. Kept, so that a reload continues
 * counting.
 */
const ends = defineDraft({
  owner: 'shell',
  name: 'countdown',
  version: 2,
  schema: v.object({ until: v.number(), seconds: v.number() }),
  keep: 'tab',
})

/**
 * Seconds until something may be done again, such as asking for another code; 0 = now. A reload of the page continues
 * counting, a clock that jumps never makes it longer than what was started.
 *
 * @param name  one countdown per name and tab
 */
export function useCountdown(name: string): { left: number; start: (seconds: number) => void } {
  // The page's own clock: the device's may be set while this counts.
  const [end, setEnd] = useState(() => performance.now() + readLeft(name))
  const [now, setNow] = useState(() => performance.now())
  const left = Math.max(0, Math.ceil((end - now) / 1000))
  const isRunning = left > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(performance.now()), 500)
    return () => clearInterval(timer)
  }, [isRunning])
  return {
    left,
    start(seconds) {
      ends.save({ until: Date.now() + seconds * 1000, seconds }, name)
      setNow(performance.now())
      setEnd(performance.now() + seconds * 1000)
    },
  }
}

/** Milliseconds; never more than were started. */
function readLeft(name: string): number {
  const countdown = ends.read(name)
  return countdown ? Math.min(Math.max(0, countdown.until - Date.now()), countdown.seconds * 1000) : 0
}
