import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Rendition } from '../database/schema.ts'
import type { PictureSize } from './encode-picture.ts'
import { drawPicture } from './pictures.ts'

/** The size of a picture in pixels. */
type Drawn = { readonly width: number; readonly height: number }

export const drawnFolder = join(import.meta.dirname, 'drawn')
export const drawnName = (name: string, size: PictureSize): string => `${name}-${size}`

/** The pictures of the demonstration tasks: `<name>-<size>`, as AVIF and as WebP. */
export function drawnPictures(): Readonly<Record<string, Drawn>> {
  return JSON.parse(readFileSync(join(drawnFolder, 'drawn.json'), 'utf8')) as Record<string, Drawn>
}

const drawn = drawnPictures()
/** Six seconds for the demonstration, drawn from the same motifs and recorded in a browser (H.264). */
const films = ['trail-sample.mp4'] as const
type StoredPicture = { readonly folder: string; readonly mime: string }
const kept: ReadonlyMap<string, StoredPicture> = new Map<string, StoredPicture>([
  ...Object.keys(drawn).flatMap((name): [string, StoredPicture][] => [
    [`${name}.avif`, { folder: drawnFolder, mime: 'image/avif' }],
    [`${name}.webp`, { folder: drawnFolder, mime: 'image/webp' }],
  ]),
  ...films.map((name): [string, StoredPicture] => [
    name,
    { folder: join(import.meta.dirname, 'media'), mime: 'video/mp4' },
  ]),
])

/** The addresses and size of a picture of the demonstration. @throws for an unknown one */
export function renditionOf(name: string, size: PictureSize): Rendition {
  const file = drawnName(name, size)
  const found = drawn[file]
  if (!found) throw new Error(`unknown picture ${file} in ${drawnFolder}`)
  const address = `/files/public/${file}`
  return { avif: `${address}.avif`, webp: `${address}.webp`, width: found.width, height: found.height }
}

/** A public file by its name, or nothing for an unknown one. */
export async function publicFile(name: string): Promise<{ bytes: Buffer; mime: string } | undefined> {
  const file = kept.get(name)
  if (file) return { bytes: await readFile(join(file.folder, name)), mime: file.mime }
  const picture = await drawPicture(name)
  return picture && { bytes: picture, mime: 'image/png' }
}
