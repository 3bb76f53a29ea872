import { join } from 'node:path'
import { repositoryRoot, type Workspace } from '@adcoin/checks/repository'
import { withDeclarations } from './declarations.ts'
import { shapesOf } from './shapes.ts'
import { sharedPackages, type Exports } from './public-api.ts'

/** The present exports of each package, by folder. */
export function currentExports(root: string = repositoryRoot): ReadonlyMap<string, Exports> {
  const packages = sharedPackages(root).map(({ workspace, modules }) => ({
    folder: workspace.folder,
    entries: modules.map(module => [module, join(workspace.folder, entryOf(workspace, module))] as const),
  }))
  const folders = packages.map(({ folder }) => `${folder}/src`)
  return withDeclarations(root, folders, declarationsOf => {
    const all = packages.map(({ folder, entries }) => {
      const exports = entries.map(([module, file]) => [module, shapesOf(declarationsOf(file))] as const)
      return [folder, Object.fromEntries(exports)] as const
    })
    return new Map(all)
  })
}

function entryOf({ manifest }: Workspace, module: string): string {
  const file = manifest.exports?.[`.${module.slice(manifest.name.length)}`]
  if (file === undefined)
    throw new Error(`${manifest.name} exports no ${module}; shared/preset/src/singletons.ts lists it`)
  return file
}
