import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import { chmod, mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { AppName } from '@adcoin/contract'
import { createRefused } from '../refusal.ts'
import { hasCode, replaceFile, syncFolder } from '../store/durable.ts'
import { withLock } from '../store/lock.ts'
import { readVariable } from '../variables.ts'

/** Whose key it is: one team's, for its own app only, or the operators', for generations. */
export const KeyRole = v.union([v.literal('ops'), AppName])
export type KeyRole = v.InferOutput<typeof KeyRole>

/**
 * A public key. `active` signs and is trusted · `retired` was rotated out: its signatures stay good, it signs nothing
 * new · `revoked` is not trusted, so its releases leave every plan.
 */
const PublicKeyEntry = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[a-z-]+\.[0-9a-f]{8}$/)),
  role: KeyRole,
  publicKey: v.string(),
  created: v.pipe(v.string(), v.isoTimestamp()),
  /** The person or machine that signs with this key, if the role has several. */
  holder: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,30}$/))),
  /** From this time the key signs nothing; files created later are not trusted. */
  expires: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  state: v.picklist(['active', 'retired', 'revoked']),
})
export type PublicKeyEntry = v.InferOutput<typeof PublicKeyEntry>
export const KeysFile = v.strictObject({ schema: v.literal(1), keys: v.array(PublicKeyEntry) })

/** Options of a new key. */
export type KeyTerms = Pick<PublicKeyEntry, 'holder' | 'expires'>

/**
 * The public keys (`keys.json`) and, where this machine holds them, the private ones (`<role>.pem`, or
 * `<role>.<holder>.pem`, mode 0600).
 */
export type KeyRing = {
  readonly folder: string
  readonly keys: readonly PublicKeyEntry[]
  /** The public half by id, or undefined for an unknown key. */
  find(id: string): { readonly entry: PublicKeyEntry; readonly key: KeyObject } | undefined
}

/** Reads `keys.json`; a folder without one is an empty ring. @throws where the file is damaged */
export async function readKeyRing(folder: string): Promise<KeyRing> {
  const text = await readFile(join(folder, 'keys.json'), 'utf8').catch(error => {
    if (hasCode(error, 'ENOENT')) return '{"schema":1,"keys":[]}'
    throw error
  })
  return createRing(folder, v.parse(KeysFile, JSON.parse(text)).keys)
}

/**
 * A key ring with an active key for each role; makes the missing ones. For a local store, where one machine plays
 * every team. With a holder: that holder's key, even if others exist.
 */
export async function ensureKeys(
  folder: string,
  roles: readonly KeyRole[],
  now: Date,
  terms: KeyTerms = {},
): Promise<KeyRing> {
  const { holder } = terms
  const isThere = (entry: PublicKeyEntry, role: KeyRole) =>
    isOf(entry, role) && !isOver(entry, now) && (holder === undefined || entry.holder === holder)
  const without = (keys: KeyRing['keys']) => roles.filter(role => !keys.some(entry => isThere(entry, role)))
  const ring = await readKeyRing(folder)
  if (without(ring.keys).length === 0) return ring
  return changeKeys(folder, async keys => {
    const made = await Promise.all(without(keys).map(role => makeKey(folder, role, now, terms)))
    return { keys: [...keys, ...made], made }
  })
}

/**
 * Makes a new key for a role, or for its one holder, and retires the active one of the same, whose signatures stay good
 * and whose private half goes.
 */
export async function rotateKey(folder: string, role: KeyRole, now: Date, terms: KeyTerms = {}): Promise<KeyRing> {
  return changeKeys(folder, async keys => {
    const made = await makeKey(folder, role, now, terms)
    const older = keys.map(entry =>
      isOf(entry, role) && entry.holder === terms.holder ? { ...entry, state: 'retired' as const } : entry,
    )
    return { keys: [...older, made], made: [made] }
  })
}

/**
 * Writes a state of a key into `keys.json`. The releases of a revoked key are replaced by `operations/revoke-key.ts`.
 */
export async function setKeyState(folder: string, id: string, state: PublicKeyEntry['state']): Promise<KeyRing> {
  return changeKeys(folder, async keys => ({ keys: withState(keys, id, state), made: [] }))
}

/** The same ring with another state of one key; nothing is written. */
export function withKeyState(ring: KeyRing, id: string, state: PublicKeyEntry['state']): KeyRing {
  return createRing(ring.folder, withState(ring.keys, id, state))
}

/**
 * The private key of a role, the newest that this machine holds; undefined if it holds none.
 *
 * @throws Refused if a file holds another key than the active one, whose signatures would be trusted nowhere, and
 *   where the key has expired
 */
export async function findPrivateKey(
  ring: KeyRing,
  role: KeyRole,
  now = new Date(),
): Promise<{ id: string; key: KeyObject } | undefined> {
  const active = ring.keys.filter(entry => isOf(entry, role)).toReversed()
  const others = new Map<string, string>()
  const expired: string[] = []
  for (const entry of active)
    // The first name exists only between the two steps of a change that was cut short.
    for (const name of [`${entry.id}.pem`, fileOf(entry)]) {
      const key = await readPrivateKey(ring, name)
      if (!key) continue
      const half = exportPublicKey(createPublicKey(key))
      if (half !== entry.publicKey)
        others.set(name, ring.keys.find(each => each.publicKey === half)?.id ?? 'a key that keys.json lacks')
      else if (isOver(entry, now)) expired.push(`${entry.id} expired on ${entry.expires?.slice(0, 10)}`)
      else return { id: entry.id, key }
    }
  const held = [...others].map(([name, id]) => `${name} holds ${id}`)
  if (expired.length + held.length === 0) return undefined
  const rotate = `\`keys --rotate ${role}\``
  throw createRefused(
    'signing-key',
    `keys: ${role}`,
    expired.length > 0
      ? expired.join(', ')
      : `this machine's private key is not the active one (${active[0]?.id}): ${held.join(', ')}`,
    expired.length > 0
      ? `Make a new one: ${rotate} (with --holder, if it has one).`
      : `Restore the right ${role}.pem, or copy the newest keys.json here. If that key is lost: ${rotate}.`,
  )
}

async function readPrivateKey(ring: KeyRing, name: string): Promise<KeyObject | undefined> {
  const pem = await readFile(join(findPrivateFolder(ring.folder), name), 'utf8').catch(error => {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  })
  return pem === undefined ? undefined : createPrivateKey(pem)
}

const isOf = (entry: PublicKeyEntry, role: KeyRole): boolean => entry.role === role && entry.state === 'active'
const fileOf = ({ role, holder }: Pick<PublicKeyEntry, 'role' | 'holder'>): string =>
  holder === undefined ? `${role}.pem` : `${role}.${holder}.pem`

/** Whether a key has expired at that time. */
export function isOver({ expires }: PublicKeyEntry, at: Date): boolean {
  return expires !== undefined && at.getTime() >= Date.parse(expires)
}

export function createRing(folder: string, keys: readonly PublicKeyEntry[]): KeyRing {
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

function withState(keys: KeyRing['keys'], id: string, state: PublicKeyEntry['state']): KeyRing['keys'] {
  return keys.map(entry => (entry.id === id ? { ...entry, state } : entry))
}

/** The bytes of `keys.json`. */
export const formatKeys = (keys: KeyRing['keys']): string => `${JSON.stringify({ schema: 1, keys }, null, 2)}\n`

function exportPublicKey(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64')
}

/** Writes the private half under the name of its id, which no key has yet; `changeKeys` gives it its own. */
async function makeKey(
  publicFolder: string,
  role: KeyRole,
  now: Date,
  { holder, expires }: KeyTerms,
): Promise<PublicKeyEntry> {
  const folder = findPrivateFolder(publicFolder)
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o700)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const id = `${role}.${randomBytes(4).toString('hex')}`
  await replaceFile(folder, `${id}.pem`, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), 0o600)
  return {
    ...{ id, role, publicKey: exportPublicKey(publicKey), created: now.toISOString() },
    ...(holder === undefined ? {} : { holder }),
    ...(expires === undefined ? {} : { expires }),
    state: 'active',
  }
}

/**
 * One change of `keys.json` at a time. `keys.json` decides: before it is written the old keys sign, afterwards the new
 * ones do, also when this process ends between two steps.
 */
async function changeKeys(
  folder: string,
  change: (keys: KeyRing['keys']) => Promise<{ keys: KeyRing['keys']; made: KeyRing['keys'] }>,
): Promise<KeyRing> {
  // Public keys are for everyone; where private ones are in the same folder, `makeKey` closes it.
  await mkdir(folder, { recursive: true })
  return withLock(join(folder, 'keys.lock'), 10_000, async () => {
    const { keys, made } = await change((await readKeyRing(folder)).keys)
    await replaceFile(folder, 'keys.json', formatKeys(keys), 0o644)
    const own = findPrivateFolder(folder)
    for (const key of made) await rename(join(own, `${key.id}.pem`), join(own, fileOf(key)))
    if (made.length > 0) await syncFolder(own)
    return createRing(folder, keys)
  })
}

/**
 * The folder of this machine's private keys: `RELEASE_PRIVATE_KEYS` where each team has a place of its own, else
 * beside the public ones.
 */
function findPrivateFolder(folder: string): string {
  return readVariable('RELEASE_PRIVATE_KEYS') ?? folder
}
