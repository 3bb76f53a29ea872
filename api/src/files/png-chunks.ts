import { FileRefused, limits } from './limits.ts'

/** A decoder needs these; comments, profiles, times and private chunks are dropped unread. */
const kept = new Set(['IHDR', 'PLTE', 'IDAT', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'IEND'])

/**
 * A PNG without its comments and colour profile, so that a decoder never meets a compressed bomb in them; what follows
 * IEND is dropped.
 * @throws FileRefused `file_broken` for a torn chunk list or more than `limits.parts` chunks
 */
export function plainPng(bytes: Buffer): Buffer {
  const parts = [bytes.subarray(0, 8)]
  for (let [at, chunks] = [8, 0]; chunks < limits.parts; chunks += 1) {
    if (at + 12 > bytes.length) break
    const kind = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) break
    if (kept.has(kind)) parts.push(bytes.subarray(at, end))
    if (kind === 'IEND') return Buffer.concat(parts)
    at = end
  }
  throw new FileRefused('file_broken')
}
