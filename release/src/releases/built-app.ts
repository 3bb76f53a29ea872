import { readFile, readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { caps } from '../files/files.ts'
import { createRefused } from '../refusal.ts'
import { readMaps, type Maps } from './source-maps.ts'

/** One entry of a build's folder, before it is checked. */
export type BuiltEntry = { readonly path: string; readonly kind: 'file' | 'link' | 'other'; readonly bytes: Buffer }

/**
 * A build as it was found: the manifest unparsed, the files unread by any rule. The gate decides whether it may become
 * a release.
 */
export type BuiltApp = {
  readonly app: string
  readonly build: unknown
  readonly entries: readonly BuiltEntry[]
  readonly maps?: Maps
}

/**
 * Reads `<folder>/build.json` and `<folder>/release/**`. Links are not followed.
 *
 * @param folder  an app's `dist`
 * @throws Refused if there is no build
 */
export async function readBuiltApp(app: string, folder: string): Promise<BuiltApp> {
  const build = await readDescription(folder).catch(() => {
    throw createRefused(
      'build-there',
      `${app}: build.json`,
      `${folder} contains no complete build`,
      'Build the app first.',
    )
  })
  return { app, build, entries: await readEntries(join(folder, 'release')), maps: await readMaps(folder) }
}

async function readDescription(folder: string): Promise<unknown> {
  await readdir(join(folder, 'release'))
  return JSON.parse(await readFile(join(folder, 'build.json'), 'utf8'))
}

async function readEntries(root: string): Promise<readonly BuiltEntry[]> {
  const found = await readdir(root, { recursive: true, withFileTypes: true })
  const files = found.filter(each => !each.isDirectory()).slice(0, caps.files + 1)
  const read = files.map(async (each): Promise<BuiltEntry> => {
    const place = join(each.parentPath, each.name)
    const path = relative(root, place)
    if (!each.isFile()) return { path, kind: each.isSymbolicLink() ? 'link' : 'other', bytes: Buffer.alloc(0) }
    // A file above the limit is not read: its size is enough to refuse it.
    const isHuge = (await stat(place)).size > caps.releaseBytes
    return { path, kind: 'file', bytes: isHuge ? Buffer.alloc(caps.releaseBytes + 1) : await readFile(place) }
  })
  return (await Promise.all(read)).sort((one, other) => (one.path < other.path ? -1 : 1))
}
