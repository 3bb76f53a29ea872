import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { singletons } from '../singletons.ts'
import { placeOf, repositoryRoot, workspaces, type Workspace } from '@adcoin/checks/repository'

const Exports = v.record(v.string(), v.record(v.string(), v.strictObject({ since: v.string(), shape: v.string() })))
/**
 * `surface.json` of a package that exists once in a page: what it offered when its version was last raised. `since` is
 * the version from which an export is as it is now, `shape` a hash of its declaration.
 */
const Surface = v.strictObject({ version: v.string(), exports: Exports })
export type Surface = v.InferOutput<typeof Surface>
/** Module to exports to hash of the declaration. */
export type Offer = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The packages of ours that exist once in a page, each with the modules that others import of it. */
export function kitPackages(
  root: string = repositoryRoot,
): readonly { workspace: Workspace; modules: readonly string[] }[] {
  const list = singletons()
  return workspaces(root).flatMap(workspace => {
    const modules = list.filter(({ package: name }) => name === workspace.manifest.name).map(({ module }) => module)
    return modules.length > 0 ? [{ workspace, modules }] : []
  })
}

/** The recorded surface of a package, or an empty one where it has none yet. */
export function readSurface(root: string, folder: string): Surface {
  const file = join(placeOf(folder, root), 'surface.json')
  return existsSync(file) ? v.parse(Surface, JSON.parse(readFileSync(file, 'utf8'))) : { version: '0.0.0', exports: {} }
}
