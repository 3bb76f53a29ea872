import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { singletons } from '../singletons.ts'
import { placeOf, repositoryRoot, workspaces, type Workspace } from '@adcoin/checks/repository'

const RecordedExports = v.record(
  v.string(),
  v.record(v.string(), v.strictObject({ since: v.string(), shape: v.string() })),
)
/**
 * `public-api.json` of a package that exists once in a page: what it offered when its version was last raised. `since`
 * is the version from which an export is as it is now, `shape` a hash of its declaration.
 */
const PublicApi = v.strictObject({ version: v.string(), exports: RecordedExports })
export type PublicApi = v.InferOutput<typeof PublicApi>
/** Module to exports to hash of the declaration. */
export type Exports = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The packages of ours that exist once in a page, each with the modules that others import of it. */
export function sharedPackages(
  root: string = repositoryRoot,
): readonly { workspace: Workspace; modules: readonly string[] }[] {
  const list = singletons()
  return workspaces(root).flatMap(workspace => {
    const modules = list.filter(({ package: name }) => name === workspace.manifest.name).map(({ module }) => module)
    return modules.length > 0 ? [{ workspace, modules }] : []
  })
}

/** The recorded public API of a package, or an empty one where it has none yet. */
export function readPublicApi(root: string, folder: string): PublicApi {
  const file = join(placeOf(folder, root), 'public-api.json')
  return existsSync(file)
    ? v.parse(PublicApi, JSON.parse(readFileSync(file, 'utf8')))
    : { version: '0.0.0', exports: {} }
}
