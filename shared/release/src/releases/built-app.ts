import { lstat, readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { caps } from '../files/files.ts'
import { refused } from '../refusal.ts'
import { readMaps, type Maps } from './source-maps.ts'

/** One entry of the folder that a build left, before anything about it is believed. */
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
 * @throws Refused where there is no build
 */
export async function readBuiltApp(app: string, folder: string): Promise<BuiltApp> {
  const build = await readDescription(folder).catch(() => {
    throw refused('build-there', `${app}: build.json`, `there is no whole build in ${folder}`, 'Build the app first.')
  })
  const entries: BuiltEntry[] = []
  await walk(join(folder, 'release'), '', entries)
  return { app, build, entries, maps: await readMaps(folder) }
}

async function readDescription(folder: string): Promise<unknown> {
  await readdir(join(folder, 'release'))
  return JSON.parse(await readFile(join(folder, 'build.json'), 'utf8'))
}

async function walk(root: string, below: string, entries: BuiltEntry[]): Promise<void> {
  for (const name of (await readdir(join(root, below))).sort()) {
    if (entries.length > caps.files) return
    const path = below ? `${below}/${name}` : name
    const found = await lstat(join(root, path))
    if (found.isDirectory()) await walk(root, path, entries)
    else if (found.isSymbolicLink()) entries.push({ path, kind: 'link', bytes: Buffer.alloc(0) })
    else if (!found.isFile()) entries.push({ path, kind: 'other', bytes: Buffer.alloc(0) })
    // A file that breaks the cap by itself is not read: its size is enough to refuse it.
    else
      entries.push({
        path,
        kind: 'file',
        bytes: found.size > caps.releaseBytes ? Buffer.alloc(caps.releaseBytes + 1) : await readFile(join(root, path)),
      })
  }
}
