import sharp from 'sharp'
import { expect, it } from 'vitest'
import { hashPicture, listHashRows, isSamePicture } from './picture-hash.ts'

/** A screen of a phone with a head and lines of text, drawn by `seed`. */
function drawScreen(seed: number): Promise<Buffer> {
  const lines = Array.from({ length: 24 }, (_, index) => {
    const width = 80 + ((seed * (index + 7) * 7919) % 280)
    return `<rect x="${20 + ((seed * index * 31) % 60)}" y="${130 + index * 24}" width="${width}" height="14" fill="#333"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="720"><rect width="400" height="720" fill="#fff"/>
    <rect width="400" height="60" fill="#08c"/><circle cx="60" cy="95" r="25" fill="#c60"/>${lines.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

const screen = await drawScreen(3)
const hash = await hashPicture(screen)

it.each([
  ['as a JPEG of low quality', () => sharp(screen).jpeg({ quality: 50 })],
  ['as WebP', () => sharp(screen).webp({ quality: 70 })],
  ['at half its size', () => sharp(screen).resize(200)],
  ['at another size and as a JPEG', () => sharp(screen).resize(523).jpeg({ quality: 80 })],
  ['a little brighter', () => sharp(screen).linear(0.9, 12)],
])('a picture looks the same %s, and shares a row of its hash', async (_, change) => {
  const other = await hashPicture(await change().toBuffer())
  expect(isSamePicture(hash, other)).toBe(true)
  expect(listHashRows(other).filter(row => listHashRows(hash).includes(row)).length).toBeGreaterThan(3)
})

it('another screen of the same app looks different', async () => {
  for (const seed of [1, 2, 4, 5, 6, 7, 8])
    expect(isSamePicture(hash, await hashPicture(await drawScreen(seed)))).toBe(false)
})

it('flat pictures look like no other: only the same file is the same', async () => {
  const flat = (background: string) =>
    sharp({ create: { width: 90, height: 90, channels: 3, background } })
      .png()
      .toBuffer()
      .then(hashPicture)
  expect(listHashRows(await flat('#08c'))).toEqual([])
  expect(isSamePicture(await flat('#08c'), await flat('#c08'))).toBe(false)
})
