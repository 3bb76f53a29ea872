import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { leastCpu } from '../testing/least-cpu.ts'
import {
  animatedWebp,
  film,
  jpegInWideColours,
  jpegWithComment,
  jpegWithScans,
  mp4Box,
  picture,
  pictureWithPlace,
  pixelFlood,
  pngThatNeverEnds,
  pngWith,
  webpWithFrames,
  webpWithXmp,
} from '../testing/file-samples.ts'
import { cleanImage } from './image.ts'
import { limits, detectMediaType } from './limits.ts'
import { cleanMp4 } from './mp4.ts'

const refused = (reason: string) => ({ name: 'FileRefused', reason })

describe('what a file is', () => {
  it('goes by content alone', async () => {
    expect(detectMediaType(await picture('jpeg'))).toBe('image/jpeg')
    expect(detectMediaType(await picture('png'))).toBe('image/png')
    expect(detectMediaType(await picture('webp'))).toBe('image/webp')
    expect(detectMediaType(film())).toBe('video/mp4')
  })

  it.each([
    ['a PDF', '%PDF-1.7 …'],
    ['a ZIP', 'PK\x03\x04…'],
    ['a program', 'MZ\x90…'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a GIF that is also a script', 'GIF89a/*…*/=1;alert(1)'],
    ['an iPhone picture', '\0\0\0\x18ftypheic\0\0\0\0'],
    ['one byte', 'x'],
    ['nothing', ''],
  ])('is not %s', (_, text) => {
    expect(detectMediaType(Buffer.from(text, 'latin1'))).toBeUndefined()
  })
})

describe('a cleaned picture', () => {
  it('keeps its form and loses its place, its device and its colour profile', async () => {
    const clean = await cleanImage(await pictureWithPlace(), 'image/jpeg', 'screenshot')
    expect(clean.bytes.includes('SecretPhone')).toBe(false)
    expect((await sharp(clean.bytes).metadata()).exif).toBeUndefined()
    expect([clean.width, clean.height]).toEqual([48, 64])
  })

  it('of a phone with wide colours looks the same without its profile', async () => {
    const colour = { r: 200, g: 100, b: 50 }
    const wide = await jpegInWideColours(colour)
    expect((await sharp(wide).metadata()).icc).toBeDefined()
    const clean = await cleanImage(wide, 'image/jpeg', 'screenshot')
    expect((await sharp(clean.bytes).metadata()).icc).toBeUndefined()
    const [r = 0, g = 0, b = 0] = await sharp(clean.bytes).raw().toBuffer()
    for (const [shown, meant] of [
      [r, colour.r],
      [g, colour.g],
      [b, colour.b],
    ] as const)
      expect(Math.abs(shown - meant)).toBeLessThan(6)
    // Read without its profile it would be another colour: the sample is one.
    const [rawRed = 0] = await sharp(wide, { ignoreIcc: true }).raw().toBuffer()
    expect(Math.abs(rawRed - colour.r)).toBeGreaterThan(8)
  })

  const payload = '<?php system($_GET[0]); ?><script>alert(1)</script>'
  it.each<[string, 'jpeg' | 'png' | 'webp', () => Promise<Buffer>]>([
    ['behind a JPEG', 'jpeg', async () => Buffer.concat([await picture('jpeg'), Buffer.from(payload)])],
    ['in a comment of a JPEG', 'jpeg', () => jpegWithComment(`/*${payload}*/`)],
    ['in a text of a PNG', 'png', () => pngWith('tEXt', Buffer.from(`Comment\0${payload}`))],
    ['in a chunk of its own', 'png', () => pngWith('phPp', Buffer.from(payload))],
    [
      'in an archive behind a PNG',
      'png',
      async () => Buffer.concat([await picture('png'), Buffer.from(`PK\x03\x04${payload}PK\x05\x06`)]),
    ],
    ['in the XMP of a WebP', 'webp', () => webpWithXmp(payload)],
    ['behind a WebP', 'webp', async () => Buffer.concat([await picture('webp'), Buffer.from(payload)])],
  ])('has nothing of what was hidden %s', async (_where, format, make) => {
    const sent = await make()
    expect(sent.includes('<script>')).toBe(true)
    const { bytes } = await cleanImage(sent, `image/${format}`, 'screenshot')
    expect([bytes.includes('<script>'), bytes.includes('<?php'), bytes.includes('PK\x03\x04')]).toEqual([
      false,
      false,
      false,
    ])
    expect((await sharp(bytes).metadata()).format).toBe(format)
  })

  it('becomes a square when it is a face, and never grows', async () => {
    const large = await cleanImage(await picture('png', 1200, 800), 'image/png', 'avatar')
    expect([large.width, large.height]).toEqual([512, 512])
    const wide = await cleanImage(await picture('jpeg', 4000, 1000), 'image/jpeg', 'screenshot')
    expect([wide.width, wide.height]).toEqual([2560, 640])
  })

  it('is refused when it is torn', async () => {
    const whole = await picture('jpeg', 640, 480)
    await expect(cleanImage(whole.subarray(0, whole.length / 2), 'image/jpeg', 'screenshot')).rejects.toMatchObject(
      refused('file_broken'),
    )
    const png = await picture('png', 640, 480)
    await expect(cleanImage(png.subarray(0, png.length - 20), 'image/png', 'screenshot')).rejects.toMatchObject(
      refused('file_broken'),
    )
    await expect(
      cleanImage(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'image/png', 'screenshot'),
    ).rejects.toMatchObject(refused('file_broken'))
  })

  it('is refused before decoding when it claims a flood of pixels', async () => {
    const flood = await pixelFlood()
    await cleanImage(await picture('png'), 'image/png', 'screenshot')
    const before = process.memoryUsage().rss
    expect(
      await leastCpu(() =>
        expect(cleanImage(flood, 'image/png', 'screenshot')).rejects.toMatchObject(refused('file_size')),
      ),
    ).toBeLessThan(50)
    expect(process.memoryUsage().rss - before).toBeLessThan(30_000_000)
    await expect(cleanImage(await picture('png', 8193, 10), 'image/png', 'screenshot')).rejects.toMatchObject(
      refused('file_size'),
    )
  })

  it('is refused when it moves, forty frames or ten thousand, from its header alone', async () => {
    await expect(cleanImage(await animatedWebp(40), 'image/webp', 'screenshot')).rejects.toMatchObject(
      refused('file_type'),
    )
    const moving = await webpWithFrames(10_000)
    const ofHeader = await leastCpu(async () => expect((await sharp(moving).metadata()).pages).toBe(10_000))
    expect(
      await leastCpu(() =>
        expect(cleanImage(moving, 'image/webp', 'screenshot')).rejects.toMatchObject(refused('file_type')),
      ),
    ).toBeLessThan(3 * ofHeader)
  })

  it('costs what its size costs, however far its data would unpack', async () => {
    const never = pngThatNeverEnds()
    expect(never.length).toBeLessThan(300_000)
    const usual = await picture('png')
    const costOf = (bytes: Buffer, kind: 'image/png' | 'image/jpeg') =>
      leastCpu(() => cleanImage(bytes, kind, 'screenshot').catch(() => undefined))
    expect(await costOf(never, 'image/png')).toBeLessThan(50 + 5 * (await costOf(usual, 'image/png')))
  })

  it('is refused when it refines the same pixels a thousand times', async () => {
    const scans = await jpegWithScans(1_000)
    expect(scans.length).toBeLessThan(limits.imageBytes)
    expect(
      await leastCpu(
        () => expect(cleanImage(scans, 'image/jpeg', 'screenshot')).rejects.toMatchObject(refused('file_broken')),
        1,
      ),
    ).toBeLessThan(2_000)
  })

  it('is accepted in the forms that cameras and tools make', async () => {
    const cmyk = await sharp(await picture('jpeg'))
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer()
    expect((await cleanImage(cmyk, 'image/jpeg', 'screenshot')).width).toBe(64)
    const deep = await sharp(await picture('png'))
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    expect((await cleanImage(deep, 'image/png', 'screenshot')).width).toBe(64)
  })
})

describe('a film', () => {
  it('is kept byte by byte but for its metadata', () => {
    const bytes = film()
    const length = bytes.length
    cleanMp4(bytes)
    expect(bytes.length).toBe(length)
    expect(bytes.includes('+51.5000')).toBe(false)
    expect(bytes.includes(Buffer.alloc(256, 7))).toBe(true)
  })

  it.each([
    ['cut short', film().subarray(0, 300)],
    ['followed by a page', Buffer.concat([film(), Buffer.from('<script>alert(1)</script>')])],
    ['without a film in it', mp4Box('ftyp', Buffer.from('isom\0\0\x02\0isommp41', 'latin1'))],
    ['with a box of size zero bytes too many', Buffer.concat([film(), Buffer.from([0, 0, 0, 4, 102, 114, 101, 101])])],
  ])('is refused when it is %s', (_, bytes) => {
    expect(() => cleanMp4(Buffer.from(bytes))).toThrow(expect.objectContaining(refused('file_broken')))
  })
})
