import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Caps against endless data. */
export const caps = {
  files: 2_000,
  releaseBytes: 20 * 1024 * 1024,
  releaseJsonBytes: 256 * 1024,
  entryBytes: 256 * 1024,
} as const

/** `sha384-…` of a file, as integrity attributes write it. */
export function hashSha384(bytes: Buffer): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`
}

/** `sha256-…` of a file or a text: what the page carries, 16 bytes less per script. */
export function hashSha256(bytes: Buffer | string): string {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`
}

/** Content types by ending: what a gateway serves, and nothing else. */
const mimeTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  mp4: 'video/mp4',
}

/** The content type of a file by its ending; undefined for endings that the gateway does not serve. */
export function findMimeType(path: string): string | undefined {
  return mimeTypes[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]
}

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
