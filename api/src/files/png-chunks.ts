import { inflateSync } from 'node:zlib'
import { FileRefused, limits } from './limits.ts'

/** What a picture needs to be decoded; comments, profiles, times and private chunks are not. */
const kept = new Set(['IHDR', 'PLTE', 'IDAT', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'IEND'])

/**
 * A PNG without its comments and colour profile, so that a decoder never meets a compressed bomb in them; what follows
 * IEND is dropped.
 * @throws FileRefused `file_broken` for a torn chunk list or a compressed chunk that grows beyond `limits.pngTextBytes`
 */
export function plainPng(bytes: Buffer): Buffer {
  const parts = [bytes.subarray(0, 8)]
  for (let at = 8; ;) {
    if (at + 12 > bytes.length) throw new FileRefused('file_broken')
    const length = bytes.readUInt32BE(at)
    const kind = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    if (end > bytes.length) throw new FileRefused('file_broken')
    refuseBomb(kind, bytes.subarray(at + 8, at + 8 + length))
    if (kept.has(kind)) parts.push(bytes.subarray(at, end))
    if (kind === 'IEND') return Buffer.concat(parts)
    at = end
  }
}

function refuseBomb(kind: string, data: Buffer): void {
  const packed = compressedPart(kind, data)
  if (!packed) return
  try {
    inflateSync(packed, { maxOutputLength: limits.pngTextBytes })
  } catch {
    throw new FileRefused('file_broken')
  }
}

/** Keyword, zero, method, then zlib; iTXt has a flag that says whether it is compressed. */
function compressedPart(kind: string, data: Buffer): Buffer | undefined {
  const zero = data.indexOf(0)
  if (zero < 0) return undefined
  if (kind === 'zTXt' || kind === 'iCCP') return data.subarray(zero + 2)
  if (kind !== 'iTXt' || data[zero + 1] !== 1) return undefined
  const language = data.indexOf(0, zero + 3)
  const translated = language < 0 ? -1 : data.indexOf(0, language + 1)
  return translated < 0 ? undefined : data.subarray(translated + 1)
}
