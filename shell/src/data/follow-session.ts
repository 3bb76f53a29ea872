import type { EventPayload } from '@adcoin/contract'
import { emitterFor, forgetLast } from '@adcoin/events'
import { httpReports, whenVisible } from '@adcoin/http'
import { sessionStore, type SessionState, type SessionWriter } from '@adcoin/session'
import type { DestinationStore } from '../state/destination.ts'
import { reloadAfterLogin } from '../calls/reloads.ts'

const emit = emitterFor('shell')

/**
 * Every change of the session (this tab, another tab, a 401) has the same consequences for data and bus: they are here.
 * The query cache empties itself at the same moment (`@adcoin/http`).
 */
export function followSession({ writer, destination }: { writer: SessionWriter; destination: DestinationStore }): void {
  sessionStore.subscribe((now, before) => {
    if (now.sessionEpoch !== before.sessionEpoch) followEpoch(now, before)
  })
  // `@adcoin/http` reports the 401s of one session once; a second end of the same session does nothing.
  httpReports.subscribe(report => {
    if (report.type !== 'failed' || report.failure.kind !== 'unauthorised') return
    const { pathname, search, hash } = window.location
    destination.keep(pathname + search + hash)
    writer.signOut('unauthorised')
  })
  const now = sessionStore.getState()
  if (now.person) announceSession(now, now.sessionEpoch > 0)
}

function followEpoch(now: SessionState, before: SessionState): void {
  if (before.person) {
    forgetLast()
    emit('shell.sessionEnded', { reason: now.ended ?? 'logout' } satisfies EventPayload<'shell.sessionEnded'>)
  }
  if (now.person) announceSession(now, true)
}

/** @param isNew  this page saw the login, so that all data of the person is loaded again */
function announceSession({ person }: SessionState, isNew: boolean): void {
  if (person) emit('shell.sessionStarted', { loginType: person.loginType })
  if (isNew) whenVisible(() => void reloadAfterLogin())
}
