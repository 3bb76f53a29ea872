import { sessionStore } from '@adcoin/session'
import type { HttpFailure } from './failure.ts'

/**
 * Whether a call counts for the full-screen loader; `late`: it counts, and is shown later, because there is a skeleton
 * in place of its answer. Source: rulings.md R6.
 */
export type LoaderMark = boolean | 'late'

/**
 * Reports of the transport to the shell, which draws them: a call began or ended (each `started` has exactly one
 * `ended`), a call failed, or a remote (`wallet`) exceeded its limits or wrote another app's cached answer. `toast`:
 * shown once; `page`: the page shows it itself. An `unauthorised` failure is reported once per session and ends it; it
 * is never a toast.
 */
export type HttpReport =
  | {
      readonly type: 'started'
      readonly id: number
      readonly loader: LoaderMark
      readonly text?: string
      readonly onCancel?: () => void
    }
  | { readonly type: 'ended'; readonly id: number }
  | { readonly type: 'failed'; readonly failure: HttpFailure; readonly showAs: 'toast' | 'page' }
  | { readonly type: 'misused'; readonly app: string; readonly what: string }

const listeners = new Set<(report: HttpReport) => void>()

export const httpReports = {
  /** @returns a function that ends the subscription */
  subscribe(listener: (report: HttpReport) => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Calls every listener; one that throws stops neither the others nor the call. */
export function emitReport(browserReport: HttpReport): void {
  for (const listener of listeners) {
    try {
      listener(browserReport)
    } catch (error) {
      globalThis.reportError?.(error)
    }
  }
}

/**
 * A network toast is shown for 2 s: an equal failure within that time is reported to pages only. Source: rulings.md R6,
 * faults.md J01.
 */
const quietMs = 2000
let lastNetworkToast = Number.NEGATIVE_INFINITY
let endedEpoch = -1

/** Reports a failure in the way that its kind asks for; the end of a session has its own report. */
export function reportFailure(failure: HttpFailure, showAs: 'toast' | 'page'): void {
  if (failure.kind === 'cancelled' || failure.kind === 'unauthorised') return
  const isNetwork = failure.kind !== 'refused'
  const isRepeated = isNetwork && showAs === 'toast' && performance.now() - lastNetworkToast < quietMs
  if (isNetwork && showAs === 'toast' && !isRepeated) lastNetworkToast = performance.now()
  emitReport({ type: 'failed', failure, showAs: isRepeated ? 'page' : showAs })
}

/** Reports that the session of this epoch is over; once. */
export function reportSessionEnd(failure: HttpFailure, sessionEpoch: number): void {
  if (endedEpoch === sessionEpoch || !sessionStore.getState().person) return
  endedEpoch = sessionEpoch
  emitReport({ type: 'failed', failure, showAs: 'page' })
}
