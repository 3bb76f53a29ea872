import { formatRefusal } from '../refusal.ts'
import { checkSiblings } from '../releases/check-siblings.ts'
import { checkExpiry } from './check-expiry.ts'
import { readLiveState } from './live-state.ts'
import { checkFiles } from '../releases/read-release.ts'
import type { ReleaseContext } from './release-context.ts'

/** Looks at everything live again and again, because bytes on a disk can change after they were published. */
export type Scrubber = {
  /** The problem found at the last look; undefined if there is none. */
  alarm(): string | undefined
  /** Looks now. */
  check(): Promise<void>
}

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
  let looking: Promise<void> | undefined

  async function findFirstProblem(): Promise<string | undefined> {
    try {
      const seen = await context()
      const { live, releases, distrusted } = await readLiveState(seen)
      for (const refusal of distrusted.values()) return formatRefusal(refusal)
      for (const release of releases.values()) {
        const [problem] = [...(await checkFiles(seen, release)), ...(await checkSiblings(seen, release))]
        if (problem) return formatRefusal(problem)
      }
      const expired = live && checkExpiry(live, seen.now())
      return expired && formatRefusal(expired)
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
  async function check(): Promise<void> {
    const before = alarm
    alarm = await findFirstProblem()
    if (alarm !== before) report(alarm)
  }

  setInterval(() => (looking ??= check().finally(() => (looking = undefined))), everyMs).unref()
  return { alarm: () => alarm, check }
}
