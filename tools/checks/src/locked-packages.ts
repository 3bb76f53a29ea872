import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The lock file's entry for one place where a package is installed. */
type Entry = {
  readonly version?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}
type Entries = Readonly<Record<string, Entry>>

/**
 * The third-party packages of workspaces, however far down: one line for each step from a package to another, with the
 * installed version and integrity, sorted. The place of an installation does not count, because a neighbour's packages
 * can move it; the packages that it finds there do.
 *
 * @param folders  of the workspaces, as `package-lock.json` names them; packages of the repository are no third party's
 */
export function listLockedPackages(folders: readonly string[], root: string): readonly string[] {
  const { packages = {} } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages?: Entries }
  const lines = new Set<string>()
  const seen = new Set<string>()
  const visit = (place: string, line: string) => {
    if (seen.has(place)) return
    seen.add(place)
    for (const name of listNeeds(packages[place])) {
      const found = resolvePackage(packages, place, name)
      const entry = found === undefined ? undefined : packages[found]
      if (entry?.link) continue
      const installed = entry ? `${name}@${entry.version ?? ''}` : `${name} is not installed`
      lines.add(`${line} > ${installed} ${entry?.integrity ?? ''}`)
      if (found !== undefined) visit(found, installed)
    }
  }
  for (const folder of folders) visit(folder, folder)
  return [...lines].sort()
}

/**
 * Peers count, because npm installs them; optional ones do not: an installed one belongs to another package, and a
 * package that needs it names it.
 */
function listNeeds(entry: Entry = {}): readonly string[] {
  const peers = Object.keys(entry.peerDependencies ?? {})
  return [
    ...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }),
    ...peers.filter(name => !entry.peerDependenciesMeta?.[name]?.optional),
  ]
}

/** Resolves a package for another: in its own `node_modules`, else in those of each folder above, as Node does. */
function resolvePackage(packages: Entries, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' || folder.endsWith('/') ? folder : `${folder}/`}node_modules/${name}`
    if (packages[place]) return place
    if (folder === '') return undefined
  }
}
