import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { apiCodes } from '@adcoin/contract'
import { listWorkspaces, readPackageJson, repositoryRoot, type Workspace } from '@adcoin/checks/repository'
import { CreateError } from './names.ts'
import { formatPlatformRecord, type PlatformRecord } from './platform-record.ts'
import { readSettings, runNpm } from './templates.ts'

/** Packages that measure and test this whole repository; a team needs none of them. */
const notTaken = new Set(['@axe-core/playwright', 'fast-check', 'knip', 'playwright'])
/** Settings of this repository that a team's repository gets too. */
const sharedSettings = ['.editorconfig', '.gitignore', '.oxfmtrc.json', '.oxlintrc.json']
const hashDigits = 12

type PackageFiles = Workspace & { readonly paths: readonly string[] }

/**
 * Packs the shared packages that a remote, its build, its tests and its releases need, all with one version: that of
 * the platform with a hash of their contents. npm keeps a tarball by its version, so other contents must have another.
 *
 * @param target  gets the tarballs, then `platform.json`; then earlier tarballs are removed, and nothing else
 * @throws CreateError
 */
export function packPlatform(target: string, from?: string): PlatformRecord {
  const packages = listPackageFiles()
  const { version: platform, names } = readNames()
  const version = `${platform}-sha${hashContents(packages)}`
  mkdirSync(target, { recursive: true })
  const files = packTogether(packages, version, target)
  const root = readPackageJson(join(repositoryRoot, 'package.json'))
  const development = Object.entries(root.devDependencies ?? {}).filter(([name]) => !notTaken.has(name))
  const record: PlatformRecord = {
    version,
    packages: files,
    tools: { development: Object.fromEntries(development), optional: root.optionalDependencies ?? {} },
    names: Object.fromEntries(
      Object.entries(names).map(([group, entries]) => [
        group,
        Object.fromEntries(Object.entries(entries).map(([name, { shape }]) => [name, shape])),
      ]),
    ),
    languages: [...apiCodes],
    files: {
      ...readSettings(),
      ...Object.fromEntries(sharedSettings.map(name => [name, readFileSync(join(repositoryRoot, name), 'utf8')])),
    },
    changelog: readFileSync(join(repositoryRoot, 'CHANGELOG.md'), 'utf8'),
    ...(from === undefined ? {} : { from }),
  }
  const [name, text] = formatPlatformRecord(record)
  writeFileSync(join(target, name), text)
  const kept = new Set(files.map(({ file }) => file))
  for (const file of readdirSync(target).filter(each => /^adcoin-.*\.tgz$/.test(each)))
    if (!kept.has(file)) rmSync(join(target, file))
  return record
}

/** The packages with the files that npm would pack. @throws CreateError in a team's repository, which has no sources */
function listPackageFiles(): readonly PackageFiles[] {
  if (!existsSync(join(repositoryRoot, 'tools/create')))
    throw new CreateError('Only the repository of Ad Coin packs the platform. Here: npm run upgrade -- FOLDER_OR_URL')
  // The release tool composes pages from it.
  const page = { folder: 'shell/page', manifest: readPackageJson(join(repositoryRoot, 'shell/page/package.json')) }
  const shared = listWorkspaces().filter(
    ({ manifest: { name } }) => name.startsWith('@adcoin/') && name !== '@adcoin/reference',
  )
  const packages = [...shared, page]
  const words = packages.flatMap(({ manifest }) => ['-w', manifest.name])
  const answer = Object.values(JSON.parse(runNpm(repositoryRoot, 'pack', '--dry-run', '--json', ...words)) as object)
  const paths = new Map(
    (answer as readonly { name: string; files: readonly { path: string }[] }[]).map(({ name, files }) => [
      name,
      files.map(({ path }) => path).sort(),
    ]),
  )
  return packages.map(each => ({ ...each, paths: paths.get(each.manifest.name) ?? [] }))
}

/** Version and names of the platform, as `npm run references` wrote them. */
function readNames(): { version: string; names: Record<string, Record<string, { shape: string }>> } {
  return JSON.parse(readFileSync(join(repositoryRoot, 'tools/preset/platform.json'), 'utf8')) as ReturnType<
    typeof readNames
  >
}

function hashContents(packages: readonly PackageFiles[]): string {
  const hash = createHash('sha256')
  for (const { folder, manifest, paths } of packages)
    for (const path of paths) {
      const bytes = readFileSync(join(repositoryRoot, folder, path))
      hash.update(`${manifest.name}\0${path}\0${bytes.length}\0`).update(bytes)
    }
  return hash.digest('hex').slice(0, hashDigits)
}

/** Packs copies whose package.json has the common version, also where one names another. */
function packTogether(packages: readonly PackageFiles[], version: string, target: string): PlatformRecord['packages'] {
  const staging = mkdtempSync(join(tmpdir(), 'adcoin-platform-'))
  try {
    for (const { folder, manifest, paths } of packages) {
      for (const path of paths) {
        const copy = join(staging, folder, path)
        mkdirSync(dirname(copy), { recursive: true })
        copyFileSync(join(repositoryRoot, folder, path), copy)
      }
      const dependencies = Object.entries(manifest.dependencies ?? {}).map(([name, range]) => [
        name,
        name.startsWith('@adcoin/') ? version : range,
      ])
      const own = { ...manifest, version, dependencies: Object.fromEntries(dependencies) }
      writeFileSync(join(staging, folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`)
    }
    runNpm(staging, 'pack', '--pack-destination', target, ...packages.map(({ folder }) => `./${folder}`))
    return packages.map(({ manifest: { name } }) => {
      const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
      return { name, file, integrity: computeIntegrity(readFileSync(join(target, file))) }
    })
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/** `sha512-…`, as lock files write it. */
export function computeIntegrity(bytes: Buffer): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`
}
