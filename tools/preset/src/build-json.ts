/**
 * `<app>/dist/build.json`: a build's description of itself, for the publish step.
 *
 *   <app>/dist/build.json    this file: `release.json` without what publish adds: `created`, `files`, skipped steps
 *   <app>/dist/release/**    exactly the files of the release folder, nothing else; no source maps
 *
 * Publish copies `dist/release/` to `releases/<app>/<id>/`, hashes every file, adds `created` and `files` and so has
 * the contract's `Release`. All paths in here are relative to `dist/release/`.
 *
 *   id         `<package version>-<source hash, 12 hex digits>`; equal sources give an equal id, so publish may skip
 *   ownSources hash of the app's own folder alone, 12 hex digits: a rollback is remembered by it
 *   container  Module Federation name and uniqueName of this very release, `remote_wallet_1_0_0_0a1b2c3d4e5f`; none
 *              for the shell
 *   entry      `remoteEntry.js` of a remote (container and module in one file), `shell.<hash>.js` of the shell
 *   styles     every stylesheet of the release; the loader waits for all of them before it mounts
 *   locales    api_code -> that language's texts: data of a remote, `locale.<api_code>.json`, whose hash is in its
 *              entry; a script of the shell
 *   preload    of a remote: route path -> script chunks of that route's page (its dynamic import in `src/routes.tsx`),
 *              without the entry; of the shell: group of shared modules -> its files
 *   groups     route path -> groups of shared modules that its page uses, beyond the core (`data`, `forms`)
 *   fragments  `<path>|<api_code>` -> html file made by the remote's own build; `{}` where there are none
 *   manifest       `remote.json`, already valid; none for the shell
 *   tabs       the manifest's tabs with six labels resolved from `<app>/locales`
 *   platform   of the shell the version of the platform that it brings (`platform.json`); of a remote the lowest that has
 *              all that it uses
 *   storage    what it keeps in people's browsers, `owner.name@version`, read out of its `defineDraft` calls
 *   sources    hash of the lint rules, and the texts that may equal the English ones
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
