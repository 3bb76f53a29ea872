import * as oauth from 'oauth4webapi'
import { Refusal } from '../refusals/refusal.ts'
import type { HttpDependencies } from '../http/http-dependencies.ts'

/** Parameters of the browser's first step: the provider's page and our id there. */
type OidcDescription = {
  readonly client_id: string
  readonly authorization_endpoint: string
  readonly scope: string
}

/** The provider's data about a person, after its answer was checked. */
export type OidcIdentity = {
  readonly subject: string
  readonly email: string | null
  readonly isEmailVerified: boolean
}

type OidcExchange = {
  readonly code: string
  readonly codeVerifier: string
  readonly nonce: string
  readonly redirectUri: string
}
export type OidcProvider = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Plain http, for a provider on loopback only. */ readonly isLocal?: boolean
}

export type Oidc = {
  /** Reads the provider's own description; again later when it could not be reached. */
  use(provider: OidcProvider): Promise<void>
  /** Null while no provider is configured or reachable: the browser then shows no Google button. */
  description(): OidcDescription | null
  /** Exchanges a code and checks issuer, audience, expiry, nonce and signature. Throws Refusal oauth_failed. */
  exchange(exchange: OidcExchange): Promise<OidcIdentity>
}

const timeoutMs = 10_000
const againAfterMs = 30_000
const scope = 'openid email'

type Known = { readonly server: oauth.AuthorizationServer; readonly provider: OidcProvider }

/**
 * OpenID Connect, code flow with PKCE: the browser makes verifier, state and nonce; the exchange happens here, with our
 * secret.
 */
export function createOidc(log: HttpDependencies['log'], changed: () => void): Oidc {
  let known: Known | null = null
  let retry: NodeJS.Timeout | undefined
  return {
    async use(provider) {
      clearTimeout(retry)
      try {
        const issuer = new URL(provider.issuer)
        const response = await oauth.discoveryRequest(issuer, options(provider))
        known = { provider, server: await oauth.processDiscoveryResponse(issuer, response) }
        changed()
      } catch (error) {
        log.warn({ err: error }, 'the identity provider could not be reached')
        retry = setTimeout(() => void this.use(provider), againAfterMs).unref()
      }
    },
    description() {
      const endpoint = known?.server.authorization_endpoint
      return known && endpoint ? { client_id: known.provider.clientId, authorization_endpoint: endpoint, scope } : null
    },
    async exchange(exchange) {
      if (!known) throw new Refusal('oauth_failed')
      try {
        return await exchangeWith(known, exchange)
      } catch (error) {
        log.warn(
          { reason: error instanceof Error ? error.message : 'unknown' },
          'a sign-in at the identity provider was refused',
        )
        throw new Refusal('oauth_failed')
      }
    },
  }
}

function options({ isLocal }: OidcProvider) {
  return { signal: () => AbortSignal.timeout(timeoutMs), [oauth.allowInsecureRequests]: isLocal === true }
}

async function exchangeWith(
  { server, provider }: Known,
  { code, codeVerifier, nonce, redirectUri }: OidcExchange,
): Promise<OidcIdentity> {
  const client: oauth.Client = { client_id: provider.clientId }
  // The browser checked state before it posted the code; iss is the issuer that we ask ourselves.
  const callback = oauth.validateAuthResponse(
    server,
    client,
    new URLSearchParams({ code, iss: server.issuer }),
    oauth.expectNoState,
  )
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.ClientSecretPost(provider.clientSecret),
    callback,
    redirectUri,
    codeVerifier,
    options(provider),
  )
  const result = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  })
  await oauth.validateApplicationLevelSignature(server, response, options(provider))
  const claims = oauth.getValidatedIdTokenClaims(result)
  if (!claims) throw new Error('no id token')
  const email = typeof claims.email === 'string' ? claims.email.trim().toLowerCase() : null
  return { subject: claims.sub, email, isEmailVerified: claims.email_verified === true }
}
