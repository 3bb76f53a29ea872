import type { addPasskey, PasskeyProof, passkeyToAdd, RequestOf, ResponseOf } from '@adcoin/contract'
import { sharedTexts } from '../texts.ts'

/**
 * Whether this browser has passkeys here: WebAuthn with its JSON form (Chrome 129, Safari 18.4, Firefox 119), on a
 * domain: a passkey belongs to none at a bare IP address.
 */
export function hasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    !/^[\d.]+$|^\[/.test(window.location.hostname)
  )
}

/** @throws DOMException  see `passkeyProblem` */
export async function createPasskey({
  challenge,
  rp_id,
  user_handle,
  name,
  exclude,
}: ResponseOf<typeof passkeyToAdd>): Promise<RequestOf<typeof addPasskey>> {
  const credential = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON({
      challenge,
      rp: { id: rp_id, name: 'Ad Coin' },
      user: { id: user_handle, name, displayName: name },
      // EdDSA, ES256, RS256.
      pubKeyCredParams: [-8, -7, -257].map(alg => ({ type: 'public-key', alg })),
      excludeCredentials: exclude.map(id => ({ type: 'public-key', id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    }),
  })
  const { id, response } = toJson<RegistrationResponseJSON>(credential)
  return { credential: id, client_data: response.clientDataJSON, attestation: response.attestationObject }
}

type Challenge = { readonly challenge: string; readonly rp_id: string; readonly allow?: readonly string[] }

/**
 * Lets the person choose a passkey and unlock it.
 *
 * @param allow  its own ids of those that may be chosen; default: any of this domain
 * @throws DOMException  see `passkeyProblem`
 */
export async function provePasskey({ challenge, rp_id, allow = [] }: Challenge): Promise<PasskeyProof> {
  const chosen = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON({
      challenge,
      rpId: rp_id,
      allowCredentials: allow.map(id => ({ type: 'public-key', id })),
      userVerification: 'required',
    }),
  })
  const { id, response } = toJson<AuthenticationResponseJSON>(chosen)
  return {
    credential: id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle ? { user_handle: response.userHandle } : {}),
  }
}

function toJson<Json>(credential: Credential | null): Json {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('no passkey', 'NotAllowedError')
  return credential.toJSON() as Json
}

/** The sentence for a prompt of the browser that ended without a passkey. */
export function passkeyProblem(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'InvalidStateError') return sharedTexts.t('passkey.exists')
  // The same for a cancelled prompt, one that timed out, and a device without a passkey.
  return sharedTexts.t(name === 'NotAllowedError' || name === 'AbortError' ? 'passkey.cancelled' : 'passkey.failed')
}
