/**
 * `npm run references`: raises the platform to the version that changes of its names ask for, and writes
 * `platform.json`. A higher version that a person wrote there is kept. With `--check` it writes nothing: it names what
 * differs, and exits with 1.
 */
import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPackageJson, repositoryRoot, listWorkspaces } from '@adcoin/checks/repository'
import { events } from '@adcoin/contract'
import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { listIconNames } from '../material/icons.ts'
import { contractCalls } from '../material/reads.ts'
import { libraries, sharedModules } from '../singletons.ts'
import { platformFile, readPlatform, type Platform, type Shapes } from './platform.ts'
import { comparePlatform, raisePlatform } from './raise.ts'
import { readShapes } from './shapes.ts'

/** Every name of the platform in the sources, with its shape. */
function readCurrentShapes(): Shapes {
  return {
    ...readExportShapes(),
    calls: sortByName(contractCalls, ({ method, path, request, response }) => [
      `${method} ${path}`,
      hashSchemas(request, response),
    ]),
    events: sortByName(Object.entries(events), ([name, { version, payload }]) => [
      `${name}@${version}`,
      hashSchemas(payload),
    ]),
    icons: sortByName(listIconNames(), name => [name, '']),
    libraries: sortByName(libraries, name => [
      name,
      readPackageJson(join(repositoryRoot, 'node_modules', name, 'package.json')).version,
    ]),
  }
}

/** Entries in the order of their names, so that a diff shows what changed. */
function sortByName<Item>(
  items: readonly Item[],
  of: (item: Item) => readonly [string, string],
): Record<string, string> {
  return Object.fromEntries(items.map(of).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** A hash of what goes over the wire; checks in code are the service's own. */
function hashSchemas(...schemas: readonly GenericSchema[]): string {
  const texts = schemas.map(schema => JSON.stringify(toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' })))
  return createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 8)
}

/** The exports of each shared module of ours. */
function readExportShapes(): Shapes {
  const modules = sharedModules.flatMap(({ module, package: name }) => {
    const workspace = listWorkspaces().find(each => each.manifest.name === name)
    const entry = workspace?.manifest.exports?.[`.${module.slice(name.length)}`]
    return workspace && entry !== undefined ? [{ module, folder: workspace.folder, entry }] : []
  })
  const folders = [...new Set(modules.map(({ folder }) => `${folder}/src`))]
  return withDeclarations(folders, declarationsOf =>
    Object.fromEntries(
      modules.map(({ module, folder, entry }) => [module, readShapes(declarationsOf(join(folder, entry)))]),
    ),
  )
}

/**
 * TypeScript's declarations of source files, without comments, in a folder of its own while they are needed.
 *
 * @param folders  with the sources, relative to the root. All of them are named to the compiler: it omits files that it
 *   meets first by a package's name
 * @param look     gets a function from a source's path to that of its declarations
 * @throws with the compiler's message
 */
function withDeclarations<Result>(
  folders: readonly string[],
  look: (declarationsOf: (file: string) => string) => Result,
): Result {
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-declarations-'))
  try {
    const options = {
      extends: join(repositoryRoot, 'tsconfig.json'),
      compilerOptions: {
        ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, removeComments: true, noCheck: true },
        ...{ rootDir: repositoryRoot, outDir: folder, typeRoots: [join(repositoryRoot, 'node_modules', '@types')] },
      },
      include: folders.map(each => join(repositoryRoot, each, '**', '*')),
      exclude: ['**/*.test.*', '**/*.types-test.*', '**/*.gallery.*', '**/gallery/**'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
    const compiler = join(repositoryRoot, 'node_modules', '.bin', 'tsc')
    const { status, stdout } = spawnSync(compiler, ['--singleThreaded', '-p', folder], { encoding: 'utf8' })
    if (status !== 0) throw new Error(stdout)
    return look(file => join(folder, file.replace(/\.tsx?$/, '.d.ts')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One line per name. */
function formatPlatform({ version, names }: Platform): string {
  const groups = Object.entries(names).map(([group, each]) => {
    const lines = Object.entries(each).map(
      ([name, { since, shape }]) => `      "${name}": { "since": "${since}", "shape": "${shape}" }`,
    )
    return `    "${group}": {\n${lines.join(',\n')}\n    }`
  })
  return `{\n  "version": "${version}",\n  "names": {\n${groups.join(',\n')}\n  }\n}\n`
}

const written = readPlatform()
const now = readCurrentShapes()
const next = raisePlatform(written, now)
const difference = Object.entries(comparePlatform(written, now))
  .filter(([, names]) => names.length > 0)
  .map(([what, names]) => `${what} ${names.join(', ')}`)
const text = `since platform ${written.version} ${difference.join('; ') || 'its version was written by hand'}`
if (!process.argv.includes('--check')) {
  writeFileSync(platformFile, formatPlatform(next))
  if (next.version !== written.version || difference.length > 0) console.info(`platform ${next.version}: ${text}`)
} else if (readFileSync(platformFile, 'utf8') !== formatPlatform(next)) {
  console.error(
    `tools/preset/platform.json: ${text}. Run npm run references: it writes ${next.version}. Where what was built before would break, write the next major there first.`,
  )
  process.exitCode = 1
}
