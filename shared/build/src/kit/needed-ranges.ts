import { gt, major } from 'semver'
import type { Source } from '../material/sources.ts'
import { repositoryRoot } from '../repository.ts'
import { containerRuntime, singletons, type Singleton } from '../singletons.ts'
import { kitPackages, readSurface, type Surface } from './surface.ts'

const imported = /\b(?:import|export)\s+(?<what>[^'";()]*?)\s*\bfrom\s*'(?<module>[^']+)'/g

/**
 * What a remote accepts of each shared module at run time. Of a library the version that it was built with, or a later
 * one of the same major. Of a package of ours the oldest version that has every export that the sources import as it is
 * now: a remote that uses nothing new lives with older shells, and one that does is refused by their pages before it is
 * mounted.
 */
export function neededRanges(sources: readonly Source[]): Readonly<Record<string, string>> {
  const surfaces = new Map(
    kitPackages().map(({ workspace }) => [workspace.manifest.name, readSurface(repositoryRoot, workspace.folder)]),
  )
  const ranges = singletons().map(singleton => {
    const surface = surfaces.get(singleton.package)
    return [singleton.module, `^${surface ? oldestThatHas(singleton, surface, sources) : singleton.version}`] as const
  })
  const runtime = containerRuntime()
  return { ...Object.fromEntries(ranges), [runtime.module]: `^${runtime.version}` }
}

function oldestThatHas({ module }: Singleton, surface: Surface, sources: readonly Source[]): string {
  const offered = surface.exports[module] ?? {}
  const taken = sources
    .flatMap(({ text }) => [...text.matchAll(imported)])
    .filter(({ groups }) => groups?.['module'] === module)
  const needed = taken.flatMap(({ groups }) => sinceOf(groups?.['what'] ?? '', offered, surface.version))
  return needed.reduce((highest, each) => (gt(each, highest) ? each : highest), `${major(surface.version)}.0.0`)
}

/** Names in braces are looked up, types are none of them; of anything else nobody knows, and the newest is needed. */
function sinceOf(what: string, offered: Surface['exports'][string], newest: string): readonly string[] {
  if (what.startsWith('type ')) return []
  const names = /^\{(?<names>[^}]*)\}$/.exec(what)?.groups?.['names']
  if (names === undefined) return [newest]
  return names
    .split(',')
    .map(name => offered[name.trim().split(/\s+as\s+/)[0] ?? '']?.since)
    .filter(since => since !== undefined)
}
