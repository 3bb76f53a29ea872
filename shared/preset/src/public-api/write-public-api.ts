/**
 * `npm run references`: raises the version of each package that exists once in a page to what its changes ask for, and
 * records what it offers now. A number that was raised by hand is kept where it is high enough. With `--check` it
 * writes nothing: it names each package that has to be raised, and exits with 1.
 */
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { repositoryRoot, type Workspace } from '@adcoin/checks/repository'
import { shapesOf } from './shapes.ts'
import { type Exports, sharedPackages, type PublicApi, readPublicApi } from './public-api.ts'
import { differenceOf, leastVersion, type PublicApiDifference, raised } from './raise.ts'

/** The present exports of each package, by folder. */
function currentExports(root: string = repositoryRoot): ReadonlyMap<string, Exports> {
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

if (process.argv.includes('--check')) {
  const problems = versionProblems(repositoryRoot)
  for (const { file, line, rule, message } of problems) console.error(`${file}:${line}  ${rule}: ${message}`)
  process.exit(problems.length === 0 ? 0 : 1)
}

const now = currentExports()
for (const { workspace } of sharedPackages()) {
  const { folder, manifest } = workspace
  const exports = now.get(folder) ?? {}
  const before = readPublicApi(repositoryRoot, folder)
  const next = raised(before, exports, manifest.version)
  writeFileSync(join(repositoryRoot, folder, 'public-api.json'), textOf(next))
  if (next.version !== manifest.version) {
    const isWritten = [`${folder}/package.json`, 'package-lock.json'].every(file =>
      writeVersion(file, folder, next.version),
    )
    if (!isWritten) throw new Error(`${folder}: no version to raise in package.json or in package-lock.json`)
  }
  if (next.version !== before.version)
    console.info(
      `${manifest.name} ${before.version} -> ${next.version}: ${describeDifference(differenceOf(before, exports)) || 'by hand'}`,
    )
}

/** One line per export, so that a diff reads as what changed. */
function textOf({ version, exports }: PublicApi): string {
  const modules = Object.entries(exports).map(([module, names]) => {
    const lines = Object.entries(names).map(
      ([name, { since, shape }]) => `      "${name}": { "since": "${since}", "shape": "${shape}" }`,
    )
    return `    "${module}": {\n${lines.join(',\n')}\n    }`
  })
  return `{\n  "version": "${version}",\n  "exports": {\n${modules.join(',\n')}\n  }\n}\n`
}

/** Writes a package's version in place, and keeps every other byte. */
function writeVersion(file: string, folder: string, version: string): boolean {
  const text = readFileSync(join(repositoryRoot, file), 'utf8')
  const at = file === 'package-lock.json' ? text.indexOf(`\n    "${folder}": {`) : 0
  const field = /"version": "[^"]+"/g
  field.lastIndex = Math.max(at, 0)
  const found = at < 0 ? null : field.exec(text)
  if (!found) return false
  const changed = `${text.slice(0, found.index)}"version": "${version}"${text.slice(found.index + found[0].length)}`
  writeFileSync(join(repositoryRoot, file), changed)
  return true
}

type Problem = { file: string; line: number; rule: 'sharedVersion'; message: string }

/** Shared packages whose version does not reflect their changes, each with the version to write. */
export function versionProblems(root: string): readonly Problem[] {
  const now = currentExports(root)
  return sharedPackages(root).flatMap(({ workspace: { folder, manifest } }) => {
    const publicApi = readPublicApi(root, folder)
    const difference = differenceOf(publicApi, now.get(folder) ?? {})
    const least = leastVersion(publicApi, difference)
    if (least === publicApi.version && manifest.version === publicApi.version) return []
    const message =
      least === publicApi.version
        ? `says ${manifest.version}, its public-api.json ${publicApi.version}. Run npm run references.`
        : `since ${publicApi.version} ${describeDifference(difference)}. Run npm run references: it writes ${least} here. Where a remote that was built before would break, write the next major first.`
    return [{ file: `${folder}/package.json`, line: 1, rule: 'sharedVersion' as const, message }]
  })
}

/** `added @adcoin/ui: Badge; removed @adcoin/ui: Hint` */
function describeDifference(difference: PublicApiDifference): string {
  return Object.entries(difference)
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => `${what} ${names.join(', ')}`)
    .join('; ')
}
