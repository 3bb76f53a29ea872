import { watchBusy } from './busy.ts'
import type { GuardParts, Guards } from './port.ts'
import { createLeftovers } from './leftovers.ts'
import { watchNatives } from './natives.ts'
import { keepPage } from './page.ts'
import { watchSharedSheets } from './sheets.ts'

/** Effects of a remote clean up after those of the shell: what is gone after this time was not left behind. */
const leaveMs = 1_000

/**
 * Restores native functions and shared style sheets that changed, keeps the page around the areas, and ends what a
 * release left running. A release is named only if a stack names it: extensions and translators of browsers change the
 * page too. Nothing here bans a release.
 */
export function startGuards({ reports, redraw }: GuardParts): Guards {
  let restoredAt = -Infinity
  const notice = (what: string, key?: string) => reports.violation(key, what)
  const leftovers = createLeftovers(notice)
  const changedNatives = watchNatives()
  const changedSheets = watchSharedSheets(document)
  const root = document.getElementById('root')
  const keeper = root && keepPage(document, root, (what, key) => notice(`it changed the page: ${what}`, key))
  const stopBusy = watchBusy(notice)

  function look(): void {
    const changed = [...changedNatives(), ...changedSheets()].join(', ')
    if (!changed) return
    restoredAt = performance.now()
    queueMicrotask(redraw)
    notice(`something changed ${changed}`)
  }
  function sweep(key: string, isBack: () => boolean): void {
    const own = isBack() ? [] : leftovers.end(key)
    if (own.length > 0) notice(`it left behind: ${own.join(', ')}`, key)
    const names = leftovers.globals()
    if (names.length > 0) notice(`something left behind: ${names.join(', ')}`)
  }

  // A hidden tab bar prevents the next commit.
  document.addEventListener('pointerdown', look, true)
  let soon: ReturnType<typeof setTimeout> | undefined

  return {
    opening(app) {
      look()
      leftovers.expect(app)
    },
    evaluated: look,
    committed() {
      look()
      clearTimeout(soon)
      soon = setTimeout(look, leaveMs)
    },
    left(key, isBack) {
      look()
      setTimeout(sweep, leaveMs, key, isBack)
    },
    repair() {
      look()
      return performance.now() - restoredAt < leaveMs
    },
    stop() {
      clearTimeout(soon)
      document.removeEventListener('pointerdown', look, true)
      keeper?.stop()
      leftovers.stop()
      stopBusy()
    },
  }
}
