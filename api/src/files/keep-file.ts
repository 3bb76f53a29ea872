import { readFile } from 'node:fs/promises'
import type { Database } from '../database/database.ts'
import { gate } from '../limits/gate.ts'
import type { FilePurpose } from './file-links.ts'
import { randomFileId, type FileStore } from '../storage/file-store.ts'
import { cleanImage } from './image.ts'
import { extensions, type MediaType } from './media-type.ts'
import { cleanMp4 } from './mp4.ts'
import type { ReceivedFile } from './receive-file.ts'

export type KeptFile = {
  readonly id: string
  readonly mime: string
  readonly bytes: number
  readonly width: number | null
  readonly height: number | null
}
type Cleaned = { readonly bytes: Buffer; readonly width: number | null; readonly height: number | null }

/** Decoding takes a processor and up to 100 MB: two pictures at a time, and no long queue. */
const decoding = gate(2, 20)

/**
 * Cleans, stores and records a received file. The same bytes for the same purpose are the same file: sending them
 * again, or many times at once, makes no second one.
 * @throws FileRefused, Refusal too_many when too many pictures wait
 */
export async function keepFile(
  database: Database,
  store: FileStore,
  userId: bigint,
  purpose: FilePurpose,
  received: ReceivedFile,
): Promise<KeptFile> {
  const earlier = await known(database, userId, purpose, received.sha256)
  if (earlier) return earlier
  const cleaned = await decoding(async () => clean(await readFile(received.path), received.mediaType, purpose))
  const id = randomFileId()
  const key = `${id}.${extensions[received.mediaType]}`
  await store.put(key, cleaned.bytes)
  const row = {
    id,
    user_id: userId,
    purpose,
    sha256: received.sha256,
    mime: received.mediaType,
    bytes: BigInt(cleaned.bytes.length),
    width: cleaned.width,
    height: cleaned.height,
    storage_key: key,
  }
  const isMine = await database
    .transaction(async tx =>
      tx
        .insertInto('file')
        .values(row)
        .onConflict(conflict => conflict.doNothing())
        .returning('id')
        .executeTakeFirst(),
    )
    .catch(async error => {
      await store.remove(key)
      throw error
    })
  if (isMine) return { id, mime: row.mime, bytes: cleaned.bytes.length, width: row.width, height: row.height }
  await store.remove(key)
  const other = await known(database, userId, purpose, received.sha256)
  if (!other) throw new Error('a file that exists twice is nowhere')
  return other
}

async function known(
  database: Database,
  userId: bigint,
  purpose: FilePurpose,
  sha256: string,
): Promise<KeptFile | undefined> {
  const row = await database.read
    .selectFrom('file')
    .select(['id', 'mime', 'bytes', 'width', 'height'])
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row && { ...row, bytes: Number(row.bytes) }
}

async function clean(bytes: Buffer, mediaType: MediaType, purpose: FilePurpose): Promise<Cleaned> {
  if (mediaType !== 'video/mp4') return cleanImage(bytes, mediaType, purpose === 'avatar' ? 'avatar' : 'screenshot')
  cleanMp4(bytes)
  return { bytes, width: null, height: null }
}
