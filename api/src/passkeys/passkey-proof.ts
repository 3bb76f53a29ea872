import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { PasskeyProof } from '@adcoin/contract'
import { isRunning } from '../clock.ts'
import { giveTicket, consumeTicket } from '../codes/tickets.ts'
import type { Config } from '../config.ts'
import type { Queries, Transaction } from '../database/database.ts'
import { Refusal } from '../refusals/refusal.ts'
import { type Secrets } from '../secrets/secrets.ts'
import { hashText } from '../secrets/hash-text.ts'
import type { Services } from '../services.ts'

const challengeSeconds = 300
/** A newer passkey confirms no withdrawal: a person who only knows the passwords may have added it. */
const waitMs = 24 * 3_600_000

/** Uses of a person's challenge. One for a withdrawal is bound to its amount and account, as a code is. */
export const passkeyUses = {
  add: (userId: bigint) => `add:${userId}`,
  withdraw: (userId: bigint, binding: string) => `withdraw:${userId}:${binding}`,
}

/**
 * Verifies a proof of one of the account's passkeys and uses up its challenge. The account is locked.
 *
 * @param use    default: a login
 * @param isOld  only a passkey that is old enough to confirm withdrawals
 * @throws Refusal `passkey_failed` for a passkey that is unknown or another person's, a wrong signature, domain or
 *   counter, or a person whom the authenticator did not verify; `ticket_invalid` for the challenge
 */
export async function consumeProof(
  services: Services,
  tx: Transaction,
  proof: PasskeyProof,
  { use, userId, isOld = false }: { use?: string; userId: bigint; isOld?: boolean },
): Promise<void> {
  const { now } = services
  const passkey = await tx
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', proof.credential)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!passkey || (isOld && findConfirmTime(passkey.created_at) > now())) throw new Refusal('passkey_failed')
  const expected = await consumeChallenge(services, tx, use, proof.client_data)
  const { verifyAuthenticationResponse } = await loadPasskeyLibrary()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expected,
    response: {
      id: proof.credential,
      rawId: proof.credential,
      type: 'public-key',
      response: {
        clientDataJSON: proof.client_data,
        authenticatorData: proof.authenticator_data,
        signature: proof.signature,
      },
      clientExtensionResults: {},
    },
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: Number(passkey.counter),
    },
  }).catch(refuse)
  if (!verified) throw new Refusal('passkey_failed')
  await tx
    .updateTable('passkey')
    .set({ counter: BigInt(authenticationInfo.newCounter), last_used_at: now() })
    .where('id', '=', passkey.id)
    .execute()
}

/** A challenge for one use: a ticket, so it is kept as a hash, ends after five minutes and is used once. */
export async function giveChallenge(services: Services, tx: Transaction, use: string) {
  const ticket = { purpose: 'passkey', dest: use, seconds: challengeSeconds } as const
  const { verify_ticket } = await giveTicket(services, tx, ticket)
  return { challenge: verify_ticket, rp_id: domainOf(services.config) }
}

/**
 * A challenge to log in: random bytes and its end in seconds, signed by this service, so that an anonymous call writes
 * nothing. It is stored when it is used, so that it is used once.
 */
export function giveLoginChallenge({ config, secrets, now }: Services) {
  const body = Buffer.alloc(22)
  randomBytes(16).copy(body)
  body.writeUIntBE(Math.floor(now().getTime() / 1000) + challengeSeconds, 16, 6)
  const challenge = Buffer.concat([body, signatureOf(secrets, body)]).toString('base64url')
  return { challenge, rp_id: domainOf(config) }
}

const signatureOf = (secrets: Secrets, body: Buffer): Buffer =>
  Buffer.from(secrets.keyed('passkey-login', body.toString('base64url')), 'base64url')

async function consumeLoginChallenge({ secrets, now }: Services, tx: Transaction, challenge: string): Promise<void> {
  const bytes = Buffer.from(challenge, 'base64url')
  const body = bytes.subarray(0, 22)
  const signature = signatureOf(secrets, body)
  const isOurs = bytes.length === 22 + signature.length && timingSafeEqual(bytes.subarray(22), signature)
  if (!isOurs || !isRunning(new Date(body.readUIntBE(16, 6) * 1000), now(), challengeSeconds * 1000))
    throw new Refusal('ticket_invalid')
  const used = await tx
    .insertInto('verify_ticket')
    .values({
      purpose: 'passkey',
      dest: 'login',
      token_hash: hashText(bytes.toString('base64url')),
      created_at: now(),
      expires_at: new Date(now().getTime() + challengeSeconds * 1000),
      used_at: now(),
    })
    .onConflict(conflict => conflict.column('token_hash').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!used) throw new Refusal('ticket_invalid')
}

const domainOf = ({ publicUrl }: Config): string => new URL(publicUrl).hostname

/** Loaded at the first passkey: it takes 150 ms and 27 MB. Load it before the transaction, in which others wait. */
export const loadPasskeyLibrary = () => import('@simplewebauthn/server')

/**
 * Uses up the challenge in what the authenticator signed.
 *
 * @returns what the library compares it with
 * @throws Refusal `ticket_invalid` for a challenge that was used, is too old or was given for something else
 */
async function consumeChallenge(services: Services, tx: Transaction, use: string | undefined, clientData: string) {
  const { challenge, origin } = readClientData(clientData)
  if (use === undefined) await consumeLoginChallenge(services, tx, challenge)
  else await consumeTicket(services, tx, 'passkey', use, challenge)
  const { config } = services
  // In development the page may be served on another port.
  const isLocal = !config.production && URL.parse(origin)?.hostname === 'localhost'
  return {
    expectedChallenge: challenge,
    expectedOrigin: isLocal ? origin : new URL(config.publicUrl).origin,
    expectedRPID: domainOf(config),
    requireUserVerification: true,
  }
}

function readClientData(clientData: string): { challenge: string; origin: string } {
  try {
    const { challenge, origin } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')) as Partial<
      Record<'challenge' | 'origin', unknown>
    >
    if (typeof challenge === 'string' && typeof origin === 'string') return { challenge, origin }
  } catch {
    // Refused below.
  }
  throw new Refusal('passkey_failed')
}

/** @returns the account of the passkey; its proof is still to be verified */
export async function findPasskeyOwner(db: Queries, { credential, user_handle }: PasskeyProof): Promise<bigint> {
  const owner = await db
    .selectFrom('passkey')
    .innerJoin('app_user', 'app_user.id', 'passkey.user_id')
    .select(['app_user.id', 'app_user.public_id'])
    .where('credential_id', '=', credential)
    .executeTakeFirst()
  if (!owner || user_handle !== toUserHandle(owner.public_id)) throw new Refusal('passkey_failed')
  return owner.id
}

export const toUserHandle = (publicId: string): string => Buffer.from(publicId).toString('base64url')

/** The library throws for all that is wrong with a proof, malformed or forged. */
function refuse(): never {
  throw new Refusal('passkey_failed')
}

/** @returns the new passkey, verified; its challenge is used up */
export async function readNewPasskey(
  services: Services,
  tx: Transaction,
  use: string,
  input: { credential: string; client_data: string; attestation: string },
): Promise<{ credential_id: string; public_key: string; counter: bigint }> {
  const expected = await consumeChallenge(services, tx, use, input.client_data)
  const { verifyRegistrationResponse } = await loadPasskeyLibrary()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    ...expected,
    response: {
      id: input.credential,
      rawId: input.credential,
      type: 'public-key',
      response: { clientDataJSON: input.client_data, attestationObject: input.attestation },
      clientExtensionResults: {},
    },
  }).catch(refuse)
  if (!verified) throw new Refusal('passkey_failed')
  const { id, publicKey, counter } = registrationInfo.credential
  return { credential_id: id, public_key: Buffer.from(publicKey).toString('base64url'), counter: BigInt(counter) }
}

/** The first moment at which a passkey confirms withdrawals. */
export const findConfirmTime = (createdAt: Date): Date => new Date(createdAt.getTime() + waitMs)

/** Passkeys of a person that confirm withdrawals now. */
export function selectConfirmingPasskeys(db: Queries, userId: bigint, now: Date) {
  return db
    .selectFrom('passkey')
    .select('credential_id')
    .where('user_id', '=', userId)
    .where('created_at', '<=', new Date(now.getTime() - waitMs))
}
