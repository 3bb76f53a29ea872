import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { operatorRoles, type OperatorRole } from '@adcoin/contract/operations'

const cookieName = 'adcoin-operations'
const sessionHours = 12
const sessionMs = sessionHours * 3_600_000
const mostSessions = 200
/**
 * Secrets of operators: the SHA-256 (hex) of each one's secret by folded name; under '' that of a shared secret.
 * Secrets are random and long, so wrong ones are never counted: no operator is locked out by another's guesses.
 */
export type OperatorSecrets = ReadonlyMap<string, Operator & { readonly hash: string }>

export type Operator = {
  readonly name: string
  readonly roles: readonly OperatorRole[]
  /** The operator behind any name: `issuer|subject` at the organisation's sign-in, or that the secret is shared. */
  readonly identity?: string
}

/** `Ana ` and `ana` are one operator. */
export const foldName = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

/** Sessions by secret. They end with the process. */
export type OperatorSignIn = {
  /** Undefined without a session. */
  operatorOf(request: IncomingMessage): Operator | undefined
  /** The operator with this secret, named as configured; undefined for a wrong name or secret. */
  find(name: string, secret: string): Operator | undefined
  /** A new session; its cookie. */
  begin(operator: Operator): string
  /** Ends the session of the request. @returns the cookie that removes it from the browser */
  end(request: IncomingMessage): string
}

/**
 * @param owner     name of the person who runs the page, if no other can reach it; undefined: sessions are needed
 * @param secrets   those of operators
 * @param isSecure  whether browsers reach the page by https
 */
export function createOperatorSignIn(
  owner: string | undefined,
  secrets: OperatorSecrets | undefined,
  isSecure: boolean,
  now: () => number = Date.now,
): OperatorSignIn {
  const sessions = new Map<string, { readonly operator: Operator; readonly until: number }>()
  const cookie = (value: string, seconds: number) =>
    `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`

  return {
    operatorOf(request) {
      if (owner !== undefined) return { name: owner, roles: operatorRoles }
      const session = sessions.get(hashSecret(tokenOf(request)))
      // A session that lasts longer began while the clock was wrong.
      const left = session === undefined ? 0 : session.until - now()
      return left > 0 && left <= sessionMs ? session?.operator : undefined
    },
    find(name, given) {
      const known = secrets?.get(foldName(name)) ?? secrets?.get('')
      if (!isSame(hashSecret(given), known?.hash ?? nobodys) || !known) return undefined
      const { roles } = known
      // Whatever names they give, they are one operator: no second one approves what the first did.
      return known.name === '' ? { name, roles, identity: 'shared secret' } : { name: known.name, roles }
    },
    begin(operator) {
      for (const [key, { until }] of sessions) if (until <= now() || sessions.size >= mostSessions) sessions.delete(key)
      const token = randomBytes(32).toString('base64url')
      sessions.set(hashSecret(token), { operator, until: now() + sessionMs })
      return cookie(token, sessionHours * 3600)
    },
    end(request) {
      sessions.delete(hashSecret(tokenOf(request)))
      return cookie('', 0)
    },
  }
}

const tokenOf = (request: IncomingMessage) => readCookie(request, cookieName)

/** The value of a cookie; '' where the browser sent none. */
export function readCookie({ headers }: IncomingMessage, cookieName: string): string {
  const pairs = (headers.cookie ?? '').split(';').map(pair => pair.trim().split('='))
  return pairs.find(([name]) => name === cookieName)?.[1] ?? ''
}

/** SHA-256, hex. */
export const hashSecret = (text: string): string => createHash('sha256').update(text).digest('hex')
const nobodys = hashSecret(randomBytes(32).toString('hex'))

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other))
