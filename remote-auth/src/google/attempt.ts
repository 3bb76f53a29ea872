import { defineDraft } from '@adcoin/remote/pages'
import * as v from 'valibot'

const GoogleAttempt = v.object({ state: v.string(), nonce: v.string(), verifier: v.string(), redirectUri: v.string() })

/** The values that Google's answer must match, stored in this tab until then. */
export type GoogleAttempt = v.InferOutput<typeof GoogleAttempt>

export const attemptDraft = defineDraft({
  owner: 'auth',
  name: 'google',
  version: 1,
  schema: GoogleAttempt,
  keep: 'tab',
})

/** Reads the attempt of this tab and removes it: a code is posted once. */
export function takeAttempt(): GoogleAttempt | undefined {
  const attempt = attemptDraft.read()
  attemptDraft.drop()
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
  const once = (name: string) => {
    const values = query.getAll(name)
    return values.length === 1 ? values[0] : undefined
  }
  const [code, state, error] = [once('code'), once('state'), once('error')]
  if (!query.has('code') && !query.has('state') && !query.has('error')) return { kind: 'direct' }
  if (!attempt || !state || state !== attempt.state) return { kind: 'stale' }
  if (error) return { kind: error === 'access_denied' ? 'denied' : 'provider' }
  return code && code.length <= 2048 ? { kind: 'code', code, attempt } : { kind: 'provider' }
}
