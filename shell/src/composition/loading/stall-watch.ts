import type { FailurePhase } from '../reports.ts'
import { LoadFailure } from './release.ts'

/** Nothing arrived for this long = the load hangs. Slow but alive is not a stall: every byte starts it anew. */
export const stallMs = 5_000
/**
 * After this long without a byte the load may be hanging: a caller that has another release to try begins with it now,
 * so that the waits for two hanging releases do not add up.
 */
const quietMs = 1_400

export type StallWatch = {
  /** Aborts the requests under way when the load is given up or over. */
  signal: AbortSignal
  /** Any sign of life of any file. */
  beat: () => void
  /** @throws LoadFailure  of the phase, saying why, where the work neither ends nor gives a sign of life */
  guard: <Result>(work: Promise<Result>, phase: FailurePhase, why: string) => Promise<Result>
  stop: () => void
}

type Limits = {
  signal: AbortSignal
  /** Called after each moment without data. */
  onQuiet?: () => void
  /** Shorter where another release is loading beside this one. */
  withinMs?: number
}

/** One timer for the whole of a load. */
export function watchStall({ signal, onQuiet = () => undefined, withinMs = stallMs }: Limits): StallWatch {
  const ending = new AbortController()
  let onStall: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let quiet: ReturnType<typeof setTimeout> | undefined
  const beat = () => {
    clearTimeout(timer)
    clearTimeout(quiet)
    quiet = setTimeout(onQuiet, quietMs)
    timer = setTimeout(() => onStall?.(), withinMs)
  }
  return {
    signal: AbortSignal.any([signal, ending.signal]),
    beat,
    guard(work, phase, why) {
      return new Promise((resolve, reject) => {
        beat()
        onStall = () => reject(new LoadFailure(phase, `${why} for ${Math.round(withinMs)} ms`))
        signal.addEventListener('abort', () => reject(signal.reason), { signal: ending.signal })
        work.then(resolve, reject)
      })
    },
    stop() {
      clearTimeout(timer)
      clearTimeout(quiet)
      ending.abort()
    },
  }
}
