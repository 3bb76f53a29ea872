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
  /** Uploads that nothing uses: so many bytes per person, each for so long. */
  unusedBytes: 400 * 1024 * 1024,
  unusedMs: 48 * 3_600_000,
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
