import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

/**
 * `platform.json`: everything that releases may rely on, as one version. Groups are the shared modules, each with its
 * exports, and `calls`, `events`, `icons` (names of tab icons) and `libraries`. `since` is the version from which a
 * name is as it is now; `shape` a hash of its declaration, of a library its version.
 */
const Platform = v.strictObject({
  version: v.string(),
  names: v.record(v.string(), v.record(v.string(), v.strictObject({ since: v.string(), shape: v.string() }))),
})
export type Platform = v.InferOutput<typeof Platform>

/** Group to name to shape: what the sources have now. */
export type Shapes = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The file, inside this package also where it is installed from a tarball. */
export const platformFile = join(import.meta.dirname, '..', '..', 'platform.json')

/** The platform as it was last written. */
export function readPlatform(file: string = platformFile): Platform {
  return existsSync(file) ? v.parse(Platform, JSON.parse(readFileSync(file, 'utf8'))) : { version: '1.0.0', names: {} }
}
