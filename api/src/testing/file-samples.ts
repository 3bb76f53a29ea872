import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Files for tests: sound ones, and those that people (or attackers) send instead. */

export function picture(format: 'jpeg' | 'png' | 'webp', width = 64, height = 48): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: { r: 30, g: 120, b: 200 } } })
    [format]()
    .toBuffer()
}

/** A JPEG with a place in its EXIF data, turned by 90°. */
export function pictureWithPlace(): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background: '#1e78c8' } })
    .jpeg()
    .withExif({ IFD0: { Make: 'SecretPhone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}

function pngChunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A sound PNG with one more chunk after its header. */
export const pngWith = (kind: string, data: Buffer): Promise<Buffer> => pngWithChunks(kind, data, 1)

/** The same with so many of them. */
export async function pngWithChunks(kind: string, data: Buffer, count: number): Promise<Buffer> {
  const [sound, chunk] = [await picture('png'), pngChunk(kind, data)]
  return Buffer.concat([sound.subarray(0, 33), ...Array.from({ length: count }, () => chunk), sound.subarray(33)])
}

/** A header that claims side × side pixels, with hardly any data. */
export async function pixelFlood(side = 50_000): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    (await picture('png')).subarray(0, 8),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export async function animatedWebp(frames: number): Promise<Buffer> {
  const raw = Buffer.alloc(8 * 8 * 3 * frames, 0)
  for (let index = 0; index < raw.length; index += 1) raw[index] = (index * 31) % 251
  return sharp(raw, { raw: { width: 8, height: 8 * frames, channels: 3, pageHeight: 8 } })
    .webp({ loop: 0, delay: Array.from({ length: frames }, () => 40) })
    .toBuffer()
}

export function mp4Box(kind: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  head.write(kind, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** The boxes of a film, with the place where it was taken. */
export function film(bytes = 256): Buffer {
  const place = mp4Box('udta', mp4Box('\u00a9xyz', Buffer.from('+51.5000-000.1200/', 'latin1')))
  return Buffer.concat([
    mp4Box('ftyp', Buffer.from('isom\0\0\x02\0isommp41', 'latin1')),
    mp4Box('moov', mp4Box('mvhd', Buffer.alloc(100)), place),
    mp4Box('mdat', Buffer.alloc(bytes, 7)),
  ])
}

/** As phones make them: numbers of another colour space, and its profile. */
export function jpegInWideColours(colour: { r: number; g: number; b: number }): Promise<Buffer> {
  return sharp({ create: { width: 32, height: 32, channels: 3, background: colour } })
    .withIccProfile('p3')
    .jpeg({ quality: 100 })
    .toBuffer()
}

/** A JPEG with a comment right after its beginning. */
export async function jpegWithComment(text: string): Promise<Buffer> {
  const sound = await picture('jpeg')
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length + 2)
  return Buffer.concat([
    sound.subarray(0, 2),
    Buffer.from([0xff, 0xfe]),
    length,
    Buffer.from(text, 'latin1'),
    sound.subarray(2),
  ])
}

/** A JPEG that refines the same pixels so many times: few bytes, endless work. */
export async function jpegWithScans(scans: number, side = 2000): Promise<Buffer> {
  const sound = await sharp({ create: { width: side, height: side, channels: 3, background: '#1e78c8' } })
    .jpeg({ progressive: true })
    .toBuffer()
  const last = sound.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = sound.subarray(last, sound.length - 2)
  return Buffer.concat([
    sound.subarray(0, sound.length - 2),
    ...Array.from({ length: scans }, () => scan),
    sound.subarray(sound.length - 2),
  ])
}

/** A PNG whose header is honest and whose pixels never end. */
export function pngThatNeverEnds(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(64, 0)
  header.writeUInt32BE(64, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(200_000_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function webpChunk(kind: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(kind, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** A sound WebP in the extended form, with these chunks. Flags: 2 animation, 4 XMP. */
async function webpWith(flags: number, chunks: (pixels: Buffer) => readonly Buffer[]): Promise<Buffer> {
  const sound = await picture('webp', 8, 8)
  const extended = webpChunk('VP8X', Buffer.from([flags, 0, 0, 0, 7, 0, 0, 7, 0, 0]))
  const body = Buffer.concat([Buffer.from('WEBP'), extended, ...chunks(sound.subarray(12))])
  return webpChunk('RIFF', body)
}

export function webpWithFrames(frames: number): Promise<Buffer> {
  const place = Buffer.from([0, 0, 0, 0, 0, 0, 7, 0, 0, 7, 0, 0, 40, 0, 0, 0])
  return webpWith(2, pixels => [
    webpChunk('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => webpChunk('ANMF', Buffer.concat([place, pixels]))),
  ])
}

export function webpWithXmp(text: string): Promise<Buffer> {
  return webpWith(4, pixels => [pixels, webpChunk('XMP ', Buffer.from(text))])
}
