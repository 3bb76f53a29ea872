import type { HttpReport } from '@adcoin/http'
import { createCell, type Cell } from './cell.ts'

/** `text` names what runs; undefined for the general words. */
export type LoaderState = { isRunning: boolean; text: string | undefined }

/** The calls' own limit; a call that is still counted after it will not end. Source: faults.md E13. */
export const longestMs = 30_000
/** So that the call's own timeout, if it works, speaks first. */
const graceMs = 250

const idle: LoaderState = { isRunning: false, text: undefined }

export type Loader = { state: Cell<LoaderState>; follow(report: HttpReport): void }

/**
 * Counts the running calls that are not marked no-loader. Source: rulings.md R6.
 *
 * @param onStuck  told when a call was still counted after 30 s
 */
export function createLoader(onStuck: () => void): Loader {
  const state = createCell(idle)
  const running = new Map<number, { text: string | undefined; limit: ReturnType<typeof setTimeout> }>()

  function update(): void {
    const text = [...running.values()].findLast(call => call.text !== undefined)?.text
    state.set(running.size === 0 ? idle : { isRunning: true, text })
  }

  function end(id: number): boolean {
    const call = running.get(id)
    clearTimeout(call?.limit)
    const wasRunning = running.delete(id)
    if (wasRunning) update()
    return wasRunning
  }

  return {
    state,
    follow(report) {
      if (report.type === 'ended') end(report.id)
      if (report.type !== 'started' || !report.loader) return
      const limit = setTimeout(() => end(report.id) && onStuck(), longestMs + graceMs)
      running.set(report.id, { text: report.text, limit })
      update()
    },
  }
}
