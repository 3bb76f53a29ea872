import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { repositoryRoot, type Workspace } from '@adcoin/checks/repository'
import { shapesOf } from './shapes.ts'
import { type Exports, sharedPackages } from './public-api.ts'

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

/**
 * TypeScript's declarations of source files, without comments, in a folder of its own while they are needed.
 *
 * @param root     absolute path of the repository
 * @param folders  with the sources, relative to the root. All of them are named to the compiler: it omits files that it
 *   meets first by a package's name
 * @param look     gets a function from a source's path to that of its declarations
 * @throws with the compiler's message
 */
function withDeclarations<Result>(
  root: string,
  folders: readonly string[],
  look: (declarationsOf: (file: string) => string) => Result,
): Result {
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-declarations-'))
  try {
    const options = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, removeComments: true, noCheck: true },
        ...{ rootDir: root, outDir: folder, typeRoots: [join(root, 'node_modules', '@types')] },
      },
      include: folders.map(folder => join(root, folder, '**', '*')),
      exclude: ['**/*.test.*', '**/*.types-test.*', '**/*.gallery.*', '**/gallery/**'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
    const compiler = join(root, 'node_modules', '.bin', 'tsc')
    const { status, stdout } = spawnSync(compiler, ['--singleThreaded', '-p', folder], { encoding: 'utf8' })
    if (status !== 0) throw new Error(stdout)
    return look(file => join(folder, file.replace(/\.tsx?$/, '.d.ts')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
