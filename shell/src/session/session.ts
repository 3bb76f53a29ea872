import { logout, type EventPayload } from '@adcoin/contract'
import { emitterFor, forgetLast } from '@adcoin/events'
import { httpReports, send } from '@adcoin/http'
import { sessionStore, type SessionState, type SessionWriter, type SignIn } from '@adcoin/session'
import { notice } from '../frame/notice.ts'
import type { Destination } from '../routing/destination.ts'
import { reloadAfterLogin } from './reloads.ts'

export type ShellSession = {
  /** @throws TypeError  for a token that cannot stand in a header; nothing is changed */
  signIn(result: SignIn, next?: string): void
  /** Tells the service and forgets everything here, whether or not it answers. */
  signOut(): void
  stop(): void
}

export type SessionParts = { writer: SessionWriter; destination: Destination }

const emit = emitterFor('shell')

/**
 * Begins, ends and follows sessions. Whoever changes the store (this tab, another tab, a 401), the consequences are the same
 * and stand in one place: `followGeneration`.
 */
export function startSession({ writer, destination }: SessionParts): ShellSession {
  const unfollow = sessionStore.subscribe((now, before) => {
    if (now.generation !== before.generation) followGeneration(now, before, writer)
  })
  // Many 401s of one session are told once (`@adcoin/http`); a second end of the same session does nothing.
  const unsubscribe = httpReports.subscribe(report => {
    if (report.type !== 'failed' || report.failure.kind !== 'unauthorised') return
    destination.keep(window.location.pathname + window.location.search + window.location.hash)
    writer.signOut('unauthorised')
  })
  if (sessionStore.getState().person) sayStarted(sessionStore.getState())

  return {
    signIn(result, next) {
      if (next !== undefined) {
        destination.forget()
        destination.keep(next)
      }
      writer.signIn(result)
    },
    signOut() {
      // Sent first: the token of the call is read when it is made.
      void send(logout, {}, { loader: false, errors: 'page', outlivesSession: true }).catch(() => undefined)
      destination.forget()
      writer.signOut('logout')
    },
    stop() {
      unfollow()
      unsubscribe()
    },
  }
}

/** The query cache empties itself at the same moment (`@adcoin/http`). */
function followGeneration(now: SessionState, before: SessionState, writer: SessionWriter): void {
  notice.set(now.ended === 'unauthorised' && !now.person ? 'loggedOut' : null)
  if (before.person) {
    forgetLast()
    emit('shell.sessionEnded', { reason: now.ended ?? 'logout' } satisfies EventPayload<'shell.sessionEnded'>)
  }
  if (now.person) {
    sayStarted(now)
    void reloadAfterLogin(writer)
  }
}

function sayStarted({ person }: SessionState): void {
  if (person) emit('shell.sessionStarted', { loginType: person.loginType })
}
