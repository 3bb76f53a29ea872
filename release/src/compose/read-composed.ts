import * as v from 'valibot'
import { hashSha384 } from '../files/files.ts'
import { createRefused } from '../refusal.ts'
import type { KeyRing } from '../signing/key-ring.ts'
import { checkSignature } from '../signing/signature.ts'
import { layout, type Store } from '../store/store.ts'

const Hashes = v.record(v.string(), v.string())
const FilesJson = v.strictObject({ schema: v.literal(2), number: v.number(), created: v.string(), files: Hashes })
/** The list of numbers before 2026-11-28. */
const FormerList = v.strictObject({ schema: v.literal(1), generation: v.number(), files: Hashes })
const lists = [
  {
    name: 'files',
    schema: v.pipe(
      FilesJson,
      v.transform(({ number, files }) => ({ number, files })),
    ),
  },
  {
    name: 'live',
    schema: v.pipe(
      FormerList,
      v.transform(({ generation, files }) => ({ number: generation, files })),
    ),
  },
] as const

/** For what operators signed and is not there as they did. */
export const backupRemedy = 'Restore it from a backup; do not sign it again before you know who changed it.'

/** The list of the files of a number, which operators signed, and the files that it is made of. */
export type FileList = {
  readonly hashes: Readonly<Record<string, string>>
  readonly own: readonly (readonly [path: string, bytes: Buffer])[]
}

/**
 * The files of a number by their paths, with their list and its signature. Believed only when the operators signed the
 * list and the hash of each file fits.
 *
 * @throws where one of them is missing, or not what was composed
 */
export async function readComposed(
  store: Pick<Store, 'read'>,
  ring: KeyRing,
  n: number,
): Promise<ReadonlyMap<string, Buffer>> {
  const { hashes, own } = await readFileList(store, ring, n)
  const read = Object.keys(hashes).map(async path => [path, await readListed(store, n, hashes, path)] as const)
  return new Map([...(await Promise.all(read)), ...own])
}

/**
 * Reads which files belong to a number.
 *
 * @param isPast  an old one, for the history: also where its key was revoked since
 * @throws where there is none, or operators did not sign it under this number
 */
export async function readFileList(
  store: Pick<Store, 'read'>,
  ring: KeyRing,
  n: number,
  isPast = false,
): Promise<FileList> {
  const folder = layout.live(n)
  for (const { name, schema } of lists) {
    const list = await store.read(`${folder}/${name}.json`)
    if (!list) continue
    const signature = await store.read(`${folder}/${name}.sig`)
    const bad = checkSignature(ring, 'ops', 'live', String(n), list, signature)
    if (!signature || (bad && !(isPast && bad.isRevoked)))
      throw createRefused('live-signature', `${folder}/${name}.json`, bad?.message ?? '', backupRemedy)
    const { number, files } = v.parse(schema, JSON.parse(list.toString('utf8')))
    if (number !== n)
      throw createRefused(
        'live-number',
        `${folder}/${name}.json`,
        `it is generation ${number} in the folder of another one`,
        backupRemedy,
      )
    return {
      hashes: files,
      own: [
        [`${name}.json`, list],
        [`${name}.sig`, signature],
      ],
    }
  }
  throw createRefused(
    'composed',
    `${folder}/files.json`,
    `generation ${n} is not composed: it is missing`,
    backupRemedy,
  )
}

/** Reads one file of a generation. @throws where it is missing, or differs from its hash in the list */
export async function readListed(
  store: Pick<Store, 'read'>,
  n: number,
  hashes: FileList['hashes'],
  path: string,
): Promise<Buffer> {
  const content = await store.read(`${layout.live(n)}/${path}`)
  if (!content || hashSha384(content) !== hashes[path])
    throw createRefused('composed', `${layout.live(n)}/${path}`, 'it differs from the composed file', backupRemedy)
  return content
}
