import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { addPasskey, PasskeyProof, RequestOf } from '@adcoin/contract'

type Challenge = { readonly challenge: string; readonly rp_id: string }

/** A platform authenticator with one passkey: P-256, user verification, a counter. */
export function authenticator({ origin = 'http://localhost:8080', isVerified = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  let userHandle: string | undefined

  function dataOf(rpId: string, extra: Buffer = Buffer.alloc(0)): Buffer {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (extra.length > 0 ? 0x40 : 0)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count, extra])
  }
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  return {
    create(options: Challenge & { user_handle: string }): RequestOf<typeof addPasskey> {
      userHandle = options.user_handle
      const length = Buffer.from([id.length >> 8, id.length & 0xff])
      const data = dataOf(options.rp_id, Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]))
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      return {
        credential: id.toString('base64url'),
        client_data: clientData('webauthn.create', options.challenge).toString('base64url'),
        attestation: attestation.toString('base64url'),
      }
    },
    /** @param change  forges what is signed */
    prove(options: Challenge, change: { counter?: number } = {}): PasskeyProof {
      if (change.counter !== undefined) counter = change.counter
      const data = dataOf(options.rp_id)
      const client = clientData('webauthn.get', options.challenge)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        credential: id.toString('base64url'),
        client_data: client.toString('base64url'),
        authenticator_data: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        ...(userHandle === undefined ? {} : { user_handle: userHandle }),
      }
    },
  }
}

const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)])

/** COSE_Key of ES256: kty 2, alg -7, crv 1, x, y. Source: RFC 9053, 7.1.1. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const coordinate = (text: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')])
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    coordinate(x),
    Buffer.from([0x22]),
    coordinate(y),
  ])
}
