import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { cleanFile } from './clean-file.ts'
import { film, mp4Box, picture, pngWithChunks } from '../testing/file-samples.ts'
import { limits } from './limits.ts'

const comment = Buffer.concat([
  Buffer.from('k\0\0', 'latin1'),
  deflateSync(Buffer.alloc(4 * 1024 * 1024 - 16), { level: 9 }),
])
const own = (bytes: Buffer): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes)

/**
 * What cleaning returns or throws, and its milliseconds of processor time, in all and of this thread: an upper bound of
 * the time that it blocks the event loop. Other programs on the machine do not count.
 */
async function measured(bytes: Buffer, mediaType: 'image/png' | 'video/mp4') {
  const sent = own(bytes)
  const [all, here] = [process.cpuUsage(), process.threadCpuUsage()]
  const answer = await cleanFile(sent, mediaType, 'screenshot').catch((error: unknown) => error)
  const msOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
  return { answer, ms: msOf(process.cpuUsage(all)), ownMs: msOf(process.threadCpuUsage(here)) }
}

it('a PNG with 2,500 compressed comments of 4 MiB takes under a second and blocks nothing', async () => {
  await cleanFile(own(await picture('png')), 'image/png', 'screenshot')
  const { answer, ms, ownMs } = await measured(await pngWithChunks('zTXt', comment, 2_500), 'image/png')
  expect(answer).toMatchObject({ width: 64, height: 48 })
  expect(ms).toBeLessThan(1_000)
  expect(ownMs).toBeLessThan(50)
})

it.each([
  ['a PNG of more chunks', 'image/png', () => pngWithChunks('teXt', Buffer.alloc(1), limits.parts + 1)],
  [
    'a film of more boxes',
    'video/mp4',
    async () => Buffer.concat([film(), mp4Box('moov', Buffer.alloc(8_000_000, mp4Box('free')))]),
  ],
] as const)('%s than any real one has is refused, and stops nothing else', async (_, mediaType, make) => {
  const { answer, ownMs } = await measured(await make(), mediaType)
  expect(answer).toMatchObject({ name: 'FileRefused', reason: 'file_broken' })
  expect(ownMs).toBeLessThan(50)
})
