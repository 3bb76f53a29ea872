import sharp from 'sharp'

const side = 16
/** Smaller steps of brightness are noise of an encoder, and would differ in each copy of a flat area. */
const leastStep = 5
/** Of 256; another encoding or size of a picture changes fewer. */
const mostDifferentBits = 16

/**
 * How a decoded picture looks, whatever its size, encoding and metadata (dHash): 16 rows of 16 bits as hex, a bit for
 * each place that is darker than the one to its right.
 */
export async function hashPicture(bytes: Buffer): Promise<string> {
  const grey = await sharp(bytes)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(side + 1, side, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
  const bitAt = (row: number, column: number) => {
    const at = row * (side + 1) + column
    return (grey[at + 1] ?? 0) - (grey[at] ?? 0) >= leastStep ? 1 : 0
  }
  return Array.from({ length: side }, (_, row) =>
    Number.parseInt(Array.from({ length: side }, (_, column) => bitAt(row, column)).join(''), 2)
      .toString(16)
      .padStart(4, '0'),
  ).join('')
}

/** The rows of a hash that show something, each with its number; copies of a picture share at least four. */
export function listHashRows(hash: string): string[] {
  const rows = hash.match(/.{4}/g) ?? []
  return rows.flatMap((row, index) => (row === '0000' ? [] : `${index}:${row}`))
}

/** Whether two hashes are of one picture; flat pictures all look the same, and never are. */
export function isSamePicture(one: string, other: string): boolean {
  if (listHashRows(one).length === 0) return false
  const difference = BigInt(`0x${one}`) ^ BigInt(`0x${other}`)
  return difference.toString(2).replaceAll('0', '').length <= mostDifferentBits
}
