import type { Quarantine } from '../releases/quarantine.ts'
import type { Reports } from '../reports.ts'
import { createLeftovers } from './leftovers.ts'
import { watchLongTasks } from './long-tasks.ts'
import { watchNatives } from './natives.ts'
import { keepPage } from './page.ts'
import { watchRest } from './rest.ts'

/**
 * Finds out which release changed a native function (`fetch`, `Array.prototype.map`) that all areas run on. Nothing can
 * keep a module from changing one, so the natives are compared whenever another release may be to blame: before an area
 * is opened, around its evaluation, as its screen appears and as it leaves. Releases are named by their key,
 * `remote-wallet/1.0.0-0a1b2c3d4e5f`.
 */
export type Suspects = {
  /** An area is wanted, by a navigation or ahead of one. What was changed until now was not its doing. */
  opening: (app: string) => void
  /** Its code begins to run for the first time; call what it gives when it has. */
  evaluating: (key: string) => () => void
  /** A screen of it begins to be drawn, which may never end; call what it gives when it is on screen. */
  drawing: (key: string) => () => void
  /** Whether the release on screen keeps the page so busy that nothing else gets its turn. */
  isHeld: () => boolean
  /** It is on screen. */
  committed: (key: string) => void
  /** Its screen went away. What it left running is ended a moment later, unless `isBack` then says that it is back. */
  left: (key: string, isBack: () => boolean) => void
  /**
   * Puts the natives back after something failed; without a key the release on screen is the suspect.
   *
   * @returns whether there was something to put back just now, so that what failed is worth another try
   */
  repair: (key?: string) => boolean
  stop: () => void
}

/** A remote's effects clean up after the shell's: what is gone after this time was not left behind. */
const leaveMs = 1_000

type Parts = {
  quarantine: Quarantine
  reports: Reports
  /** A screen that was drawn while natives were changed may show something else: it is drawn again. */
  redraw: () => void
}

/** Long because it is a list of short answers that share who is suspected. */
export function watchSuspects({ quarantine, reports, redraw }: Parts): Suspects {
  /** Releases whose code runs for the first time. */
  const arriving: string[] = []
  /** The release that is on screen, or was last. */
  let running: string | undefined
  let repairedAt = -Infinity

  const notice = (what: string, key = arriving.length === 1 ? arriving[0] : running) => reports.misdeedOnce(key, what)
  const leftovers = createLeftovers(notice)
  const changedNatives = watchNatives()
  const rest = watchRest(() => {
    if (running === undefined) return
    quarantine.leaveAlone(running)
    reports.misdeedOnce(running, 'it never lets the page rest')
  })
  // A click handler that never ends stops the page, this code included: the mark that it began is found at the next
  // visit. faults.md E07.
  const tapped = () => running !== undefined && setTimeout(quarantine.begin(running))
  addEventListener('click', tapped, { capture: true })
  addEventListener('pagehide', quarantine.leave)
  const endings = [
    watchPage(notice),
    leftovers.stop,
    rest.stop,
    () => removeEventListener('click', tapped, { capture: true }),
    () => removeEventListener('pagehide', quarantine.leave),
  ]
  for (const key of quarantine.unfinished) reports.misdeed(key, 'the page did not come out of its code')

  /** A release that changed natives is left alone from now on. While several arrive, none of them can be blamed. */
  function look(suspect = running): void {
    const changed = changedNatives().join(', ')
    if (!changed) return
    repairedAt = performance.now()
    queueMicrotask(redraw)
    if (arriving.length > 0)
      return reports.misdeed(undefined, `while several remotes arrived something changed ${changed}`)
    if (suspect === undefined) return
    quarantine.leaveAlone(suspect)
    reports.misdeed(suspect, `it changed ${changed}`)
  }
  function sweep(key: string, isBack: () => boolean): void {
    const left = isBack() ? [] : leftovers.end(key)
    if (left.length > 0) reports.misdeed(key, `it left behind: ${left.join(', ')}`)
  }

  return {
    opening(app) {
      if (arriving.length === 0) look()
      leftovers.expect(app)
    },
    evaluating(key) {
      if (arriving.length === 0) look()
      arriving.push(key)
      const end = quarantine.begin(key)
      return () => {
        end()
        arriving.splice(arriving.indexOf(key), 1)
        look(key)
      }
    },
    drawing(key) {
      const end = quarantine.begin(key)
      // A screen that waits for data has let the page go on; it has not hung.
      setTimeout(end, leaveMs)
      return end
    },
    isHeld: rest.isHeld,
    committed(key) {
      running = key
      look()
    },
    left(key, isBack) {
      look()
      setTimeout(sweep, leaveMs, key, isBack)
    },
    repair(key) {
      look(key)
      return performance.now() - repairedAt < leaveMs
    },
    stop: () => endings.forEach(end => end()),
  }
}

/** Watches what can be undone without knowing which release did it. @returns how to stop watching */
function watchPage(notice: (what: string, key?: string) => void): () => void {
  const root = document.getElementById('root')
  const keeper = root && keepPage(document, root, (what, key) => notice(`it changed the page: ${what}`, key))
  const stopTasks = watchLongTasks(notice)
  return () => {
    keeper?.stop()
    stopTasks()
  }
}
