import * as v from 'valibot'
import { Release, buildReleaseKey, toCurrentRelease } from '@adcoin/contract'
import { caps, hashSha256, hashSha384 } from '../files/files.ts'
import { Refused, createRefusal, type ReleaseRefusal, createRefused } from '../refusal.ts'
import { checkSignature } from '../signing/signature.ts'
import { layout, type Store } from '../store/store.ts'
import type { SignedStore } from './releases.ts'

/**
 * Reads a release's description and trusts it only if its team signed it.
 *
 * @throws Refused if it is missing, damaged, of another name, or not signed by a key of its team
 */
export async function readRelease({ store, ring }: SignedStore, app: string, id: string): Promise<Release> {
  const folder = layout.release(app, id)
  const bytes = await store.read(`${folder}/release.json`)
  if (!bytes)
    throw createRefused(
      'release-there',
      folder,
      'this store has no such release',
      '`status` and `history` list the releases.',
    )
  const bad = checkSignature(ring, roleOf(app), 'release', app, bytes, await store.read(`${folder}/release.sig`))
  if (bad)
    throw new Refused(
      bad.isRevoked
        ? createRefusal(
            'key-revoked',
            buildReleaseKey(app, id),
            bad.message,
            'Publish its sources with a higher version and the current key.',
          )
        : createRefusal(
            'release-signature',
            `${folder}/release.json`,
            bad.message,
            'If it was never live, `prune` removes it. Then publish it again with the key of its team.',
          ),
    )
  const parsed = v.safeParse(
    Release,
    bytes.length <= caps.releaseJsonBytes ? toCurrentRelease(JSON.parse(bytes.toString('utf8'))) : undefined,
  )
  if (!parsed.success)
    throw createRefused(
      'release-schema',
      `${folder}/release.json`,
      'it does not fit the schema of a release',
      'Publish the app again.',
    )
  if (parsed.output.app !== app || parsed.output.id !== id) {
    throw createRefused(
      'release-name',
      `${folder}/release.json`,
      `it describes ${parsed.output.app}/${parsed.output.id}`,
      'A release must be in the folder of its own name: publish it again.',
    )
  }
  return parsed.output
}

/**
 * Compares every file of a release with its description, for missing, changed and extra files.
 *
 * @returns the problems; empty if the release is undamaged
 */
export async function checkFiles(
  { store }: Pick<SignedStore, 'store'>,
  release: Release,
): Promise<readonly ReleaseRefusal[]> {
  const folder = layout.release(release.app, release.id)
  const found = await Promise.all(
    release.files.map(async file => {
      const bytes = await store.read(`${folder}/${file.path}`)
      if (!bytes) return createFileRefusal(`${folder}/${file.path}`, 'the file is missing')
      if (bytes.length !== file.bytes || hashSha384(bytes) !== file.sha384 || hashSha256(bytes) !== file.sha256)
        return createFileRefusal(`${folder}/${file.path}`, 'the file differs from the published one')
      return undefined
    }),
  )
  const listed = new Set(['release.json', 'release.sig', ...release.files.map(file => file.path)])
  const extra = (await listFilesBelow(store, folder, '')).filter(
    path => !listed.has(path) && !listed.has(path.replace(/\.(br|gz)$/, '')),
  )
  return [
    ...found.filter(each => each !== undefined),
    ...extra.map(path => createFileRefusal(`${folder}/${path}`, 'the file is not part of the release')),
  ]
}

async function listFilesBelow(store: Store, folder: string, below: string): Promise<readonly string[]> {
  const names = await store.list(below ? `${folder}/${below}` : folder)
  const lists = await Promise.all(
    names.map(async name => {
      const path = below ? `${below}/${name}` : name
      // A name with a dot is a file: the gate refuses folders with a dot.
      return name.includes('.') ? [path] : listFilesBelow(store, folder, path)
    }),
  )
  return lists.flat()
}

function roleOf(app: string): 'shell' | `remote-${string}` {
  return app === 'shell' ? 'shell' : `remote-${app.slice('remote-'.length)}`
}

function createFileRefusal(place: string, message: string): ReleaseRefusal {
  return createRefusal('files-whole', place, message, 'Roll back to an undamaged release, or publish this app again.')
}
