import type { BuildJson, Provenance, Release, SkippedSteps } from '@adcoin/contract'
import { hashSha256, hashSha384, withCompressedSiblings } from '../files/files.ts'
import { signAs } from '../signing/signature.ts'
import { layout } from '../store/store.ts'
import { readRelease } from './read-release.ts'
import type { SignedStore } from './releases.ts'
import { addMaps, type Maps } from './source-maps.ts'

/** Facts that publishing adds to a build: skipped steps and provenance. */
export type PublishFacts = SkippedSteps & { readonly provenance?: Provenance | undefined }

/** A release before it is stored: its description, the exact bytes of it, and its files. */
export type PackedRelease = {
  readonly release: Release
  /** The bytes of `release.json`. */
  readonly description: Buffer
  readonly files: ReadonlyMap<string, Buffer>
  readonly maps?: Maps
}

/**
 * Puts a release into the store, signed by its team, with compressed siblings; not live. It is trusted only when it
 * reads back. An existing release with this id is used: equal sources give an equal id.
 *
 * @throws Refused if this machine may not sign for the app
 */
export async function addRelease(context: SignedStore, packed: PackedRelease): Promise<Release> {
  const { app } = packed.release
  return storeSigned(context, packed, await signAs(context.ring, app, 'release', app, packed.description))
}

/** Puts a release into the store that its team has signed. @throws Refused where it does not read back */
export async function storeSigned(context: SignedStore, packed: PackedRelease, signature: Buffer): Promise<Release> {
  const { app, id } = packed.release
  const files = await withCompressedSiblings(packed.files)
  files.set('release.json', packed.description)
  files.set('release.sig', signature)
  // The maps first: a publish that ends between the two left no release, and the next one completes it.
  if (packed.maps) await addMaps(context.store, app, id, packed.maps)
  await context.store.addFolder(layout.release(app, id), files)
  return readRelease(context, app, id)
}

/** Describes built files as a release. */
export function packRelease(
  build: BuildJson,
  files: ReadonlyMap<string, Buffer>,
  created: Date,
  { provenance, ...skipped }: PublishFacts = {},
): PackedRelease {
  const list = [...files]
    .map(([path, bytes]) => ({ path, bytes: bytes.length, sha384: hashSha384(bytes), sha256: hashSha256(bytes) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  const release: Release = {
    ...build,
    created: created.toISOString(),
    ...skipped,
    ...(provenance ? { provenance } : {}),
    files: list,
  }
  return { release, description: Buffer.from(`${JSON.stringify(release, null, 1)}\n`), files }
}
