import {
  currentToken,
  ownerOf,
  sessionStore,
  onUnwritten,
  type Person,
  type SessionState,
  type SessionWriter,
  type SignIn,
} from '@adcoin/session'
import { withQuery } from '@adcoin/remote'
import type { Data } from '../data/data.ts'
import { notice, type Notice } from '../state/notice.ts'
import type { DestinationStore } from '../state/destination.ts'

/**
 * The back/forward cache restores a page unchanged, also with a former person's balance. The page is hidden when it
 * enters the cache, and shown again only after its session was compared with the stored one. Source: faults.md G09.
 */
export function protectPageCache(page: Window, root: HTMLElement): void {
  page.addEventListener('pagehide', event => {
    if (event.persisted) root.dataset['asleep'] = ''
  })
  page.addEventListener('pageshow', event => {
    if (!event.persisted) return
    const { sessionEpoch, person } = sessionStore.getState()
    const token = currentToken() // follows a login of another tab
    const isSame = sessionStore.getState().sessionEpoch === sessionEpoch && (person?.token ?? null) === token
    if (isSame) delete root.dataset['asleep']
    else page.location.reload()
  })
}

export type ShellSession = {
  /** @throws TypeError  for a token that no header can contain; nothing is changed */
  signIn(result: SignIn, next?: string): void
  /** Ends the session at the service and here, whether or not the service answers. */
  signOut(): void
}

export type SessionParts = { writer: SessionWriter; destination: DestinationStore; data: Data }

/**
 * Begins and ends sessions. The consequences for calls and events are in `follow-session.ts`, which is loaded with
 * them.
 */
export function startSession({ writer, destination, data }: SessionParts): ShellSession {
  let isOwn = false
  const { person } = sessionStore.getState()
  let lastId = person?.userId ?? ''
  if (person) destination.setOwner(identify(person))
  sessionStore.subscribe((now, before) => {
    if (now.person && now.person !== before.person) destination.setOwner(identify(now.person))
    if (now.sessionEpoch === before.sessionEpoch) {
      lastId = now.person?.userId || lastId
      return
    }
    // The login itself may be the first thing that could not be saved.
    notice.set(chooseNotice(now, lastId, isOwn) ?? (notice.get() === 'unsaved' ? 'unsaved' : null))
    lastId = now.person?.userId || lastId
    // Signed in by another tab, on a page that has needed no data yet.
    if (now.person) void data.load().catch(() => undefined)
  })

  let isReported = false
  onUnwritten(() => {
    if (isReported || notice.get()) return
    isReported = true
    notice.set('unsaved')
  })

  return {
    signIn(result, next) {
      destination.setOwner(result.user_id ?? '')
      if (next !== undefined) {
        // `next` comes first: its address contains the path that was requested before.
        const wantedPath = destination.peek()
        destination.forget()
        destination.keepNext(wantedPath === undefined ? next : withQuery(next, { after: wantedPath }))
      }
      // Over an open session, which would stay open at the service; one of another tab stays.
      const open = sessionStore.getState().person?.token
      if (open !== undefined && open === currentToken() && open !== result.authorized_key) data.running()?.sendLogout()
      isOwn = true
      try {
        writer.signIn(result)
      } finally {
        isOwn = false
      }
    },
    signOut() {
      const { sessionEpoch } = sessionStore.getState()
      // Another tab may have signed in: that session does not end by a press on this person's screen.
      currentToken()
      if (sessionStore.getState().sessionEpoch !== sessionEpoch) return
      data.running()?.sendLogout()
      destination.forget()
      writer.signOut('logout')
    },
  }
}

/** A person whose id is still unknown (native hand-over) is named by the session, which no later login has. */
const identify = ({ userId, token }: Person): string => userId || ownerOf(token)

/** The notice about a change of session that was not made in this tab. */
function chooseNotice({ person, ended }: SessionState, lastId: string, isOwn: boolean): Notice | null {
  if (!person) return ended === 'unauthorised' ? 'loggedOut' : null
  const isOther = lastId !== '' && person.userId !== '' && person.userId !== lastId
  return isOther && !isOwn ? 'otherPerson' : null
}
