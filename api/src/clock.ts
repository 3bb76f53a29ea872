/** A jump of the machine's clock beyond the first is believed once it has lasted for the second. */
const [jumpMs, believedMs] = [60_000, 120_000]

/**
 * The machine's clock, without a jump that is taken back: a resumed machine or a bad time server would end every
 * session and task within that minute. Believed at once: its time at the start, and small corrections.
 *
 * @param wall     epoch milliseconds
 * @param elapsed  milliseconds that never jump
 */
export function createSteadyClock(
  log: { warn(details: object, message: string): void },
  wall: () => number = () => Date.now(),
  elapsed: () => number = () => performance.now(),
): () => Date {
  let begin = wall() - elapsed()
  let [jumped, since] = [begin, 0]
  return () => {
    const at = elapsed()
    const found = wall() - at
    if (Math.abs(found - begin) < jumpMs) jumped = begin = found
    else if (Math.abs(found - jumped) >= jumpMs) {
      ;[jumped, since] = [found, at]
      log.warn({ seconds: Math.round((found - begin) / 1000) }, "the machine's clock jumped")
    } else if (at - since >= believedMs) begin = found
    return new Date(begin + at)
  }
}

/**
 * The latest end of something that lasts for a period. A stored end after it was written by a wrong clock: it does not
 * count. One period more, because the clocks of replicas differ.
 */
export const findLatestEnd = (now: Date, periodMs: number): Date => new Date(now.getTime() + 2 * periodMs)

/** True until a stored end; false after it, and for the end of a wrong clock. */
export const isRunning = (end: Date, now: Date, periodMs: number): boolean =>
  end > now && end <= findLatestEnd(now, periodMs)
