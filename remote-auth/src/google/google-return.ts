import type { Attempt } from './attempt-storage.ts'

/**
 * How somebody came to /google_auth. `code`: to be posted, once. `denied`: stopped at Google. `provider`: Google
 * failed.
 * `stale`: of another attempt, used already, or begun elsewhere. `direct`: nothing came along (a typed address, a
 * reload).
 */
export type GoogleReturn =
  | { kind: 'code'; code: string; attempt: Attempt }
  | { kind: 'denied' | 'provider' | 'stale' | 'direct' }

/** Reads the address that Google returned to. Each parameter counts only if it is there once. */
export function readGoogleReturn(search: string, attempt: Attempt | undefined): GoogleReturn {
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
