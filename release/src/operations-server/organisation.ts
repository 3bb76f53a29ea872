import type { IncomingMessage } from 'node:http'
import { operatorRoles } from '@adcoin/contract/operations'
import { readCookie, type Operator } from './sign-in.ts'

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

/** How long a browser keeps the sign-in that it began. */
const cookieName = 'adcoin-operations-sign-in'
const cookieSeconds = 600
const lookRole = 'adcoin-look'
const longestName = 100

/** A person to whom the organisation gives no role here. */
export class NoRoleError extends Error {
  override readonly name = 'NoRoleError'
}

/**
 * Sign-in at the organisation's own provider: authorization code flow with PKCE, state and nonce. Its accounts, second
 * factor and password rules apply; a person who leaves the organisation cannot sign in again.
 */
export function createOrganisationSignIn({ issuer, client, secret, roleClaim, url }: OrganisationSettings) {
  const cookie = (value: string, seconds: number) =>
    `${cookieName}=${value}; Path=/sign-in; HttpOnly; SameSite=Lax; Max-Age=${seconds}` +
    (url.startsWith('https://') ? '; Secure' : '')
  let known: ReturnType<typeof discoverProvider> | undefined

  /** Loaded when the first operator signs in: nothing else of the page needs the library. */
  async function discoverProvider() {
    const oidc = await import('openid-client')
    const options = issuer.startsWith('http://') ? { execute: [oidc.allowInsecureRequests] } : {}
    return {
      oidc,
      config: await oidc.discovery(new URL(issuer), client, secret, undefined, { ...options, timeout: 10 }),
    }
  }

  /** The provider's addresses and keys, asked for once; again after a failure. */
  function loadProvider(): ReturnType<typeof discoverProvider> {
    known ??= discoverProvider()
    known.catch(() => (known = undefined))
    return known
  }

  return {
    /** The provider's address, and the cookie that identifies the browser when it returns. */
    async begin(): Promise<{ readonly location: string; readonly cookie: string }> {
      const { oidc, config } = await loadProvider()
      const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
      const location = oidc.buildAuthorizationUrl(config, {
        redirect_uri: url + signInPaths.done,
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href
      return { location, cookie: cookie([state, nonce, verifier].join('.'), cookieSeconds) }
    },

    /** The operator who returns from the provider. @throws NoRoleError; another error for a wrong or foreign answer */
    async finish(request: IncomingMessage): Promise<Operator> {
      const [expectedState, expectedNonce, pkceCodeVerifier] = readCookie(request, cookieName).split('.')
      if (!expectedState || !expectedNonce || !pkceCodeVerifier)
        throw new Error('this browser did not begin this sign-in')
      const { oidc, config } = await loadProvider()
      const checks = { expectedState, expectedNonce, pkceCodeVerifier, idTokenExpected: true }
      const tokens = await oidc.authorizationCodeGrant(config, new URL(url + (request.url ?? '')), checks)
      return toOperator(tokens.claims() ?? {}, roleClaim)
    },

    /** Removes the cookie of a sign-in that is over. */
    forget: () => cookie('', 0),
  }
}

/** @throws NoRoleError */
function toOperator(claims: Readonly<Record<string, unknown>>, roleClaim: string): Operator {
  const { email, preferred_username: username, iss, sub } = claims
  const name = String((claims['email_verified'] === true ? email : username) ?? sub).slice(0, longestName)
  const given = [claims[roleClaim]].flat().flatMap(value => String(value ?? '').split(' '))
  const roles = operatorRoles.filter(role => given.includes(`adcoin-${role}`))
  if (roles.length === 0 && !given.includes(lookRole))
    throw new NoRoleError(`${name} has none of ${lookRole}, adcoin-${operatorRoles.join(', adcoin-')}`)
  // Both names can be changed at most providers; only issuer and subject identify (OpenID Connect Core, 5.7).
  return { name, roles, identity: `${String(iss)}|${String(sub)}` }
}

export type OrganisationSignIn = ReturnType<typeof createOrganisationSignIn>
