import * as v from 'valibot'
import { createRing, formatKeys, KeysFile, type KeyRing, type PublicKeyEntry } from './key-ring.ts'

/** The file of the teams' public keys in `live/<n>`, signed with it by operators. */
export const teamKeysFile = 'keys.json'

/** The bytes of that file. */
export function formatTeamKeys({ keys }: KeyRing): Buffer {
  return Buffer.from(formatKeys(keys.filter(({ role }) => role !== 'ops')))
}

/** Reads it; operators' keys are never taken from a store. @throws where it is damaged */
export function parseTeamKeys(text: Buffer | undefined): readonly PublicKeyEntry[] {
  if (text === undefined) return []
  return v.parse(KeysFile, JSON.parse(text.toString('utf8'))).keys.filter(({ role }) => role !== 'ops')
}

/** The ring with the teams' keys of what is live too. A key that either of them has as revoked is not trusted. */
export function withTeamKeys(ring: KeyRing, others: readonly PublicKeyEntry[]): KeyRing {
  if (others.length === 0) return ring
  const revoked = new Set(others.flatMap(({ id, state }) => (state === 'revoked' ? [id] : [])))
  const own = ring.keys.map(key => (revoked.has(key.id) ? { ...key, state: 'revoked' as const } : key))
  return createRing(ring.folder, [...own, ...others.filter(({ id }) => !ring.keys.some(key => key.id === id))])
}
