import { onBusProblem, emitterFor } from '@adcoin/events'
import { logout } from '@adcoin/contract'
import { type HttpFailure, httpReports, send } from '@adcoin/http'
import { sessionStore, type SessionWriter } from '@adcoin/session'
import { failureText } from '@adcoin/remote/pages'
import type { Composition } from '../composition/composition.ts'
import type { Loader } from '../state/loader.ts'
import { messageMs, networkMs, type Toasts } from '../state/toasts.ts'
import { shownLanguage } from '../language/language.ts'
import type { DestinationStore } from '../state/destination.ts'
import { followSession } from './follow-session.ts'
import { startRefreshes } from '../calls/refreshes.ts'
import { followTimeZone } from '../calls/time-zone.ts'

/** Of one app in one page: an app that floods the bus does not flood the service as well. */
const mostReports = 5

/**
 * Begins everything of the shell that the transport and the bus feed: loader, toasts, the session's consequences, the
 * language's news.
 */
export function startData({ writer, destination, toasts, loader, composition }: DataParts): RunningData {
  const report = (app: string, what: string) => composition.reportFailure(app, 'runtime', what)
  reportBusProblems(report)
  httpReports.subscribe(loader.follow)
  httpReports.subscribe(event => {
    if (event.type === 'failed' && event.showAs === 'toast') showFailure(toasts, event.failure)
    if (event.type === 'misused') report(`remote-${event.app}`, `http: ${event.what}`)
  })
  followSession({ writer, destination })
  startRefreshes(writer)
  followTimeZone()
  shownLanguage.subscribe(emitLanguage)
  emitLanguage()
  return {
    sendLogout: () =>
      void send(logout, {}, { loader: false, errors: 'page', outlivesSession: true }).catch(() => undefined),
    followInbox: () => followInboxLater(writer, toasts),
  }
}

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

export type DataParts = {
  writer: SessionWriter
  destination: DestinationStore
  toasts: Toasts
  loader: Loader
  composition: Pick<Composition, 'reportFailure'>
}

export type RunningData = {
  /** Sends the logout to the service; at once, because the token is read when the request is made. */
  sendLogout(): void
  /** Follows the inbox of the signed-in person, now and after later logins. Call it after the first screen. */
  followInbox(): void
}

const emit = emitterFor('shell')

/** Loads the inbox's code as a separate file. Without it, screens poll. */
function followInboxLater(writer: SessionWriter, toasts: Toasts): void {
  let isRequested = false
  const begin = () => {
    if (isRequested || !sessionStore.getState().person) return
    isRequested = true
    import(/* webpackChunkName: "inbox" */ '../inbox/follow-inbox.ts').then(
      ({ followInbox }) => followInbox({ writer, toasts }),
      () => (isRequested = false),
    )
  }
  sessionStore.subscribe(begin)
  begin()
}

function emitLanguage(): void {
  const language = shownLanguage.get()
  if (language) emit('shell.languageChanged', { language })
}

/**
 * A refusal in the service's own words is shown longer than the general word of a network error. Source:
 * specification.md 8.
 */
export function showFailure(toasts: Pick<Toasts, 'show'>, failure: HttpFailure): void {
  toasts.show(failureText(failure), 'bad', failure.kind === 'refused' ? messageMs : networkMs)
}
