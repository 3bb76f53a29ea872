import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { findMimeType } from '../files/files.ts'
import { commonHeaders } from './answers.ts'

/** Names of built files, with their hash; no path that leaves the folder. */
const builtName = /^\/[a-zA-Z0-9_-]+(\.[a-zA-Z0-9_-]+)+$/

/** Sends a file of the built page, or its document for every other address. */
export async function sendFile(response: ServerResponse, folder: string, path: string): Promise<void> {
  const isFile = builtName.test(path)
  const bytes = await readFile(join(folder, isFile ? path.slice(1) : 'index.html')).catch(() => undefined)
  if (!bytes && !isFile) return sendNotBuilt(response)
  if (!bytes) return void response.writeHead(404, { ...commonHeaders, 'content-type': 'text/plain' }).end('Not found\n')
  response
    .writeHead(200, {
      ...commonHeaders,
      'content-type': (isFile ? findMimeType(path) : undefined) ?? 'text/html; charset=utf-8',
      'cache-control': isFile ? 'private, max-age=31536000, immutable' : 'no-cache',
    })
    .end(bytes)
}

function sendNotBuilt(response: ServerResponse): void {
  response
    .writeHead(503, { ...commonHeaders, 'content-type': 'text/plain; charset=utf-8', 'retry-after': '2', refresh: '2' })
    .end('The operations page is being built. This page reloads until it is ready.\n')
}

/** Sends the bytes, or the part that a `Range` header requests. */
export function sendPart(response: ServerResponse, type: string, bytes: Buffer, range: string | undefined): void {
  const part = parseRange(range, bytes.length)
  const { start, end } = part ?? { start: 0, end: bytes.length - 1 }
  response
    .writeHead(part ? 206 : 200, {
      ...commonHeaders,
      'content-type': type,
      'content-length': end + 1 - start,
      'accept-ranges': 'bytes',
      ...(part ? { 'content-range': `bytes ${start}-${end}/${bytes.length}` } : {}),
    })
    .end(bytes.subarray(start, end + 1))
}

/** The one part of a `Range` header; undefined for the whole file, or for a range outside it. */
function parseRange(range: string | undefined, total: number): { start: number; end: number } | undefined {
  const [, from = '', to = ''] = /^bytes=([0-9]{0,12})-([0-9]{0,12})$/.exec(range ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, total - Number(to)) : Number(from)
  const end = from === '' || to === '' ? total - 1 : Math.min(Number(to), total - 1)
  return start <= end ? { start, end } : undefined
}
