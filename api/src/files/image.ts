import sharp, { type Sharp } from 'sharp'
import { FileRefused, limits, type MediaType } from './limits.ts'
import { hashPicture } from './picture-hash.ts'

export type CleanImage = {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
  readonly pictureHash: string
}
export type ImageUse = 'avatar' | 'screenshot'

// One thread for each picture: uploads must not starve the calls that move money.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Decodes a picture and encodes it again: upright, sRGB, without metadata, profile or anything that followed it; an
 * avatar as a square, others within `limits.keptSidePixels`.
 * @throws FileRefused `file_size` for too many pixels, `file_type` for an animation, `file_broken` when it cannot be
 *   decoded whole
 */
export async function cleanImage(
  bytes: Buffer,
  mediaType: Exclude<MediaType, 'video/mp4'>,
  use: ImageUse,
): Promise<CleanImage> {
  const source = mediaType === 'image/png' ? plainPng(bytes) : bytes
  await refuseUnfit(source)
  const upright = sharp(source, { failOn: 'error', limitInputPixels: limits.pixels })
    .timeout({ seconds: limits.decodingSeconds })
    .autoOrient()
    .toColourspace('srgb')
  const sized =
    use === 'avatar'
      ? upright.resize(limits.avatarPixels, limits.avatarPixels, { fit: 'cover', withoutEnlargement: true })
      : upright.resize(limits.keptSidePixels, limits.keptSidePixels, { fit: 'inside', withoutEnlargement: true })
  const { data, info } = await encodeImage(sized, mediaType)
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new FileRefused('file_broken')
    })
  return { bytes: data, width: info.width, height: info.height, pictureHash: await hashPicture(data) }
}

/** From the header alone, before a pixel is decoded. */
async function refuseUnfit(bytes: Buffer): Promise<void> {
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new FileRefused('file_broken')
    })
  const { width, height } = header
  if (!width || !height) throw new FileRefused('file_broken')
  if (width > limits.sidePixels || height > limits.sidePixels || width * height > limits.pixels)
    throw new FileRefused('file_size')
  if ((header.pages ?? 1) > 1) throw new FileRefused('file_type')
}

function encodeImage(image: Sharp, mediaType: Exclude<MediaType, 'video/mp4'>): Sharp {
  if (mediaType === 'image/png') return image.png({ compressionLevel: 8 })
  if (mediaType === 'image/webp') return image.webp({ quality: 84 })
  return image.jpeg({ quality: 84 })
}

/** A decoder needs these; comments, profiles, times and private chunks are dropped unread. */
const kept = new Set(['IHDR', 'PLTE', 'IDAT', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'IEND'])

/**
 * A PNG without its comments and colour profile, so that a decoder never meets a compressed bomb in them; what follows
 * IEND is dropped.
 * @throws FileRefused `file_broken` for a torn chunk list or more than `limits.parts` chunks
 */
function plainPng(bytes: Buffer): Buffer {
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
