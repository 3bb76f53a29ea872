import { useRef, useState } from 'react'

const steps = [
  { untilMs: 60_000, everyMs: 5_000 },
  { untilMs: 180_000, everyMs: 10_000 },
  { untilMs: Number.POSITIVE_INFINITY, everyMs: 30_000 },
] as const

type PendingCall<Data> = { readonly state: { readonly data: Data | undefined } }

/**
 * The `refetchInterval` of a query whose answer contains undecided items: every 5 s for a minute, 10 s for two more,
 * then 30 s. It pauses while the page is hidden. Source: rulings.md R11; ±20 % so that many tabs do not poll at once
 * (faults.md G21). Without undecided items there is no polling.
 */
export function useAskAgain<Data>(
  isUndecided: ((data: Data) => boolean) | undefined,
): (query: PendingCall<Data>) => number | false {
  const since = useRef<number>(undefined)
  const [spread] = useState(() => 0.8 + Math.random() * 0.4)
  return ({ state: { data } }) => {
    if (!isUndecided || data === undefined || !isUndecided(data)) {
      since.current = undefined
      return false
    }
    since.current ??= performance.now()
    const passed = performance.now() - since.current
    return Math.round((steps.find(({ untilMs }) => passed < untilMs)?.everyMs ?? 30_000) * spread)
  }
}
