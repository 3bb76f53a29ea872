import { lstat, readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { Release } from '@adcoin/contract'

/** `<app>/dist/build.json`: what a build says about itself; `release.json` without `created` and `files`. */
export const BuildJson = v.omit(Release, ['created', 'files'])
export type BuildJson = v.InferOutput<typeof BuildJson>

/** One entry of the folder that a build left, before anything about it is believed. */
export type BuiltEntry = { readonly path: string; readonly kind: 'file' | 'link' | 'other'; readonly bytes: Buffer }

/** A build as it was found: the card unparsed, the files unread by any rule. The gate says whether it may become a release. */
export type BuiltApp = { readonly app: string; readonly build: unknown; readonly entries: readonly BuiltEntry[] }

/** Caps against endless data; source: security 5.4. */
export const caps = {
  files: 2_000,
  releaseBytes: 20 * 1024 * 1024,
  manifestBytes: 256 * 1024,
  entryBytes: 256 * 1024,
} as const

/**
 * Reads `<folder>/build.json` and `<folder>/release/**`. Links are not followed.
 *
 * @param folder  an app's `dist`
 * @throws where there is no build
 */
export async function readBuiltApp(app: string, folder: string): Promise<BuiltApp> {
  const build: unknown = JSON.parse(await readFile(join(folder, 'build.json'), 'utf8'))
  const entries: BuiltEntry[] = []
  await walk(join(folder, 'release'), '', entries)
  return { app, build, entries }
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
