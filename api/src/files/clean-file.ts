import { availableParallelism } from 'node:os'
// Loaded here first: libvips must outlive the threads that use it.
import 'sharp'
import { createGate } from '../limits/gate.ts'
import { NoAnswerFromThread, createThreads } from '../limits/threads.ts'
import type { ImageUse } from './image.ts'
import { FileRefused, type FileRefusal, limits, type MediaType } from './limits.ts'

export type CleanedFile = {
  readonly bytes: Buffer
  readonly width: number | null
  readonly height: number | null
  readonly pictureHash: string | null
}
export type CleaningRequest = {
  /** The file, or the path of one: then this thread never holds it. */
  readonly file: Uint8Array<ArrayBuffer> | string
  readonly mediaType: MediaType
  readonly use: ImageUse
}
export type CleaningAnswer =
  | { readonly cleaned: Omit<CleanedFile, 'bytes'> & { readonly bytes: Uint8Array<ArrayBuffer> } }
  | { readonly refused: FileRefusal }

const ask = createThreads<CleaningRequest, CleaningAnswer>(new URL('./clean-thread.ts', import.meta.url), {
  name: 'file cleaning',
  timeoutMs: limits.cleaningMs,
  resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 32 },
})
/** Decoding takes a processor and up to 100 MB: one is left for other calls, and the queue is short. */
const turn = createGate(Math.max(1, availableParallelism() - 1), 20)

/**
 * Checks and cleans a file in a thread, so that no file stops the event loop. Takes bytes away from the caller.
 * @throws FileRefused, also where the thread takes too long or too much memory
 * @throws Refusal too_many when too many files wait
 */
export async function cleanFile(
  file: CleaningRequest['file'],
  mediaType: MediaType,
  use: ImageUse,
): Promise<CleanedFile> {
  const isWhole = typeof file !== 'string' && file.byteLength === file.buffer.byteLength
  try {
    const answer = await turn(() => ask({ file, mediaType, use }, isWhole ? [file.buffer] : []))
    if ('refused' in answer) throw new FileRefused(answer.refused)
    const { bytes: cleaned, ...facts } = answer.cleaned
    return { bytes: Buffer.from(cleaned.buffer, cleaned.byteOffset, cleaned.byteLength), ...facts }
  } catch (error) {
    if (error instanceof NoAnswerFromThread) throw new FileRefused('file_broken', { cause: error })
    throw error
  }
}
