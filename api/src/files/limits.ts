/** Source: rulings.md R11, bad-inputs.md 4.7. */
export const limits = {
  imageBytes: 10 * 1024 * 1024,
  videoBytes: 20 * 1024 * 1024,
  /** 25 megapixels. */
  pixels: 25_000_000,
  sidePixels: 8192,
  /** What a compressed comment or colour profile of a PNG may grow to. */
  pngTextBytes: 4 * 1024 * 1024,
  /** What is kept: large enough to read a screenshot, small enough for a phone. */
  keptSidePixels: 2560,
  avatarPixels: 512,
  /** A body may be this much larger than its file: boundaries, headers, the purpose. */
  multipartBytes: 16 * 1024,
  /** A body that takes longer is cut. */
  bodyMs: 30_000,
  perHour: 20,
  perDay: 200,
} as const

/** Why a file is refused: not one of the types, too large, damaged. Keys of the contract's errors. */
export type FileRefusal = 'file_type' | 'file_size' | 'file_broken'

export class FileRefused extends Error {
  readonly reason: FileRefusal
  constructor(reason: FileRefusal) {
    super(reason)
    this.name = 'FileRefused'
    this.reason = reason
  }
}
