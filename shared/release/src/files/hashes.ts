import { createHash } from 'node:crypto'

/** `sha384-…` of a file, as integrity attributes write it. */
export function sha384(bytes: Buffer): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`
}

/** `sha256-…` of a file or a text: what the page carries, 16 bytes less per script. */
export function sha256(bytes: Buffer | string): string {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`
}
