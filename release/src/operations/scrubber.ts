import { Refused, formatRefusal } from '../refusal.ts'
import { checkSiblings } from '../releases/check-siblings.ts'
import { checkExpiry } from './check-expiry.ts'
import { readLiveState } from './live-state.ts'
import { checkFiles } from '../releases/read-release.ts'
import type { ReleaseContext } from './release-context.ts'

/** Looks at everything live again and again, because bytes on a disk can change after they were published. */
export type Scrubber = {
  /** The problem found at the last whole look; undefined if there is none. */
  alarm(): string | undefined
  /** Since when the store could not be read, and why; undefined if it could. What was not read is not changed. */
  unread(): string | undefined
  /** Looks now. */
  check(): Promise<void>
}

/** Pause after a store could not be read, in ms. */
const againMs = 10_000

/**
 * Hashes every file that a page could load, its compressed siblings included, and checks every signature. It changes
 * nothing: browsers reject a changed file by themselves and use the previous release; this notifies operators.
 *
 * @param context     read again at each look, so that rotated keys are known
 * @param report     called once for each new alarm, and with undefined when it is over
 * @param everyMs  default 60,000
 */
export function startScrubber(
  context: () => Promise<Omit<ReleaseContext, 'by'>>,
  report: (alarm: string | undefined) => void,
  everyMs = 60_000,
): Scrubber {
  let alarm: string | undefined
  let unread: { readonly since: string; readonly why: string } | undefined

  async function findFirstProblem(): Promise<string | undefined> {
    const seen = await context()
    const { live, releases, distrusted } = await readLiveState(seen)
    for (const refusal of distrusted.values()) return formatRefusal(refusal)
    for (const release of releases.values()) {
      const [problem] = [...(await checkFiles(seen, release)), ...(await checkSiblings(seen, release))]
      if (problem) return formatRefusal(problem)
    }
    const expired = live && checkExpiry(live, seen.now())
    return expired && formatRefusal(expired)
  }
  async function check(): Promise<void> {
    const before = alarm
    try {
      alarm = await findFirstProblem()
      unread = undefined
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      if (error instanceof Refused) [alarm, unread] = [why, undefined]
      else unread = { since: unread?.since ?? new Date().toISOString(), why }
    }
    if (alarm !== before) report(alarm)
  }
  const lookLater = (): void =>
    void setTimeout(() => void check().finally(lookLater), unread ? Math.min(againMs, everyMs) : everyMs).unref()

  lookLater()
  return {
    alarm: () => alarm,
    unread: () => unread && `the stored releases could not be read since ${unread.since}: ${unread.why}`,
    check,
  }
}
