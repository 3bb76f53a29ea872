import type { IncomingMessage } from 'node:http'
import { operatorRoles } from '@adcoin/contract/operations'
import * as oidc from 'openid-client'
import type { Operator } from './sign-in.ts'

/** A client of an organisation's OpenID Connect provider. */
export type OrganisationSettings = {
  /** `https://id.example.com`, without `/.well-known/…`. */
  readonly issuer: string
  readonly client: string
  readonly secret: string
  /** The claim of the ID token with the roles: `roles`, `groups`. */
  readonly roleClaim: string
  /** Public address of the operations page; `<url>/sign-in/done` is registered with the provider. */
  readonly url: string
}

export const signInPaths = { begin: '/sign-in', done: '/sign-in/done' } as const

/** A sign-in in progress is kept by the browser that began it, for so long. */
const cookieName = 'adcoin-operations-sign-in'
const cookieSeconds = 600
const lookRole = 'adcoin-look'
const longestName = 100

/** A sign-in that failed; the page shows the reason at `/?sign-in=failed`. */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed'
  readonly reason: 'failed' | 'no-role'
  constructor(reason: SignInFailed['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/**
 * Sign-in at the organisation's own provider: authorization code flow with PKCE, state and nonce. Its accounts, second
 * factor and password rules hold; who leaves the organisation cannot sign in again.
 */
export function organisationSignIn({ issuer, client, secret, roleClaim, url }: OrganisationSettings) {
  const cookie = (value: string, seconds: number) =>
    `${cookieName}=${value}; Path=/sign-in; HttpOnly; SameSite=Lax; Max-Age=${seconds}` +
    (url.startsWith('https://') ? '; Secure' : '')
  let known: Promise<oidc.Configuration> | undefined

  /** The provider's addresses and keys, asked for once; again after a failure. */
  function provider(): Promise<oidc.Configuration> {
    const options = issuer.startsWith('http://') ? { execute: [oidc.allowInsecureRequests] } : {}
    known ??= oidc.discovery(new URL(issuer), client, secret, undefined, { ...options, timeout: 10 })
    known.catch(() => (known = undefined))
    return known
  }

  return {
    /** The address at which to sign in, and the cookie by which the browser is known when it comes back. */
    async begin(): Promise<{ readonly location: string; readonly cookie: string }> {
      const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
      const location = oidc.buildAuthorizationUrl(await provider(), {
        redirect_uri: url + signInPaths.done,
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href
      return { location, cookie: cookie([state, nonce, verifier].join('.'), cookieSeconds) }
    },

    /** The operator who comes back from the provider. @throws SignInFailed */
    async finish(request: IncomingMessage): Promise<Operator> {
      const sent = new RegExp(`(?:^|; )${cookieName}=([\\w-]+)\\.([\\w-]+)\\.([\\w-]+)`).exec(
        request.headers.cookie ?? '',
      )
      if (!sent) throw new SignInFailed('failed', 'this browser began no sign-in')
      const [, expectedState = '', expectedNonce = '', pkceCodeVerifier = ''] = sent
      const checks = { expectedState, expectedNonce, pkceCodeVerifier, idTokenExpected: true }
      const tokens = await oidc
        .authorizationCodeGrant(await provider(), new URL(url + (request.url ?? '')), checks)
        .catch((error: unknown) => {
          throw new SignInFailed('failed', String(error))
        })
      return operatorOf(tokens.claims() ?? {}, roleClaim)
    },

    /** Removes the cookie of a sign-in that is over. */
    forget: () => cookie('', 0),
  }
}

/** @throws SignInFailed for a person without a role here */
function operatorOf(claims: Readonly<Record<string, unknown>>, roleClaim: string): Operator {
  const { email, preferred_username: username, sub } = claims
  const isOwnEmail = typeof email === 'string' && claims['email_verified'] !== false
  const name = String((isOwnEmail ? email : username) ?? sub).slice(0, longestName)
  const given = [claims[roleClaim]].flat().flatMap(value => String(value ?? '').split(' '))
  const roles = operatorRoles.filter(role => given.includes(`adcoin-${role}`))
  if (roles.length === 0 && !given.includes(lookRole))
    throw new SignInFailed('no-role', `${name} has none of ${lookRole}, adcoin-${operatorRoles.join(', adcoin-')}`)
  return { name, roles }
}

export type OrganisationSignIn = ReturnType<typeof organisationSignIn>
