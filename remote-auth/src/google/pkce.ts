import type { GoogleAttempt } from './attempt.ts'

export type GoogleOauth = { client_id: string; authorization_endpoint: string; scope: string }

/** State, nonce and PKCE verifier of 32 random bytes each. */
export function newAttempt(
  redirectUri: string,
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = bytes => crypto.getRandomValues(bytes),
): GoogleAttempt {
  const secret = () => base64Url(random(new Uint8Array(32)))
  return { state: secret(), nonce: secret(), verifier: secret(), redirectUri }
}

/** The challenge is the SHA-256 of the verifier (S256). */
export async function authorizationUrl(
  { authorization_endpoint, client_id, scope }: GoogleOauth,
  { state, nonce, verifier, redirectUri }: GoogleAttempt,
): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const url = new URL(authorization_endpoint)
  const query = {
    response_type: 'code',
    client_id,
    scope,
    redirect_uri: redirectUri,
    state,
    nonce,
    code_challenge: base64Url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
