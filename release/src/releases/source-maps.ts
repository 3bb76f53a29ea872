import { readFile, readdir } from 'node:fs/promises'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { join } from 'node:path'
import type { HealthBucket } from '@adcoin/contract'
import { layout, type Store } from '../store/store.ts'

/**
 * Source maps of a release, file name to JSON: `dist/maps` of the build, `maps/<app>/<id>` of the store. They are no
 * part of the release: nothing signs or serves them.
 */
export type Maps = ReadonlyMap<string, Buffer>

const scheme = 'source:///'
/** A place in a built file, as reports name it: `page-0.js:1:435`, counted from 1. */
const builtPlace = /(?<file>[\w.@/-]+\.js):(?<line>\d{1,7}):(?<column>\d{1,7})/

/** The maps of a build; empty if it has none. */
export async function readMaps(dist: string): Promise<Maps> {
  const folder = join(dist, 'maps')
  const names = await readdir(folder).catch(() => [])
  const files = names.filter(name => name.endsWith('.js.map'))
  return new Map(await Promise.all(files.map(async name => [name, await readFile(join(folder, name))] as const)))
}

/** Stores the maps of a release beside it; existing maps stay. */
export async function addMaps(store: Store, app: string, id: string, maps: Maps): Promise<void> {
  if (maps.size > 0) await store.addFolder(layout.maps(app, id), maps)
}

/** The text with its first place in a built file followed by the place in the sources; unchanged without a map. */
export function addSourceLine(text: string, mapOf: (file: string) => Buffer | undefined): string {
  const found = builtPlace.exec(text)
  const { file = '', line, column } = found?.groups ?? {}
  const map = found ? mapOf(`${file}.map`) : undefined
  if (!found || !map) return text
  const payload = JSON.parse(map.toString('utf8')) as SourceMapPayload
  const entry = new SourceMap(payload).findEntry(Number(line) - 1, Number(column) - 1)
  if (!('originalSource' in entry) || !entry.originalSource?.startsWith(scheme)) return text
  const source = `${entry.originalSource.slice(scheme.length)}:${entry.originalLine + 1}`
  return text.replace(found[0], `${found[0]} (${source})`)
}

/** Browsers' reports with the line in the sources behind each place in a built file, where the store has the map. */
export async function resolveReasonSources(
  store: Store,
  buckets: readonly HealthBucket[],
): Promise<readonly HealthBucket[]> {
  const read = new Map<string, Buffer | undefined>()
  for (const { app, release, reason = '' } of buckets) {
    const file = builtPlace.exec(reason)?.groups?.['file']
    const path = `${layout.maps(app, release)}/${file}.map`
    if (file !== undefined && !read.has(path)) read.set(path, await store.read(path))
  }
  return buckets.map(bucket => {
    const { app, release, reason } = bucket
    if (reason === undefined) return bucket
    return { ...bucket, reason: addSourceLine(reason, file => read.get(`${layout.maps(app, release)}/${file}`)) }
  })
}
