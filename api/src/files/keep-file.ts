import type { Database } from '../database/database.ts'
import type { Services } from '../services.ts'
import { lockPerson } from '../sessions/lock-person.ts'
import { createFileId } from '../storage/file-store.ts'
import { cleanFile } from './clean-file.ts'
import type { FilePurpose } from './file-links.ts'
import { extensions } from './limits.ts'
import type { ReceivedFile } from './receive-file.ts'
import { requireSpace } from './unused-files.ts'

export type KeptFile = {
  readonly id: string
  readonly mime: string
  readonly bytes: number
  readonly width: number | null
  readonly height: number | null
}

/**
 * Cleans, stores and records a received file. The same bytes for the same purpose are the same file: sending them
 * again, or many times at once, makes no second one.
 * @throws FileRefused, Refusal too_many when too many files wait or the person left too much unused
 */
export async function keepFile(
  { database, files: store, now }: Pick<Services, 'database' | 'files' | 'now'>,
  userId: bigint,
  purpose: FilePurpose,
  received: ReceivedFile,
): Promise<KeptFile> {
  const earlier = await renew(database, userId, purpose, received.sha256, now())
  if (earlier) return earlier
  await requireSpace(database.read, userId, received.length)
  const use = purpose === 'avatar' ? 'avatar' : 'screenshot'
  const { bytes, width, height, pictureHash } = await cleanFile(received.path, received.mediaType, use)
  const id = createFileId()
  const key = `${id}.${extensions[received.mediaType]}`
  await store.put(key, bytes)
  const isMine = await database
    .transaction(async tx => {
      await lockPerson(tx, userId, 'session_expired')
      await requireSpace(tx, userId, bytes.length)
      return tx
        .insertInto('file')
        .values({
          id,
          user_id: userId,
          purpose,
          sha256: received.sha256,
          mime: received.mediaType,
          bytes: BigInt(bytes.length),
          width,
          height,
          picture_hash: pictureHash,
          storage_key: key,
          created_at: now(),
        })
        .onConflict(conflict => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
    })
    .catch(async error => {
      await store.remove(key)
      throw error
    })
  if (isMine) return { id, mime: received.mediaType, bytes: bytes.length, width, height }
  await store.remove(key)
  const other = await renew(database, userId, purpose, received.sha256, now())
  if (!other) throw new Error('a file that was stored before has no row')
  return other
}

/** The same file as sent before: from now on the sweep leaves it for another two days. */
async function renew(
  database: Database,
  userId: bigint,
  purpose: FilePurpose,
  sha256: string,
  at: Date,
): Promise<KeptFile | undefined> {
  const row = await database.transaction(tx =>
    tx
      .updateTable('file')
      .set({ created_at: at })
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .where('sha256', '=', sha256)
      .returning(['id', 'mime', 'bytes', 'width', 'height'])
      .executeTakeFirst(),
  )
  return row && { ...row, bytes: Number(row.bytes) }
}
