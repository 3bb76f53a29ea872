import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const cookieName = 'adcoin-operations'
const sessionHours = 12
const mostSessions = 200
/** Wrong secrets within a minute, of everybody together: guessing is hopeless, a slip is not punished. */
const mostWrong = 10
const wrongWindowMs = 60_000

/** Who signed in by the secret. Sessions are forgotten with the process. */
export type SignIn = {
  /** The name of who asks; undefined where nobody is signed in. */
  nameOf(request: IncomingMessage): string | undefined
  /** The cookie of a new session; why not, else. */
  begin(name: string, secret: string): { readonly cookie: string } | { readonly waitSeconds: number } | undefined
  /** Ends the session of who asks; the cookie that takes it out of the browser. */
  end(request: IncomingMessage): string
}

/**
 * @param secret    what operators know; without one, who reaches the page is the one who runs it
 * @param owner     the name of that one
 * @param isSecure  whether browsers reach the page by https
 */
export function signIn(
  secret: string | undefined,
  owner: string,
  isSecure: boolean,
  now: () => number = Date.now,
): SignIn {
  const sessions = new Map<string, { readonly name: string; readonly until: number }>()
  let wrong: readonly number[] = []
  const cookie = (value: string, seconds: number) =>
    `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`

  return {
    nameOf(request) {
      if (secret === undefined) return owner
      const session = sessions.get(hashOf(tokenOf(request)))
      return session !== undefined && session.until > now() ? session.name : undefined
    },
    begin(name, given) {
      wrong = wrong.filter(at => now() - at < wrongWindowMs)
      if (wrong.length >= mostWrong)
        return { waitSeconds: Math.ceil((wrongWindowMs - (now() - (wrong[0] ?? 0))) / 1000) }
      if (secret === undefined || !isSame(given, secret)) {
        wrong = [...wrong, now()]
        return undefined
      }
      for (const [key, { until }] of sessions) if (until <= now() || sessions.size >= mostSessions) sessions.delete(key)
      const token = randomBytes(32).toString('base64url')
      sessions.set(hashOf(token), { name, until: now() + sessionHours * 3_600_000 })
      return { cookie: cookie(token, sessionHours * 3600) }
    },
    end(request) {
      sessions.delete(hashOf(tokenOf(request)))
      return cookie('', 0)
    },
  }
}

function tokenOf({ headers }: IncomingMessage): string {
  const pairs = (headers.cookie ?? '').split(';').map(pair => pair.trim().split('='))
  return pairs.find(([name]) => name === cookieName)?.[1] ?? ''
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** As long for a good beginning as for none. */
function isSame(given: string, secret: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(secret)))
}
