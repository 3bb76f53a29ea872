import { sep } from 'node:path'
import { repositoryRoot, workspaces } from '../repository.ts'
import { carriedLibraries, layerReason } from './rules.ts'
import type { Problem } from './problem.ts'

/** Packages that a remote's build contains beside its sources: the contract, loaders, and no other shared package. */
const anybodys = ['shared/contract', 'shared/preset', 'shared/checks']

/**
 * Forbidden content of a remote's bundle, however it came there: the import rules read neither imports that are no
 * literals, nor styles and pictures.
 *
 * @param files  absolute paths of all files that the bundler has read
 */
export function bundledProblems(files: Iterable<string>, app: string): readonly Problem[] {
  if (app === 'shell') return []
  const others = workspaces().filter(({ folder }) => folder !== app && !anybodys.includes(folder))
  const found = [...files]
    .filter(file => file.startsWith(repositoryRoot + sep) && !file.endsWith('package.json'))
    .map(file => file.slice(repositoryRoot.length + 1).replaceAll(sep, '/'))
    .map(file => file.replace(/^node_modules\/@adcoin\//, 'shared/'))
    .sort()
    .flatMap(file =>
      problemOf(
        file,
        app,
        others.map(({ folder }) => folder),
      ),
    )
  // A library has hundreds of files: only its first one is reported.
  return found.filter(
    ({ file }, index) => !found.slice(0, index).some(other => libraryOf(other.file) === libraryOf(file)),
  )
}

/** `axios` for a file of it; a file of ours is itself. */
function libraryOf(file: string): string {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? file
}

function problemOf(file: string, app: string, others: readonly string[]): readonly Problem[] {
  const [, library] = /.*node_modules\/(.+)$/.exec(file) ?? []
  if (library !== undefined) {
    const carried = carriedLibraries.find(each => each.library.test(library) && !isBundlers(library))
    return carried
      ? [{ file, line: 1, rule: 'carriedLibrary', message: `${app} carries it along. Use ${carried.instead}.` }]
      : []
  }
  const other = others.find(folder => file.startsWith(`${folder}/`))
  if (other === undefined) return []
  return [{ file, line: 1, rule: 'ownFolder', message: `${app} carries a file of ${other} along. ${layerReason(app)}` }]
}

/** The container of a remote is made of these by the bundler itself. */
function isBundlers(library: string): boolean {
  return /^@(module-federation|rspack)\//.test(library)
}
