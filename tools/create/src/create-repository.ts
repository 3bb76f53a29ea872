import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { readPackageJson, repositoryRoot, listWorkspaces, type PackageJson } from '@adcoin/checks/repository'
import { runNpm, writeTemplate } from './templates.ts'
import { createRemote } from './create-remote.ts'
import { CreateError } from './names.ts'

/** Folder in a team's repository for the shared packages of this one. */
const platform = 'platform'
/** Packages that measure and test this whole repository; a team needs none of them. */
const notTaken = new Set(['@axe-core/playwright', 'fast-check', 'knip', 'playwright'])
/** Settings of this repository that a team's repository gets too. */
const settings = ['.editorconfig', '.gitignore', '.oxfmtrc.json', '.oxlintrc.json']

/**
 * Makes a repository with one remote: the shared packages as tarballs, a package.json, and a lock file that begins with
 * the third-party versions of this repository.
 *
 * @param folder  missing or empty
 * @returns the files to format, relative to it
 * @throws CreateError
 */
export function createRepository(folder: string, remote: string, icon: string): readonly string[] {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new CreateError(`${folder} is not empty; nothing was changed. Give a new folder.`)
  const files = createRemote(repositoryRoot, remote, icon, folder)
  const written = writeTemplate('repository', folder, { remote, name: basename(resolve(folder)) })
  for (const name of settings) copyFileSync(join(repositoryRoot, name), join(folder, name))
  packPlatform(folder)
  writeFileSync(join(folder, 'package-lock.json'), `${JSON.stringify(createFirstLock(), null, 2)}\n`)
  return [...files, ...written]
}

/**
 * Packs the packages that a remote needs, and names them in the repository's `package.json`, with the tools that build
 * and check it. Removes older tarballs.
 */
export function packPlatform(folder: string): void {
  const packages = listPlatformPackages()
  const target = join(folder, platform)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  runNpm(repositoryRoot, 'pack', '--pack-destination', target, ...packages.flatMap(({ name }) => ['-w', name]))
  const file = join(folder, 'package.json')
  const manifest = readPackageJson(file)
  const root = readPackageJson(join(repositoryRoot, 'package.json'))
  const tarball = ({ name, version }: PackageJson) =>
    [name, `file:${platform}/${name.replace('@', '').replace('/', '-')}-${version}.tgz`] as const
  const isForTests = ({ name }: PackageJson) => name === '@adcoin/testing'
  const tools = Object.entries(root.devDependencies ?? {}).filter(([name]) => !notTaken.has(name))
  const next = {
    ...manifest,
    optionalDependencies: { ...manifest.optionalDependencies, ...root.optionalDependencies },
    dependencies: {
      ...manifest.dependencies,
      ...Object.fromEntries(packages.filter(each => !isForTests(each)).map(tarball)),
    },
    devDependencies: {
      ...manifest.devDependencies,
      ...Object.fromEntries([...tools, ...packages.filter(isForTests).map(tarball)]),
    },
  }
  writeFileSync(file, `${JSON.stringify(next, null, 2)}\n`)
}

/** The shared packages that a remote, its build, its tests and its releases need. */
function listPlatformPackages(): readonly PackageJson[] {
  const shared = listWorkspaces().filter(
    ({ manifest: { name } }) => name.startsWith('@adcoin/') && name !== '@adcoin/reference',
  )
  // The release tool composes pages from it.
  const page = readPackageJson(join(repositoryRoot, 'shell/page/package.json'))
  return [...shared.map(({ manifest }) => manifest), page]
}

/** The third-party versions that this repository is tested with. npm uses those that it needs and adds the rest. */
function createFirstLock(): object {
  const lock = JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { readonly link?: boolean }>>
  }
  const packages = Object.entries(lock.packages).filter(
    ([place, { link }]) => place.startsWith('node_modules/') && !link,
  )
  return { ...lock, packages: Object.fromEntries(packages) }
}
