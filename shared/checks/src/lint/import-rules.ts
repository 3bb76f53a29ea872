import { posix } from 'node:path'
import type { PackageJson, Workspace } from '../repository.ts'
import { allowedPackages, carriedLibraries, layerReason, reservedNames } from './rules.ts'
import type { Problem } from './problem.ts'
import type { SourceFile, SourceImport } from './source-file.ts'

export type Repository = { workspaces: readonly Workspace[]; root: PackageJson }

const testFile = /(\.test\.tsx?|\.types-test\.tsx?|\.gallery\.tsx)$|(^|\/)(tests|fixtures)\/|\/src\/(testing|gallery)\//
const launcher = /(^|\/)bin\/[\w-]+\.mjs$/
const configFile = /(^|\/)(rspack|vitest|playwright)\.config\.ts$/
/** They draw a remote without the shell. */
const hostPages = ['shared/preset/src/alone/host-page.ts', 'shared/preset/src/alone/abroad.ts']

/** Whether a file is a test, a gallery or a fixture: it may use the testing package and the tools of the root. */
export function isTest(file: string): boolean {
  return testFile.test(file)
}

/** Every import of a file that the rules forbid. */
export function importProblems(source: SourceFile, repository: Repository): readonly Problem[] {
  const workspace = repository.workspaces.find(({ folder }) => source.file.startsWith(`${folder}/`))
  if (!workspace) return []
  return source.imports.flatMap(found =>
    problemsOf(found, source.file, workspace, repository).map(problem => ({
      ...problem,
      file: source.file,
      line: found.line,
    })),
  )
}

type Found = Pick<Problem, 'rule' | 'message'>

function problemsOf(found: SourceImport, file: string, workspace: Workspace, repository: Repository): readonly Found[] {
  if (found.request.startsWith('.')) return ownFolderProblems(found.request, file, workspace)
  return [
    ...carriedProblems(found.request, file),
    ...reservedProblems(found, file),
    ...packageProblems(found.request, file, workspace, repository),
  ]
}

function ownFolderProblems(request: string, file: string, workspace: Workspace): readonly Found[] {
  const target = posix.join(posix.dirname(file), request)
  if (target.startsWith(`${workspace.folder}/`) || file.includes('/fixtures/')) return []
  if (launcher.test(file)) return launcherProblems(request, target, workspace)
  return [
    {
      rule: 'ownFolder',
      message:
        `"${request}" leaves ${workspace.folder}. ` +
        'Import the package by its name; what it does not export is its own business.',
    },
  ]
}

/** A launcher runs before any package is installed, so it imports launchers of lower packages by their path. */
function launcherProblems(request: string, target: string, { folder }: Workspace): readonly Found[] {
  const [, name = ''] = /^shared\/([\w-]+)\/bin\/[\w-]+\.mjs$/.exec(target) ?? []
  if (allowedPackages(folder).includes(name)) return []
  return [
    {
      rule: 'layer',
      message: `"${request}" is no launcher of a package that ${folder} may import. ${layerReason(folder)}`,
    },
  ]
}

function carriedProblems(request: string, file: string): readonly Found[] {
  const carried = carriedLibraries.find(({ library }) => library.test(request))
  if (!carried || isTest(file) || configFile.test(file) || carried.places.some(place => file.startsWith(place)))
    return []
  return [
    {
      rule: 'carriedLibrary',
      message:
        `"${request}" may only be imported in ${carried.places.join(', ')}. ` +
        `Use ${carried.instead}: a library that is imported twice is two truths.`,
    },
  ]
}

function reservedProblems({ request, names }: SourceImport, file: string): readonly Found[] {
  return reservedNames
    .filter(reserved => reserved.package === request && !reserved.places.some(place => file.startsWith(place)))
    .flatMap(reserved => reserved.names.map(name => ({ name, instead: reserved.instead })))
    .filter(({ name }) => names.includes(name) && !isTest(file))
    .map(({ name, instead }) => ({
      rule: 'reservedName' as const,
      message: `${name} of ${request} is not for you; use ${instead}.`,
    }))
}

function packageProblems(
  request: string,
  file: string,
  workspace: Workspace,
  repository: Repository,
): readonly Found[] {
  if (request.startsWith('node:') || request.startsWith('virtual-') || request === 'remote-module') return []
  const name = packageNameOf(request)
  const ours = repository.workspaces.find(({ manifest }) => manifest.name === name)
  return [
    ...(ours ? layerProblems(name, file, workspace) : []),
    ...(ours ? deepProblems(request, ours) : []),
    ...declarationProblems(name, file, workspace, repository),
  ]
}

function layerProblems(name: string, file: string, workspace: Workspace): readonly Found[] {
  const short = name.replace('@adcoin/', '')
  if (allowedPackages(workspace.folder).includes(short) || (name === workspace.manifest.name && isTest(file))) return []
  if (short === 'testing' && (isTest(file) || hostPages.includes(file))) return []
  if (short === 'remote' && hostPages.includes(file)) return []
  if (['checks', 'preset', 'create'].includes(short) && (configFile.test(file) || isTest(file))) return []
  return [{ rule: 'layer', message: `${workspace.folder} may not import ${name}. ${layerReason(workspace.folder)}` }]
}

function deepProblems(request: string, ours: Workspace): readonly Found[] {
  const path = `.${request.slice(ours.manifest.name.length)}`
  const offered = Object.keys(ours.manifest.exports ?? {})
  if (offered.includes(path)) return []
  return [
    {
      rule: 'deepImport',
      message: `"${request}" reaches past the public API of ${ours.manifest.name}, which offers ${offered.map(one => `"${ours.manifest.name}${one.slice(1)}"`).join(', ') || 'nothing'}. Export it there, if it is meant for others.`,
    },
  ]
}

function declarationProblems(name: string, file: string, workspace: Workspace, { root }: Repository): readonly Found[] {
  const own = { ...workspace.manifest.dependencies, ...workspace.manifest.devDependencies }
  if (name in own || name === workspace.manifest.name) return []
  const usesRootTools =
    isTest(file) ||
    configFile.test(file) ||
    ['e2e', 'shared/testing', 'shared/checks', 'shared/preset', 'shared/create'].includes(workspace.folder)
  if (usesRootTools && name in { ...root.dependencies, ...root.devDependencies }) return []
  if (hostPages.includes(file) || (name === '@adcoin/testing' && isTest(file))) return []
  return [
    {
      rule: 'undeclared',
      message:
        `"${name}" is not named in ${workspace.folder}/package.json. ` +
        'It only resolves because npm hoists it; name it there with its version.',
    },
  ]
}

/** `@scope/name/sub` to `@scope/name`. */
function packageNameOf(request: string): string {
  return request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/')
}
