import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { lowerPriority } from '../limits/lower-priority.ts'
import type { CleaningAnswer, CleaningRequest } from './clean-file.ts'
import { cleanImage } from './image.ts'
import { FileRefused } from './limits.ts'
import { cleanMp4 } from './mp4.ts'

lowerPriority()
/** The thread of `clean-file.ts`: decodes and checks one file at a time. */
parentPort?.on('message', async (request: CleaningRequest) => {
  const answer = await clean(request)
  parentPort?.postMessage(answer, 'cleaned' in answer ? [answer.cleaned.bytes.buffer] : [])
})

async function clean({ file, mediaType, use }: CleaningRequest): Promise<CleaningAnswer> {
  try {
    const sent = typeof file === 'string' ? await readFile(file) : file
    const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.length)
    if (mediaType === 'video/mp4') {
      cleanMp4(bytes)
      return { cleaned: { bytes: sent, width: null, height: null, pictureHash: null } }
    }
    const { bytes: encoded, ...facts } = await cleanImage(bytes, mediaType, use)
    // A copy: the result of an encoder may share its memory.
    return { cleaned: { bytes: Uint8Array.from(encoded), ...facts } }
  } catch (error) {
    if (error instanceof FileRefused) return { refused: error.reason }
    throw error
  }
}
