import { createHash } from 'node:crypto'
import type { Release } from '@adcoin/contract'
import { signAs } from '../signing/signature.ts'
import type { KeyRing } from '../signing/key-ring.ts'
import { layout, type Store } from '../store/store.ts'
import { withCompressedSiblings } from './compress.ts'
import type { BuildJson } from './built-app.ts'

/** A release before it stands in a store: its description, the exact bytes of it, and its files. */
export type PackedRelease = {
  readonly release: Release
  readonly manifest: Buffer
  readonly files: ReadonlyMap<string, Buffer>
}

/** `sha384-…` of a file, as integrity attributes write it. */
export function sha384(bytes: Buffer): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`
}

/** `sha256-…` of a file: what the page carries, 16 bytes less per script. */
export function sha256(bytes: Buffer): string {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`
}

/** Describes built files as a release. */
export function packRelease(build: BuildJson, files: ReadonlyMap<string, Buffer>, created: Date): PackedRelease {
  const list = [...files]
    .map(([path, bytes]) => ({ path, bytes: bytes.length, sha384: sha384(bytes), sha256: sha256(bytes) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  const release: Release = { ...build, created: created.toISOString(), files: list }
  return { release, manifest: Buffer.from(`${JSON.stringify(release, null, 1)}\n`), files }
}

/**
 * Puts a release into the store, signed by its team, with compressed siblings. It is then there, and not live.
 *
 * @returns false, and nothing changed, where a release of this id is there already
 * @throws NoKey where this machine may not sign for the app
 */
export async function addRelease(store: Store, ring: KeyRing, packed: PackedRelease): Promise<boolean> {
  const { app, id } = packed.release
  const signature = await signAs(ring, app, 'release', app, packed.manifest)
  const files = await withCompressedSiblings(packed.files)
  files.set('release.json', packed.manifest)
  files.set('release.sig', signature)
  return store.addFolder(layout.release(app, id), files)
}
