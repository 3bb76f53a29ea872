import sharp from 'sharp'

/** Pixels, twice those of the screen at 390 px: beside a title, across a task's screen, an example of good proof. */
const pictureSizes = {
  card: { width: 144, height: 144 },
  wide: { width: 720, height: 405 },
  example: { width: 480, height: 480 },
} as const

export type PictureSize = keyof typeof pictureSizes
export type EncodedPicture = {
  readonly avif: Buffer
  readonly webp: Buffer
  readonly width: number
  readonly height: number
}

/** Largest size of one picture file: a list shows many of them. */
export const pictureBytes = 12 * 1024
const qualities = [55, 45, 35] as const

/** A picture cut to its place around its middle (an example keeps its shape), as AVIF and WebP. */
export async function encodePicture(source: Buffer, size: PictureSize): Promise<EncodedPicture> {
  const { data, info } = await sharp(source)
    .autoOrient()
    .toColourspace('srgb')
    .resize({ ...pictureSizes[size], fit: size === 'example' ? 'inside' : 'cover' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pixels = () => sharp(data, { raw: { width, height, channels } })
  return {
    avif: await lightest(quality => pixels().avif({ quality }).toBuffer()),
    webp: await lightest(quality =>
      pixels()
        .webp({ quality: quality + 20 })
        .toBuffer(),
    ),
    width,
    height,
  }
}

/** The best quality that is light enough, or the lowest. */
async function lightest(encode: (quality: number) => Promise<Buffer>): Promise<Buffer> {
  let bytes: Buffer = Buffer.alloc(0)
  for (const quality of qualities) {
    bytes = await encode(quality)
    if (bytes.length <= pictureBytes) break
  }
  return bytes
}
