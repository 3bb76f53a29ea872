/** Type of a file, by its first bytes; its name and the browser's claim do not count. */
export type MediaType = 'image/jpeg' | 'image/png' | 'image/webp' | 'video/mp4'

/** Bytes that are needed to decide. */
export const headBytes = 16

export function detectMediaType(head: Uint8Array): MediaType | undefined {
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

/** Source: rulings.md R11, bad-inputs.md 4.7. */
export const limits = {
  imageBytes: 10 * 1024 * 1024,
  videoBytes: 20 * 1024 * 1024,
  /** 25 megapixels. */
  pixels: 25_000_000,
  sidePixels: 8192,
  /** Chunks of a PNG, boxes of an MP4: real files have fewer than 3,000. */
  parts: 20_000,
  /** A file whose cleaning takes longer is refused; a decoder gives up before. */
  cleaningMs: 20_000,
  decodingSeconds: 15,
  /** Side of a kept picture: large enough to read a screenshot, small enough for a phone. */
  keptSidePixels: 2560,
  avatarPixels: 512,
  /** A body may be this much larger than its file: boundaries, headers, the purpose. */
  multipartBytes: 16 * 1024,
  /** A body that takes longer is cut. */
  bodyMs: 30_000,
  /** Limits of uploads that nothing uses: bytes per person, and the age at which each is removed. */
  unusedBytes: 400 * 1024 * 1024,
  unusedMs: 48 * 3_600_000,
  /** Of a person's files that earned nothing: unused ones, and proofs that were not accepted, which are kept. */
  unpaidBytes: 2 * 1024 ** 3,
} as const

/** Why a file is refused: not one of the types, too large, damaged. Keys of the contract's errors. */
export type FileRefusal = 'file_type' | 'file_size' | 'file_broken'

export class FileRefused extends Error {
  readonly reason: FileRefusal
  constructor(reason: FileRefusal, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'FileRefused'
    this.reason = reason
  }
}
