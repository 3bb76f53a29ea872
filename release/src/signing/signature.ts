import { createHash, sign, verify } from 'node:crypto'
import * as v from 'valibot'
import { Refused, createRefusal, type ReleaseRefusal } from '../refusal.ts'
import { isOver, findPrivateKey, type KeyRing, type KeyRole } from './key-ring.ts'
import { readVariable } from '../variables.ts'

/**
 * The signed text: the exact bytes of a file, bound to its purpose and its name by a prefix, so that a signature can
 * never be moved to another app or another number. Source: security.md 5.4.
 *
 *   release     "adcoin-release-v1\0" + app + "\0" + sha512(release.json)
 *   live        "adcoin-live-v1\0" + n + "\0" + sha512(live/<n>/files.json)
 *   generation  "adcoin-generation-v1\0" + n + "\0" + sha512(generations/<n>.json), of stores before 2026-11-28
 */
export type SignedKind = 'release' | 'generation' | 'live'

const SignatureFile = v.strictObject({ key: v.string(), signature: v.string() })

/**
 * Signs a file as a role.
 *
 * @returns the bytes of the `.sig` file
 * @throws Refused if this machine holds no active private key of that role
 */
export async function signAs(
  ring: KeyRing,
  role: KeyRole,
  kind: SignedKind,
  name: string,
  bytes: Buffer,
): Promise<Buffer> {
  const own = await findPrivateKey(ring, role)
  if (!own) throw new Refused(createMissingKeyRefusal(role))
  const signature = sign(null, buildSignedMessage(kind, name, bytes), own.key).toString('base64')
  return Buffer.from(`${JSON.stringify({ key: own.id, signature })}\n`)
}

/**
 * Asked before anything is written, and by every dry run.
 *
 * @throws Refused for every one of these roles that this machine may not sign for, or holds another key of
 */
export async function refuseWithoutKeys(ring: KeyRing, roles: readonly KeyRole[]): Promise<void> {
  const checked = roles.map(role =>
    findPrivateKey(ring, role).then(
      key => (key ? [] : [createMissingKeyRefusal(role)]),
      (error: unknown) => {
        if (error instanceof Refused) return error.refusals
        throw error
      },
    ),
  )
  const refusals = (await Promise.all(checked)).flat()
  if (refusals.length > 0) throw new Refused(...refusals)
}

function createMissingKeyRefusal(role: KeyRole): ReleaseRefusal {
  return createRefusal(
    'signing-key',
    `keys: ${role}`,
    'this machine has no active private key of this role',
    // A team that types what it reads must not rotate the operators' key.
    readVariable('RELEASE_KEYS') === 'given'
      ? `Run this where the key is stored. ${role === 'ops' ? 'Operators hold it: publish with --stage, and ask them to promote the release.' : ''}`.trim()
      : `Run this where the key is stored. If no key exists: \`keys --make ${role}\`; if it is lost: \`keys --rotate ${role}\`.`,
  )
}

/**
 * Checks a signature.
 *
 * @returns the problem; undefined for a valid signature. `isRevoked`: valid, but its key was revoked since
 */
export function checkSignature(
  ring: KeyRing,
  role: KeyRole,
  kind: SignedKind,
  name: string,
  bytes: Buffer,
  signature: Buffer | undefined,
): { readonly message: string; readonly isRevoked: boolean } | undefined {
  const createProblem = (message: string, isRevoked = false) => ({ message, isRevoked })
  if (!signature) return createProblem('it is not signed')
  const parsed = v.safeParse(SignatureFile, parseJson(signature))
  if (!parsed.success) return createProblem('its signature file is damaged')
  const given = Buffer.from(parsed.output.signature, 'base64')
  // A decoder reads past letters that mean nothing: without this, changed bytes of the file would go unseen.
  if (given.toString('base64') !== parsed.output.signature) return createProblem('its signature file is damaged')
  const found = ring.find(parsed.output.key)
  if (!found) return createProblem(`it is signed by an unknown key (${parsed.output.key})`)
  const { entry, key } = found
  if (entry.role !== role)
    return createProblem(`it is signed by the key of ${entry.role}, which may not sign for ${role}`)
  if (!verify(null, buildSignedMessage(kind, name, bytes), key, given))
    return createProblem('its bytes differ from the signed ones')
  if (entry.state === 'revoked') return createProblem(`it is signed by a revoked key (${entry.id})`, true)
  const created = entry.expires === undefined ? undefined : readCreated(bytes)
  return created && isOver(entry, created)
    ? createProblem(`it was signed after its key (${entry.id}) had expired`)
    : undefined
}

/** The creation time in a signed file; undefined for the live pointer and for files that are not JSON. */
function readCreated(bytes: Buffer): Date | undefined {
  const { created } = v.parse(v.fallback(v.object({ created: v.optional(v.string()) }), {}), parseJson(bytes))
  return created === undefined ? undefined : new Date(created)
}

/** The id of the key that a signature file names; undefined if there is none. Nothing is checked. */
export function readSigner(signature: Buffer | undefined): string | undefined {
  const parsed = v.safeParse(SignatureFile, signature && parseJson(signature))
  return parsed.success ? parsed.output.key : undefined
}

function buildSignedMessage(kind: SignedKind, name: string, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`adcoin-${kind}-v1\0${name}\0`), createHash('sha512').update(bytes).digest()])
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
