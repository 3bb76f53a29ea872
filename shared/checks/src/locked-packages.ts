import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the lock file says about one place where a package is installed. */
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
 * The third-party packages that workspaces stand on, however far down: one line for each step from a package to
 * another, with the version and the integrity that are installed, sorted. Where a package is installed does not count,
 * because a neighbour's packages can move it; what it finds there does.
 *
 * @param folders  of the workspaces, as `package-lock.json` names them; packages of the repository are no third party's
 */
export function lockedPackages(folders: readonly string[], root: string): readonly string[] {
  const { packages = {} } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages?: Entries }
  const lines = new Set<string>()
  const seen = new Set<string>()
  const visit = (place: string, says: string) => {
    if (seen.has(place)) return
    seen.add(place)
    for (const name of needsOf(packages[place])) {
      const found = placeOf(packages, place, name)
      const entry = found === undefined ? undefined : packages[found]
      if (entry?.link) continue
      const installed = entry ? `${name}@${entry.version ?? ''}` : `${name} is not installed`
      lines.add(`${says} > ${installed} ${entry?.integrity ?? ''}`)
      if (found !== undefined) visit(found, installed)
    }
  }
  for (const folder of folders) visit(folder, folder)
  return [...lines].sort()
}

/**
 * Peers count, because npm installs them; optional ones do not: one that is there is there for somebody else, and who
 * wants it names it.
 */
function needsOf(entry: Entry = {}): readonly string[] {
  const peers = Object.keys(entry.peerDependencies ?? {})
  return [
    ...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }),
    ...peers.filter(name => !entry.peerDependenciesMeta?.[name]?.optional),
  ]
}

/** Where a package finds another: in its own `node_modules`, else in those of each folder above, as Node looks. */
function placeOf(packages: Entries, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' || folder.endsWith('/') ? folder : `${folder}/`}node_modules/${name}`
    if (packages[place]) return place
    if (folder === '') return undefined
  }
}
