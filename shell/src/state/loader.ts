import type { HttpReport } from '@adcoin/http'
import { createCell, type Cell } from './cell.ts'

/** `text` names what runs; undefined for the general words. `onCancel`: what runs can be stopped. */
export type LoaderState = {
  /** Scrolling is blocked. */
  isRunning: boolean
  /** The loader lies over the screen and takes every press. */
  isOver: boolean
  text: string | undefined
  onCancel: (() => void) | undefined
}

/** The calls' own limit; a call that is still counted after it will not end. Source: faults.md E13. */
export const longestMs = 30_000
/** So that the call's own timeout, if it works, speaks first. */
const graceMs = 250

/** The loader itself appears after another 120 ms; together they are the 600 ms of rulings.md R6. */
export const lateMs = 480

/**
 * Counts the running calls that are not marked no-loader. Source: rulings.md R6.
 *
 * @param onStuck  called when a call was still counted after 30 s
 */
export function createLoader(onStuck: () => void): Loader {
  const state = createCell(idle)
  const running = new Map<number, Running>()

  function update(): void {
    const over = [...running.values()].filter(call => call.isOver)
    const text = over.findLast(call => call.text !== undefined)?.text
    // Stopping one of several would leave the loader where it is.
    const onCancel = over.length === 1 ? over[0]?.onCancel : undefined
    state.set(running.size === 0 ? idle : { isRunning: true, isOver: over.length > 0, text, onCancel })
  }

  function end(id: number): boolean {
    const call = running.get(id)
    clearTimeout(call?.limit)
    clearInterval(call?.late)
    const wasRunning = running.delete(id)
    if (wasRunning) update()
    return wasRunning
  }

  return {
    state,
    follow(report) {
      if (report.type === 'ended') end(report.id)
      if (report.type !== 'started' || !report.loader) return
      const { id, text, onCancel } = report
      const limit = setTimeout(() => end(id) && onStuck(), longestMs + graceMs)
      const call: Running = { isOver: report.loader !== 'late', text, onCancel, limit }
      if (!call.isOver)
        call.late = setInterval(() => {
          // A form that came meanwhile, with the cursor in it, is given back.
          call.isOver = !isTyping()
          update()
        }, lateMs)
      running.set(id, call)
      update()
    },
  }
}

/** Whether a field has the focus: a loader over it would swallow a half-typed amount. */
function isTyping(): boolean {
  return globalThis.document?.activeElement?.matches('input, textarea, select') ?? false
}

const idle: LoaderState = { isRunning: false, isOver: false, text: undefined, onCancel: undefined }

type Running = Pick<LoaderState, 'isOver' | 'text' | 'onCancel'> & {
  limit: ReturnType<typeof setTimeout>
  late?: ReturnType<typeof setInterval>
}

export type Loader = { state: Cell<LoaderState>; follow(report: HttpReport): void }
