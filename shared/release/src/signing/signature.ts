import { createHash, sign, verify } from 'node:crypto'
import * as v from 'valibot'
import { Refused, refuse, type Refusal } from '../refusal.ts'
import { privateKeyOf, type KeyRing, type KeyRole } from './key-ring.ts'

/**
 * What is signed: the exact bytes of a file, bound to its purpose and its name by a prefix, so that a signature can
 * never be moved to another app or another number. Source: security.md 5.4.
 *
 *   release     "adcoin-release-v1\0" + app + "\0" + sha512(release.json)
 *   generation  "adcoin-generation-v1\0" + n + "\0" + sha512(generations/<n>.json)
 *   live        "adcoin-live-v1\0" + n + "\0" + sha512(live/<n>/live.json)
 */
export type SignedKind = 'release' | 'generation' | 'live'

const SignatureFile = v.strictObject({ key: v.string(), signature: v.string() })

/**
 * Signs a file as a role.
 *
 * @returns the bytes of the `.sig` file
 * @throws Refused where this machine holds no active private key of that role
 */
export async function signAs(
  ring: KeyRing,
  role: KeyRole,
  kind: SignedKind,
  name: string,
  bytes: Buffer,
): Promise<Buffer> {
  const own = await privateKeyOf(ring, role)
  if (!own) throw new Refused(noKey(role))
  const signature = sign(null, message(kind, name, bytes), own.key).toString('base64')
  return Buffer.from(`${JSON.stringify({ key: own.id, signature })}\n`)
}

/**
 * What a dry run asks before it says that a change would go well.
 *
 * @throws Refused for every one of these roles that this machine may not sign for
 */
export async function refuseWithoutKeys(ring: KeyRing, roles: readonly KeyRole[]): Promise<void> {
  const held = await Promise.all(roles.map(async role => (await privateKeyOf(ring, role)) !== undefined))
  const missing = roles.filter((_, index) => !held[index])
  if (missing.length > 0) throw new Refused(...missing.map(noKey))
}

function noKey(role: KeyRole): Refusal {
  return refuse(
    'signing-key',
    `keys: ${role}`,
    'no active private key of this role is on this machine',
    `Make one with \`keys --make ${role}\`, or work where it is kept.`,
  )
}

/** Why a signature is not believed, as a sentence; undefined where it is good. */
export function distrust(
  ring: KeyRing,
  role: KeyRole,
  kind: SignedKind,
  name: string,
  bytes: Buffer,
  signature: Buffer | undefined,
): string | undefined {
  if (!signature) return 'it is not signed'
  const parsed = v.safeParse(SignatureFile, parseJson(signature))
  if (!parsed.success) return 'its signature file is damaged'
  const found = ring.find(parsed.output.key)
  if (!found) return `it is signed by an unknown key (${parsed.output.key})`
  if (found.entry.role !== role) return `it is signed by the key of ${found.entry.role}, which may not sign for ${role}`
  if (found.entry.state === 'revoked') return `it is signed by a revoked key (${found.entry.id})`
  const good = verify(null, message(kind, name, bytes), found.key, Buffer.from(parsed.output.signature, 'base64'))
  return good ? undefined : 'its bytes are not the ones that were signed'
}

function message(kind: SignedKind, name: string, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`adcoin-${kind}-v1\0${name}\0`), createHash('sha512').update(bytes).digest()])
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
