import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The repository in which this package is installed from a tarball: a team's own. */
const installedIn = /^(.+)[\\/]node_modules[\\/]@adcoin[\\/]checks[\\/]src$/.exec(import.meta.dirname)?.[1]

/** Absolute path of the repository's root: of this one, or of the one in which a team builds outside it. */
export const repositoryRoot = installedIn ?? join(import.meta.dirname, '..', '..', '..')

/** The part of a `package.json` that the build reads. */
export type PackageJson = {
  name: string
  version: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  exports?: Record<string, string>
}

/**
 * A workspace: its folder relative to the root (`shared/ui`; `node_modules/@adcoin/ui` in a team's own repository) and
 * its `package.json`.
 */
export type Workspace = { folder: string; manifest: PackageJson }

/**
 * Every workspace of the repository, by folder name.
 *
 * @param root  another tree, for tests
 */
export function listWorkspaces(root: string = repositoryRoot): readonly Workspace[] {
  const top = readdirSync(root).filter(
    name => ['shell', 'api', 'e2e', 'ops', 'release'].includes(name) || name.startsWith('remote-'),
  )
  const rooms = existsSync(join(root, 'shared')) ? ['shared', 'tools'] : ['node_modules/@adcoin']
  const packages = rooms
    .filter(room => existsSync(join(root, room)))
    .flatMap(room => readdirSync(join(root, room)).map(name => `${room}/${name}`))
  return [...top, ...packages].sort().flatMap(folder => {
    const file = join(root, folder, 'package.json')
    return existsSync(file) ? [{ folder, manifest: readPackageJson(file) }] : []
  })
}

/** Reads a `package.json`. */
export function readPackageJson(file: string): PackageJson {
  const parsed: PackageJson = JSON.parse(readFileSync(file, 'utf8'))
  return parsed
}
