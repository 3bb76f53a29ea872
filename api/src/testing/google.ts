import { createHash, randomBytes } from 'node:crypto'
import { launch, type loginOauth, type RequestOf } from '@adcoin/contract'
import { expectOk } from './accounts.ts'
import type { TestService } from './start-service.ts'

/** The provider's return address. */
const redirectUri = 'http://localhost:8080/google_auth'

/** Walks the provider's pages as a browser does: authorise, sign in with this e-mail, come back with a code. */
export async function signInAt(service: TestService, email: string): Promise<RequestOf<typeof loginOauth>> {
  const google = expectOk(await service.ask(launch, {})).oauth?.google
  if (!google) throw new Error('no provider is offered')
  const [verifier, nonce, state] = [
    randomBytes(32).toString('base64url'),
    randomBytes(16).toString('base64url'),
    randomBytes(16).toString('base64url'),
  ]
  const begin = new URL(google.authorization_endpoint)
  for (const [name, value] of Object.entries({
    client_id: google.client_id,
    scope: google.scope,
    response_type: 'code',
    redirect_uri: redirectUri,
    state,
    nonce,
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  }))
    begin.searchParams.set(name, value)
  const cookies = new Map<string, string>()
  let [url, init]: [string, RequestInit] = [begin.href, {}]
  for (let step = 0; step < 10; step += 1) {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), ...init.headers },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location?.startsWith(redirectUri)) {
      const back = new URL(location)
      if (back.searchParams.get('state') !== state) throw new Error('the provider answered another state')
      return {
        provider: 'google',
        code: back.searchParams.get('code') ?? '',
        code_verifier: verifier,
        nonce,
        redirect_uri: redirectUri,
      }
    }
    if (location) [url, init] = [new URL(location, url).href, {}]
    else
      init = {
        method: 'POST',
        body: new URLSearchParams({ email }),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }
  }
  throw new Error('the provider did not come back')
}
