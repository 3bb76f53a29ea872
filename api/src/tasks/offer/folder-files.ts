import { readFile, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { cleanFile } from '../../files/clean-file.ts'
import { FileRefused, limits, detectMediaType, type MediaType } from '../../files/limits.ts'
import type { Problems } from './problems.ts'

export type Medium = { readonly bytes: Buffer; readonly mediaType: MediaType; readonly name: string }

/** Largest film and picture of a folder, in bytes. */
const most = { image: limits.imageBytes, video: limits.videoBytes } as const
const mostText = 20_000

/**
 * A picture or a film as people will get it: typed by its first bytes, decoded whole, without metadata of its maker.
 */
export async function readMedium(
  folder: string,
  name: string,
  kind: 'image' | 'video',
  problems: Problems,
): Promise<Medium | undefined> {
  const bytes = await fileOf(folder, name, most[kind], problems)
  if (!bytes) return undefined
  const mediaType = detectMediaType(bytes)
  if (!mediaType) return problems.add(name, 'is none of JPEG, PNG, WebP and MP4')
  const isFilm = mediaType === 'video/mp4'
  if (isFilm !== (kind === 'video'))
    return problems.add(name, `is ${isFilm ? 'a film' : 'a picture'}, not ${kind === 'video' ? 'a film' : 'a picture'}`)
  try {
    return { bytes: (await cleanFile(bytes, mediaType, 'screenshot')).bytes, mediaType, name }
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    return problems.add(name, refusals[error.reason])
  }
}

/**
 * A file of the folder itself; what is not there, leads out of the folder or is too large is a problem beside its name.
 */
async function fileOf(
  folder: string,
  name: string,
  mostBytes: number,
  problems: Problems,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const root = await realpath(folder).catch(() => folder)
  const path = await realpath(join(root, name)).catch(() => undefined)
  if (path === undefined) return problems.add(name, 'does not exist')
  const inside = relative(root, path)
  if (inside.startsWith('..') || inside.startsWith(sep)) return problems.add(name, 'is outside the folder')
  const info = await stat(path)
  if (!info.isFile()) return problems.add(name, 'is not a file')
  if (info.size > mostBytes)
    return problems.add(name, `has ${megabytes(info.size)}; at most ${megabytes(mostBytes)} are allowed`)
  return readFile(path)
}

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** A text file in UTF-8, without the line break at its end. */
export async function readTextFile(folder: string, name: string, problems: Problems): Promise<string | undefined> {
  const bytes = await fileOf(folder, name, mostText, problems)
  if (!bytes) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim()
  } catch {
    return problems.add(name, 'is not UTF-8')
  }
}

const refusals = {
  file_type: 'moves: an animated picture is not taken',
  file_size: 'has too many pixels',
  file_broken: 'is damaged',
} as const
