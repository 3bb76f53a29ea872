import { onBusProblem } from '@adcoin/events'

/** Of one app in one page: who floods the bus does not flood the service as well. */
const mostReports = 5

/**
 * Misuse of the bus by a remote (another's voice, a flood, a handler that throws) is reported like any other
 * failure of it.
 *
 * @returns ends it
 */
export function reportBusProblems(report: (app: string, what: string) => void): () => void {
  const reported = new Map<string, number>()
  return onBusProblem(({ name, owner, why }) => {
    const app = owner === '' || owner === 'shell' ? 'shell' : `remote-${owner}`
    const count = (reported.get(app) ?? 0) + 1
    if (count > mostReports) return
    reported.set(app, count)
    // The text after the colon may quote a payload.
    report(app, `bus: ${name}: ${why.split(':')[0]}`)
  })
}
