/**
 * Reads `<app>/dist/build.json`, a build's description of itself for the publish step; the contract's `BuildJson`
 * explains each field. Its paths are relative to `<app>/dist/release/`, which contains exactly the files of the release
 * folder and no source maps. Publish copies and hashes them, adds its own fields and so has the contract's `Release`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { BuildJson } from '@adcoin/contract'

/** Folder of the built files inside `<app>/dist`. */
export const builtFilesFolder = 'release'

/**
 * Reads and checks an app's `dist/build.json`.
 *
 * @param appFolder  absolute path of the workspace
 * @throws where there is no build, or one that does not fit the schema
 */
export function readBuildJson(appFolder: string): BuildJson {
  return v.parse(BuildJson, JSON.parse(readFileSync(join(appFolder, 'dist', 'build.json'), 'utf8')))
}
