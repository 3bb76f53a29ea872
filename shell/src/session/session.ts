import { withQuery } from '@adcoin/remote'
import { sessionStore, type SessionWriter, type SignIn } from '@adcoin/session'
import type { Data } from '../data/data.ts'
import { notice } from '../frame/notice.ts'
import type { Destination } from './destination.ts'

export type ShellSession = {
  /** @throws TypeError  for a token that cannot stand in a header; nothing is changed */
  signIn(result: SignIn, next?: string): void
  /** Tells the service and forgets everything here, whether or not it answers. */
  signOut(): void
}

export type SessionParts = { writer: SessionWriter; destination: Destination; data: Data }

/**
 * Begins and ends sessions. What follows for calls and events stands in `follow-session.ts`, which arrives with them.
 */
export function startSession({ writer, destination, data }: SessionParts): ShellSession {
  sessionStore.subscribe((now, before) => {
    if (now.generation === before.generation) return
    notice.set(now.ended === 'unauthorised' && !now.person ? 'loggedOut' : null)
    // Signed in by another tab, on a page that has needed no data yet.
    if (now.person) void data.load().catch(() => undefined)
  })

  return {
    signIn(result, next) {
      if (next !== undefined) {
        // `next` stands between: the path that was asked for before goes along in its address.
        const asked = destination.peek()
        destination.forget()
        destination.keep(asked === undefined ? next : withQuery(next, { after: asked }))
      }
      writer.signIn(result)
    },
    signOut() {
      data.running()?.tellLogout()
      destination.forget()
      writer.signOut('logout')
    },
  }
}
