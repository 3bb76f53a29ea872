// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import {
  googleAttemptDraft,
  readGoogleReturn,
  takeAttempt,
  type GoogleAttempt,
  buildAuthorizationUrl,
  createAttempt,
} from './google-attempt.ts'

const attempt: GoogleAttempt = {
  state: 'state-1',
  nonce: 'nonce-1',
  verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  redirectUri: 'https://app.example/google_auth',
}
const google = {
  client_id: 'client',
  authorization_endpoint: 'https://accounts.example/auth?hl=en',
  scope: 'openid email',
}

describe('an attempt', () => {
  beforeEach(() => sessionStorage.clear())

  it('has three secrets of its own, long enough for the service', () => {
    const { state, nonce, verifier } = createAttempt('https://app.example/google_auth')
    expect(new Set([state, nonce, verifier]).size).toBe(3)
    for (const secret of [state, nonce, verifier]) expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  it('sends the S256 challenge of RFC 7636, never the verifier', async () => {
    const url = new URL(await buildAuthorizationUrl(google, attempt))
    expect(url.origin + url.pathname).toBe('https://accounts.example/auth')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      hl: 'en',
      response_type: 'code',
      client_id: 'client',
      scope: 'openid email',
      redirect_uri: attempt.redirectUri,
      state: 'state-1',
      nonce: 'nonce-1',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })
    expect(url.href).not.toContain(attempt.verifier)
  })

  it('is taken from the tab once', () => {
    googleAttemptDraft.save(attempt)
    expect(takeAttempt()).toEqual(attempt)
    expect(takeAttempt()).toBeUndefined()
  })

  it('that is damaged is none', () => {
    sessionStorage.setItem('adcoin.tab.guest.auth.google@1', '{"state":1}')
    expect(takeAttempt()).toBeUndefined()
  })
})

describe('the way back from Google', () => {
  it.each([
    ['?code=abc&state=state-1&scope=openid', { kind: 'code', code: 'abc', attempt }],
    ['?error=access_denied&state=state-1', { kind: 'denied' }],
    ['?error=server_error&state=state-1', { kind: 'provider' }],
    ['?state=state-1', { kind: 'provider' }],
    [`?state=state-1&code=${'x'.repeat(2049)}`, { kind: 'provider' }],
    ['?code=abc&state=other', { kind: 'stale' }],
    ['?code=abc', { kind: 'stale' }],
    ['?code=abc&state=state-1&state=state-1', { kind: 'stale' }],
    ['?error=access_denied', { kind: 'stale' }],
    ['', { kind: 'direct' }],
    ['?utm=1', { kind: 'direct' }],
  ])('%s is read as %j', (search, expected) => {
    expect(readGoogleReturn(search, attempt)).toEqual(expected)
  })

  it('with a code that this tab did not ask for is never posted', () => {
    expect(readGoogleReturn('?code=abc&state=state-1', undefined)).toEqual({ kind: 'stale' })
  })
})
