import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Rendition } from '../../database/schema.ts'
import type { PictureSize } from './encode-picture.ts'
import { drawPicture } from './pictures.ts'

/** `drawing`: the digest of what it was drawn from. */
export type Drawn = { readonly width: number; readonly height: number; readonly drawing: string }

export const drawnFolder = join(import.meta.dirname, 'drawn')
export const drawnName = (name: string, size: PictureSize): string => `${name}-${size}`

/** What lies in the folder: written by `npm run pictures -w api`. */
export function drawnPictures(): Readonly<Record<string, Drawn>> {
  return JSON.parse(readFileSync(join(drawnFolder, 'drawn.json'), 'utf8')) as Record<string, Drawn>
}

const drawn = drawnPictures()
const media: ReadonlyMap<string, string> = new Map([
  ...Object.keys(drawn).flatMap((name): [string, string][] => [
    [`${name}.avif`, 'image/avif'],
    [`${name}.webp`, 'image/webp'],
  ]),
])

/** Where a drawing of ours is found. */
export function renditionOf(name: string, size: PictureSize): Rendition {
  const file = drawnName(name, size)
  const found = drawn[file]
  if (!found) throw new Error(`the picture ${file} is not drawn: npm run pictures -w api`)
  const address = `/files/public/${file}`
  return { avif: `${address}.avif`, webp: `${address}.webp`, width: found.width, height: found.height }
}

/** A public file by its name, or nothing for an unknown one. */
export async function publicFile(name: string): Promise<{ bytes: Buffer; mime: string } | undefined> {
  const mime = media.get(name)
  if (mime !== undefined) return { bytes: await readFile(join(drawnFolder, name)), mime }
  const picture = await drawPicture(name)
  return picture && { bytes: picture, mime: 'image/png' }
}
