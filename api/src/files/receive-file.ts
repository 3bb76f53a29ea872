import { createHash } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { FilePurpose } from './file-links.ts'
import type { FileStore } from '../storage/file-store.ts'
import { FileRefused, limits, headBytes, detectMediaType, type MediaType } from './limits.ts'
import { receivePiece } from './pieces.ts'

/**
 * Writes the stream of an upload to a temporary file: refuses what it is not from its first bytes, stops at the limit
 * of its kind.
 * Nothing stays when it is refused or cut off.
 * @throws FileRefused
 */
export async function receiveFile(store: FileStore, stream: Readable, purpose: FilePurpose): Promise<ReceivedFile> {
  const path = await store.temporaryPath()
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let mediaType: MediaType | undefined
  let length = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (!mediaType) {
        head = Buffer.concat([head, chunk])
        if (head.length >= headBytes) mediaType = knownType(head)
      }
      length += chunk.length
      if (mediaType && length > bytesAllowed(purpose, mediaType)) throw new FileRefused('file_size')
      await receivePiece(chunk, () => {
        hash.update(chunk)
        return file.write(chunk)
      })
    }
    if (length === 0) throw new FileRefused('file_broken')
    const type = mediaType ?? knownType(head)
    bytesAllowed(purpose, type)
    return new ReceivedFile(path, type, hash.digest('hex'), length)
  } catch (error) {
    await unlink(path).catch(() => undefined)
    throw error
  } finally {
    await file.close()
  }
}

/**
 * An upload in a temporary file. A Blob by name, since that is what the contract calls it; its bytes are
 * read from `path`.
 */
export class ReceivedFile extends Blob {
  readonly path: string
  readonly mediaType: MediaType
  readonly sha256: string
  readonly length: number

  constructor(path: string, mediaType: MediaType, sha256: string, length: number) {
    super([], { type: mediaType })
    this.path = path
    this.mediaType = mediaType
    this.sha256 = sha256
    this.length = length
  }

  remove(): Promise<void> {
    return unlink(this.path).catch(() => undefined)
  }
}

const largest = limits.videoBytes + limits.multipartBytes

/** A body that announces too large a size is not read at all. */
export function refuseLargeBody(request: FastifyRequest): void {
  if (Number(request.headers['content-length'] ?? 0) > largest) throw new FileRefused('file_size')
}

/** Largest size for a purpose: films for submissions only. */
function bytesAllowed(purpose: FilePurpose, mediaType: MediaType): number {
  if (mediaType !== 'video/mp4') return limits.imageBytes
  if (purpose !== 'proof') throw new FileRefused('file_type')
  return limits.videoBytes
}

function knownType(head: Buffer): MediaType {
  const mediaType = detectMediaType(head)
  if (!mediaType) throw new FileRefused('file_type')
  return mediaType
}
