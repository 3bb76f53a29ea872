import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { BuildJson } from '@adcoin/contract'

/** Folder of the built files inside `<app>/dist`. */
export const builtFilesFolder = 'release'

/**
 * Reads and checks `<app>/dist/build.json`, the build's description of itself for publish. Its paths are relative to
 * `<app>/dist/release/`, which contains the release's files and no source maps. Fields: `BuildJson` in the contract.
 *
 * @param appFolder  absolute path of the workspace
 * @throws if there is no build, or it does not fit the schema
 */
export function readBuildJson(appFolder: string): BuildJson {
  return v.parse(BuildJson, JSON.parse(readFileSync(join(appFolder, 'dist', 'build.json'), 'utf8')))
}
