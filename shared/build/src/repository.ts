import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Absolute path of the repository's root. */
export const repositoryRoot = join(import.meta.dirname, '..', '..', '..')

/** The part of a `package.json` that the build reads. */
export type PackageJson = {
  name: string
  version: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
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
  const shared = existsSync(join(root, 'shared')) ? readdirSync(join(root, 'shared')).map(name => `shared/${name}`) : []
  return [...top, ...shared].sort().flatMap(folder => {
    const file = join(root, folder, 'package.json')
    return existsSync(file) ? [{ folder, manifest: readManifest(file) }] : []
  })
}

/** Reads a `package.json`. */
export function readManifest(file: string): PackageJson {
  const parsed: PackageJson = JSON.parse(readFileSync(file, 'utf8'))
  return parsed
}
