import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { upload } from '@adcoin/contract'
import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { film, jpegWithComment, picture, pngWith, webpWithXmp } from '../testing/file-samples.ts'
import { cleanImage } from './image.ts'
import { FileRefused, limits, detectMediaType } from './limits.ts'
import { cleanMp4 } from './mp4.ts'
import { makePerson, encodeMultipart } from '../testing/people.ts'
import { startTestService } from '../testing/start-service.ts'

/** How many, and from which seed: `FUZZ_CASES=20000 FUZZ_SEED=7 npx vitest run api/src/files/fuzz.slow.test.ts`. */
const numRuns = Number(process.env['FUZZ_CASES'] ?? 400)
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_126)
const secret = '+51.5000-000.1200/'

type Edit = (bytes: Buffer) => Buffer
const at = (bytes: Buffer, share: number) => Math.floor(share * bytes.length)
/** Changes by a broken disk, a torn transfer or an attacker. */
const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(255)).map(([share, byte]): Edit => bytes => {
    const changed = Buffer.from(bytes)
    if (changed.length > 0) changed[at(changed, share)] = byte
    return changed
  }),
  fc
    .tuple(fc.double({ min: 0, max: 0.9, noNaN: true }), fc.constantFrom(0, 1, 8, 0x7fffffff, 0xffffffff))
    .map(([share, length]): Edit => bytes => {
      const changed = Buffer.from(bytes)
      if (changed.length > 4) changed.writeUInt32BE(length, Math.min(at(changed, share), changed.length - 4))
      return changed
    }),
  fc.double({ min: 0, max: 1, noNaN: true }).map(
    (share): Edit =>
      bytes =>
        bytes.subarray(0, at(bytes, share)),
  ),
  fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })).map(
    ([from, to]): Edit =>
      bytes =>
        Buffer.concat([bytes, bytes.subarray(at(bytes, from), at(bytes, to))]),
  ),
  fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.uint8Array({ maxLength: 64 })).map(
    ([share, more]): Edit =>
      bytes =>
        Buffer.concat([bytes.subarray(0, at(bytes, share)), more, bytes.subarray(at(bytes, share))]),
  ),
)
const changes = fc.array(edits, { minLength: 1, maxLength: 4 })
const changed = (bytes: Buffer, all: readonly Edit[]) => all.reduce((now, edit) => edit(now), bytes)

const samples: Record<string, Buffer> = {}
beforeAll(async () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) samples[format] = await picture(format)
  samples['png with a comment'] = await pngWith('tEXt', Buffer.from(secret))
  samples['jpeg with a comment'] = await jpegWithComment(secret)
  samples['webp with XMP'] = await webpWithXmp(secret)
})

describe(`${numRuns} changed files of each kind, seed ${seed}`, () => {
  it.each(['jpeg', 'png', 'webp', 'png with a comment', 'jpeg with a comment', 'webp with XMP'])(
    '%s: refused in words, or a sound picture without what it carried',
    async name => {
      const kept = { refused: 0, cleaned: 0 }
      await fc.assert(
        fc.asyncProperty(changes, async all => {
          const bytes = changed(samples[name] ?? Buffer.alloc(0), all)
          const type = detectMediaType(bytes)
          if (type === undefined || type === 'video/mp4') return
          const cleaned = await cleanImage(bytes, type, 'screenshot').catch((error: unknown) => {
            expect(error).toBeInstanceOf(FileRefused)
            kept.refused += 1
          })
          if (!cleaned) return
          kept.cleaned += 1
          const { width, height } = await sharp(cleaned.bytes, { failOn: 'error' }).metadata()
          expect([width, height]).toEqual([cleaned.width, cleaned.height])
          expect(Math.max(width, height)).toBeLessThanOrEqual(limits.keptSidePixels)
          expect(cleaned.bytes.includes(secret)).toBe(false)
        }),
        { numRuns, seed },
      )
      expect(Math.min(kept.refused, kept.cleaned)).toBeGreaterThan(0)
    },
    120_000,
  )

  it('film: refused in words, or without the place where it was taken', () => {
    const kept = { refused: 0, cleaned: 0 }
    fc.assert(
      fc.property(changes, all => {
        const bytes = Buffer.from(changed(film(), all))
        const { length } = bytes
        try {
          cleanMp4(bytes)
          kept.cleaned += 1
        } catch (error) {
          expect(error).toBeInstanceOf(FileRefused)
          kept.refused += 1
          return
        }
        expect(bytes).toHaveLength(length)
      }),
      { numRuns: 10 * numRuns, seed },
    )
    expect(Math.min(kept.refused, kept.cleaned)).toBeGreaterThan(0)
  })
})

it('a changed upload is answered in words, without a fault, and nothing half received stays', async () => {
  const service = await startTestService({ env: { ADDRESS_LIMIT_FACTOR: '100000' } })
  try {
    const codes = new Set<number>()
    const bytes = await picture('png', 8, 8)
    const whole = encodeMultipart([
      { name: 'purpose', value: 'proof' },
      { name: 'file', fileName: 'a.png', type: 'image/png', bytes },
    ])
    await fc.assert(
      fc.asyncProperty(changes, async all => {
        // A person may upload a few each hour.
        const { token } = await makePerson(service)
        const response = await service.app.inject({
          method: 'POST',
          url: upload.path,
          headers: { ...whole.headers, 'authorized-key': token },
          payload: changed(whole.payload, all),
        })
        expect(response.statusCode).toBeLessThan(500)
        codes.add(response.json<{ code: number }>().code)
      }),
      { numRuns: Math.min(numRuns, 100), seed },
    )
    expect(codes.size).toBeGreaterThan(2)
    const incoming = join(service.dataDir, 'files/incoming')
    expect(existsSync(incoming) ? readdirSync(incoming) : []).toEqual([])
  } finally {
    await service.stop()
  }
}, 300_000)
