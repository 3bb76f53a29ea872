import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { listLockedPackages } from './locked-packages.ts'
import { repositoryRoot, listWorkspaces, type Workspace } from './repository.ts'

const hexDigits = 12
/** Folders that never reach a release. */
const skippedFolders = new Set([
  'node_modules',
  'dist',
  'fixtures',
  'templates',
  'tests',
  'screenshots',
  'test-results',
  '.cache',
  '.data',
])
/** Files that never reach a release: tests, galleries and what people read. */
const skippedFile = /(\.test\.tsx?|\.types-test\.tsx?|\.gallery\.tsx|\.md|\.log)$|^\./

/**
 * The hash of everything that can change an app's build, and of nothing else: the workspace's own sources, every
 * `@adcoin` package it depends on (transitively), `tools/preset`, and the third-party packages that all of these
 * need, as the lock file holds them. A neighbour's packages, tests and documents do not count, nor calls of the
 * service that the app does not name: the build drops them.
 *
 * @param app   folder name: `shell`, `remote-wallet`
 * @param root  another tree, for tests
 * @returns 12 hex digits; equal trees give an equal hash on every machine
 * @throws where there is no such workspace
 */
export function hashSources(app: string, root: string = repositoryRoot): string {
  const hash = createHash('sha256')
  const folders = listBuildFolders(app, root)
  const files = folders.flatMap(folder => listFiles(join(root, folder), folder))
  const isRemote = app.startsWith('remote-')
  for (const file of omitUnusedCalls(files, root))
    if (isRemote && isPlatform.test(file)) hash.update(readNeededPlatform(app, files, file, root))
    else addFile(hash, root, file)
  addFile(hash, root, 'tsconfig.json')
  for (const line of listLockedPackages(folders, root)) hash.update(`${line}\0`)
  return hash.digest('hex').slice(0, hexDigits)
}

/**
 * The hash of an app's own folder alone: what its team wrote. A release carries it, so that a rollback is remembered by
 * what was rolled back, also when a shared package has changed since and the id with it.
 *
 * @param folder  absolute path of the workspace
 */
export function hashOwnSources(folder: string): string {
  const hash = createHash('sha256')
  for (const file of listFiles(folder, '.')) addFile(hash, folder, file)
  return hash.digest('hex').slice(0, hexDigits)
}

/** `<package version>-<source hash>`: the name of the release folder. */
export function computeReleaseId(app: string, root: string = repositoryRoot): string {
  return `${findWorkspace(app, root).manifest.version}-${hashSources(app, root)}`
}

/** The app's folder and every workspace that it depends on, `tools/preset` included, in a stable order. */
export function listBuildFolders(app: string, root: string = repositoryRoot): readonly string[] {
  const all = listWorkspaces(root)
  const found = new Set<string>()
  const visit = (workspace: Workspace) => {
    if (found.has(workspace.folder)) return
    found.add(workspace.folder)
    for (const name of Object.keys(workspace.manifest.dependencies ?? {})) {
      const dependency = all.find(other => other.manifest.name === name)
      if (dependency) visit(dependency)
    }
  }
  visit(findWorkspace(app, root))
  const build = all.find(workspace => workspace.manifest.name === '@adcoin/preset')
  if (build) visit(build)
  return [...found].sort()
}

function findWorkspace(app: string, root: string): Workspace {
  const workspace = listWorkspaces(root).find(other => other.folder === app)
  if (!workspace) throw new Error(`There is no workspace ${app}`)
  return workspace
}

function listFiles(folder: string, relative: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap(entry => {
    const path = `${relative}/${entry.name}`
    if (entry.isDirectory()) {
      const inside = join(folder, entry.name)
      // A package inside another one counts where it is named.
      return skippedFolders.has(entry.name) || existsSync(join(inside, 'package.json')) ? [] : listFiles(inside, path)
    }
    return entry.isFile() && !skippedFile.test(entry.name) ? [path] : []
  })
}

const isCalls = /\/contract\/src\/calls\/[^/]+\.ts$/
const isPlatform = /\/preset\/platform\.json$/

const wholeImport = /(?:\*(?:\s+as\s+\w+)?\s+from\s*|\bimport\(\s*)['"]([^'"]+)/g

/** Without the files of calls of which no other file, nor a file of calls that is used, has an exported name. */
function omitUnusedCalls(files: readonly string[], root: string): readonly string[] {
  const words = new Set<string>()
  const addWords = (file: string) => {
    for (const [word] of readFileSync(join(root, file), 'utf8').matchAll(/[A-Za-z_$][\w$]*/g)) words.add(word)
  }
  for (const file of files) if (!isCalls.test(file) && !isPlatform.test(file)) addWords(file)
  const unused = new Map(
    files
      .filter(file => isCalls.test(file))
      .map(file => [file, [...readFileSync(join(root, file), 'utf8').matchAll(/^export \w+ (\w+)/gm)]]),
  )
  for (let count = -1; count !== unused.size;) {
    count = unused.size
    for (const [file, names] of unused)
      if (names.some(([, name = '']) => words.has(name))) {
        addWords(file)
        unused.delete(file)
      }
  }
  return files.filter(file => !unused.has(file))
}

/**
 * What a remote's build reads of the platform: since when it has each name. Calls and events hold no remote back, and
 * the version counts only for a remote that takes a module as a whole.
 */
function readNeededPlatform(app: string, files: readonly string[], file: string, root: string): string {
  const { version, names } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
    readonly version: string
    readonly names: Readonly<Record<string, unknown>>
  }
  const isWhole = files
    .filter(each => each.startsWith(`${app}/`) && /\.tsx?$/.test(each))
    .flatMap(each => [...readFileSync(join(root, each), 'utf8').matchAll(wholeImport)])
    .some(([, module = '']) => module in names)
  return JSON.stringify([isWhole ? version : undefined, { ...names, calls: undefined, events: undefined }])
}

function addFile(hash: ReturnType<typeof createHash>, root: string, file: string): void {
  // Length-prefixed, so that moving bytes from one file to its neighbour changes the hash.
  const content = readFileSync(join(root, file))
  hash.update(`${file}\0${content.length}\0`).update(content)
}
