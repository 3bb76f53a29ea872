/** Type of a file, by its first bytes; its name and the browser's claim do not count. */
export type MediaType = 'image/jpeg' | 'image/png' | 'image/webp' | 'video/mp4'

/** Bytes that are needed to decide. */
export const headBytes = 16

export function mediaTypeOf(head: Uint8Array): MediaType | undefined {
  if (startsWith(head, 0, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWith(head, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  if (textAt(head, 0) === 'RIFF' && textAt(head, 8) === 'WEBP') return 'image/webp'
  if (textAt(head, 4) === 'ftyp' && mp4Brands.test(textAt(head, 8))) return 'video/mp4'
  return undefined
}

/** HEIC, AVIF and QuickTime share the container and are refused: no browser shows them all. */
const mp4Brands = /^(isom|iso[2-9]|mp4[12]|avc1|dash|M4V |MSNV)$/

function startsWith(bytes: Uint8Array, at: number, expected: readonly number[]): boolean {
  return expected.every((byte, index) => bytes[at + index] === byte)
}

function textAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}

export const extensions: Readonly<Record<MediaType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
}
