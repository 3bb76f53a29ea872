import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const worthIt = /\.(js|css|json|html|svg|txt|webmanifest|map)$/

/** Suffixes of the compressed siblings, best first, with the name that `Accept-Encoding` knows them by. */
export const siblings = [
  { suffix: '.br', encoding: 'br' },
  { suffix: '.gz', encoding: 'gzip' },
] as const

/**
 * The files with a `.br` and a `.gz` beside each that gets smaller by it. Made once, at publish; never per request.
 *
 * @param qualityOf  brotli's quality for a file; by default the best
 */
export async function withCompressedSiblings(
  files: ReadonlyMap<string, Buffer>,
  qualityOf: (path: string, bytes: Buffer) => number = () => 11,
): Promise<Map<string, Buffer>> {
  const made = await Promise.all(
    [...files]
      .filter(([path]) => worthIt.test(path))
      .map(async ([path, bytes]) => {
        const quality = qualityOf(path, bytes)
        const [br, gz] = await Promise.all([
          brotli(bytes, {
            params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
          }),
          zip(bytes, { level: 9 }),
        ])
        const both: readonly (readonly [string, Buffer])[] = [
          [`${path}.br`, br],
          [`${path}.gz`, gz],
        ]
        return both.filter(([, sibling]) => sibling.length < bytes.length)
      }),
  )
  // In the order of the files, not in the order in which the compressions ended: compose must give equal bytes.
  return new Map([...files, ...made.flat()])
}
