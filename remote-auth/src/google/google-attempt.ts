import { defineDraft } from '@adcoin/remote/pages'
import * as v from 'valibot'

const GoogleAttempt = v.object({ state: v.string(), nonce: v.string(), verifier: v.string(), redirectUri: v.string() })

/** The values that Google's answer must match, stored in this tab until then. */
export type GoogleAttempt = v.InferOutput<typeof GoogleAttempt>

export const googleAttemptDraft = defineDraft({
  owner: 'auth',
  name: 'google',
  version: 1,
  schema: GoogleAttempt,
  keep: 'tab',
})

/** Reads the attempt of this tab and removes it: a code is posted once. */
export function takeAttempt(): GoogleAttempt | undefined {
  const attempt = googleAttemptDraft.read()
  googleAttemptDraft.drop()
  return attempt
}

/**
 * The answer of Google. `denied`: cancelled at Google. `provider`: Google failed. `stale`: of another attempt, used
 * already, or begun elsewhere. `direct`: no parameters (a typed address, a reload).
 */
type GoogleReturn =
  | { kind: 'code'; code: string; attempt: GoogleAttempt }
  | { kind: 'denied' | 'provider' | 'stale' | 'direct' }

/** Reads the address that Google returned to. A repeated parameter does not count. */
export function readGoogleReturn(search: string, attempt: GoogleAttempt | undefined): GoogleReturn {
  const query = new URLSearchParams(search)
  const readOnce = (name: string) => {
    const values = query.getAll(name)
    return values.length === 1 ? values[0] : undefined
  }
  const [code, state, error] = [readOnce('code'), readOnce('state'), readOnce('error')]
  if (!query.has('code') && !query.has('state') && !query.has('error')) return { kind: 'direct' }
  if (!attempt || !state || state !== attempt.state) return { kind: 'stale' }
  if (error) return { kind: error === 'access_denied' ? 'denied' : 'provider' }
  return code && code.length <= 2048 ? { kind: 'code', code, attempt } : { kind: 'provider' }
}

export type GoogleOauth = { client_id: string; authorization_endpoint: string; scope: string }

/** State, nonce and PKCE verifier of 32 random bytes each. */
export function createAttempt(
  redirectUri: string,
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = bytes => crypto.getRandomValues(bytes),
): GoogleAttempt {
  const createSecret = () => encodeBase64Url(random(new Uint8Array(32)))
  return { state: createSecret(), nonce: createSecret(), verifier: createSecret(), redirectUri }
}

/** The challenge is the SHA-256 of the verifier (S256). */
export async function buildAuthorizationUrl(
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
    code_challenge: encodeBase64Url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

function encodeBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
