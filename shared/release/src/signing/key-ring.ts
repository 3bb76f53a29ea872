import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { AppName } from '@adcoin/contract'
import { hasCode, replaceFile } from '../store/durable.ts'
import { variable } from '../variables.ts'

/** Whose key it is: one team's, for its own app only, or the operators', for generations. */
export const KeyRole = v.union([v.literal('ops'), AppName])
export type KeyRole = v.InferOutput<typeof KeyRole>

/**
 * A public key. `active` signs and is believed · `retired` was rotated out: what it signed stays good, it signs nothing
 * new · `revoked` is believed no longer, so that its releases drop out of every plan.
 */
const PublicKeyEntry = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[a-z-]+\.[0-9a-f]{8}$/)),
  role: KeyRole,
  publicKey: v.string(),
  created: v.pipe(v.string(), v.isoTimestamp()),
  state: v.picklist(['active', 'retired', 'revoked']),
})
export type PublicKeyEntry = v.InferOutput<typeof PublicKeyEntry>
const KeysFile = v.strictObject({ schema: v.literal(1), keys: v.array(PublicKeyEntry) })

/** The public keys (`keys.json`) and, where this machine holds them, the private ones (`<role>.pem`, mode 0600). */
export type KeyRing = {
  readonly folder: string
  readonly keys: readonly PublicKeyEntry[]
  /** The public half by id, or undefined where nobody knows that key. */
  find(id: string): { readonly entry: PublicKeyEntry; readonly key: KeyObject } | undefined
}

/** Reads `keys.json`; a folder without one is an empty ring. @throws where the file is damaged */
export async function readKeyRing(folder: string): Promise<KeyRing> {
  const text = await readFile(join(folder, 'keys.json'), 'utf8').catch(error => {
    if (hasCode(error, 'ENOENT')) return '{"schema":1,"keys":[]}'
    throw error
  })
  return ringOf(folder, v.parse(KeysFile, JSON.parse(text)).keys)
}

/**
 * A key ring with an active key for each role; makes those that are missing. For a local store, where one machine plays
 * every team.
 */
export async function ensureKeys(folder: string, roles: readonly KeyRole[], now: Date): Promise<KeyRing> {
  const ring = await readKeyRing(folder)
  const missing = roles.filter(role => !ring.keys.some(entry => entry.role === role && entry.state === 'active'))
  if (missing.length === 0) return ring
  const made = await Promise.all(missing.map(role => makeKey(folder, role, now)))
  return save(folder, [...ring.keys, ...made])
}

/** Makes a new key for a role and retires the one before: what that one signed stays good. */
export async function rotateKey(
  folder: string,
  role: KeyRole,
  now: Date,
): Promise<{ ring: KeyRing; made: PublicKeyEntry }> {
  const ring = await readKeyRing(folder)
  const made = await makeKey(folder, role, now)
  const older = ring.keys.map(entry =>
    entry.role === role && entry.state === 'active' ? { ...entry, state: 'retired' as const } : entry,
  )
  return { ring: await save(folder, [...older, made]), made }
}

/**
 * Believes a key no longer. What it signed drops out; an ops key cannot be revoked before another one has signed the
 * live generation.
 */
export async function revokeKey(folder: string, id: string): Promise<KeyRing> {
  const ring = await readKeyRing(folder)
  return save(
    folder,
    ring.keys.map(entry => (entry.id === id ? { ...entry, state: 'revoked' as const } : entry)),
  )
}

/** The private key of a role, or undefined where this machine does not hold it. */
export async function privateKeyOf(ring: KeyRing, role: KeyRole): Promise<{ id: string; key: KeyObject } | undefined> {
  const entry = ring.keys.findLast(each => each.role === role && each.state === 'active')
  if (!entry) return undefined
  const pem = await readFile(join(privateFolder(ring.folder), `${role}.pem`), 'utf8').catch(() => undefined)
  return pem === undefined ? undefined : { id: entry.id, key: createPrivateKey(pem) }
}

function ringOf(folder: string, keys: readonly PublicKeyEntry[]): KeyRing {
  return {
    folder,
    keys,
    find(id) {
      const entry = keys.find(each => each.id === id)
      return (
        entry && {
          entry,
          key: createPublicKey({ key: Buffer.from(entry.publicKey, 'base64'), format: 'der', type: 'spki' }),
        }
      )
    },
  }
}

async function makeKey(publicFolder: string, role: KeyRole, now: Date): Promise<PublicKeyEntry> {
  const folder = privateFolder(publicFolder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const pair = generateKeyPairSync('ed25519')
  await replaceFile(folder, `${role}.pem`, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), 0o600)
  return {
    id: `${role}.${randomBytes(4).toString('hex')}`,
    role,
    publicKey: pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    created: now.toISOString(),
    state: 'active',
  }
}

async function save(folder: string, keys: readonly PublicKeyEntry[]): Promise<KeyRing> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await replaceFile(folder, 'keys.json', `${JSON.stringify({ schema: 1, keys }, null, 2)}\n`, 0o644)
  return ringOf(folder, keys)
}

/**
 * Where the private keys of this machine are: `RELEASE_PRIVATE_KEYS` where each team has a place of its own, else
 * beside the public ones.
 */
function privateFolder(folder: string): string {
  return variable('RELEASE_PRIVATE_KEYS') ?? folder
}
