import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The repository in which this package is installed from a tarball: a team's own. */
const installedIn = /^(.+)[\\/]node_modules[\\/]@adcoin[\\/]checks[\\/]src$/.exec(import.meta.dirname)?.[1]

/** Absolute path of the repository's root: of this one, or of the one in which a team builds outside it. */
export const repositoryRoot = installedIn ?? join(import.meta.dirname, '..', '..', '..')

/**
 * Absolute path of a workspace. A package of ours is named `shared/ui` everywhere; outside this repository it is
 * installed, and has no folder of that name.
 */
export function placeOf(folder: string, root: string = repositoryRoot): string {
  const own = join(root, folder)
  return existsSync(own) ? own : join(root, folder.replace(/^shared\//, 'node_modules/@adcoin/'))
}

/** The part of a `package.json` that the build reads. */
export type PackageJson = {
  name: string
  version: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  exports?: Record<string, string>
}

/** A workspace: its folder relative to the root (`shared/ui`) and its `package.json`. */
export type Workspace = { folder: string; manifest: PackageJson }

/**
 * Every workspace of the repository, by folder name.
 *
 * @param root  another tree, for tests
 */
export function workspaces(root: string = repositoryRoot): readonly Workspace[] {
  const top = readdirSync(root).filter(
    name => name === 'shell' || name === 'api' || name === 'e2e' || name === 'ops' || name.startsWith('remote-'),
  )
  const packages = ['shared', 'node_modules/@adcoin'].map(folder => join(root, folder)).find(existsSync)
  const shared = packages === undefined ? [] : readdirSync(packages).map(name => `shared/${name}`)
  return [...top, ...shared].sort().flatMap(folder => {
    const file = join(placeOf(folder, root), 'package.json')
    return existsSync(file) ? [{ folder, manifest: readManifest(file) }] : []
  })
}

/** Reads a `package.json`. */
export function readManifest(file: string): PackageJson {
  const parsed: PackageJson = JSON.parse(readFileSync(file, 'utf8'))
  return parsed
}
