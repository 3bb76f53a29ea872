import { isRunning } from '../clock.ts'
import type { Transaction } from '../database/database.ts'
import { type Secrets } from '../secrets/secrets.ts'
import { isSameSecret } from '../secrets/hash-text.ts'

/** `task`: an operator's picture or film of a task, which belongs to no person. */
export type FilePurpose = 'avatar' | 'proof' | 'bind' | 'task'

const hourMs = 3_600_000
/** A link to a private file works this long; every answer contains new links. */
const linkHours = 24

/**
 * The address of an avatar. Its id has 128 random bits, so who knows it may see it: an `<img>` cannot send the
 * Authorized-Key.
 */
export function linkAvatar(fileId: string | null): string | null {
  return fileId === null ? null : linkFile(fileId)
}

/** The address of a public file. */
export const linkFile = (fileId: string): string => `/files/${fileId}`

/**
 * The address of a proof, made for its owner: signed, and over after a day. It stays the same for an hour, so that a
 * browser's cache works.
 */
export function linkPrivateFile(secrets: Secrets, fileId: string, now: Date): string {
  const until = Math.floor(now.getTime() / hourMs) + linkHours
  return `/files/${fileId}?until=${until}&key=${signatureOf(secrets, fileId, until)}`
}

/** Whether the query of a request carries our valid, unexpired signature for this file. */
export function isSignedLink(
  secrets: Secrets,
  fileId: string,
  query: { readonly until?: unknown; readonly key?: unknown },
  now: Date,
): boolean {
  if (typeof query.until !== 'string' || typeof query.key !== 'string' || !/^[0-9]{1,9}$/.test(query.until))
    return false
  const until = Number(query.until)
  return (
    isRunning(new Date(until * hourMs), now, linkHours * hourMs) &&
    isSameSecret(query.key, signatureOf(secrets, fileId, until))
  )
}

function signatureOf(secrets: Secrets, fileId: string, until: number): string {
  return secrets.keyed('file-link', `${fileId}|${until}`).slice(0, 32)
}

/**
 * Whether every file is the person's own and was uploaded for this purpose. The sweep of unused files waits until the
 * transaction that uses them has ended.
 */
export async function isOwnerOfFiles(
  tx: Transaction,
  userId: bigint,
  fileIds: readonly string[],
  purpose: FilePurpose,
): Promise<boolean> {
  if (fileIds.length === 0) return true
  const rows = await tx
    .selectFrom('file')
    .select('id')
    .where('id', 'in', [...fileIds])
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .forKeyShare()
    .execute()
  return rows.length === new Set(fileIds).size
}
