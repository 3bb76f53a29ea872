import { gt, major } from 'semver'
import type { Source } from '@adcoin/checks/sources'
import { repositoryRoot } from '@adcoin/checks/repository'
import { containerRuntime, singletons, type Singleton } from '../singletons.ts'
import { sharedPackages, readPublicApi, type PublicApi } from './public-api.ts'

const imported = /\b(?:import|export)\s+(?<what>[^'";()]*?)\s*\bfrom\s*'(?<module>[^']+)'/g

/**
 * The versions of each shared module that a remote accepts at run time. Of a library the version that it was built
 * with, or a later one of the same major. Of a package of ours the oldest version that has every export that the
 * sources import as it is now: a remote that uses nothing new lives with older shells, and one that does is refused by
 * their pages before it is mounted.
 */
export function neededRanges(sources: readonly Source[]): Readonly<Record<string, string>> {
  const publicApis = new Map(
    sharedPackages().map(({ workspace }) => [workspace.manifest.name, readPublicApi(repositoryRoot, workspace.folder)]),
  )
  const ranges = singletons().map(singleton => {
    const publicApi = publicApis.get(singleton.package)
    return [
      singleton.module,
      `^${publicApi ? oldestThatHas(singleton, publicApi, sources) : singleton.version}`,
    ] as const
  })
  const runtime = containerRuntime()
  return { ...Object.fromEntries(ranges), [runtime.module]: `^${runtime.version}` }
}

function oldestThatHas({ module }: Singleton, publicApi: PublicApi, sources: readonly Source[]): string {
  const offered = publicApi.exports[module] ?? {}
  const needed = importsOf(module, sources).flatMap(what => sinceOf(what, offered, publicApi.version))
  return needed.reduce((highest, each) => (gt(each, highest) ? each : highest), `${major(publicApi.version)}.0.0`)
}

/** The text between `import` and `from` of each import of a module. */
function importsOf(module: string, sources: readonly Source[]): readonly string[] {
  return sources
    .flatMap(({ text }) => [...text.matchAll(imported)])
    .filter(({ groups }) => groups?.['module'] === module)
    .map(({ groups }) => groups?.['what'] ?? '')
}

/** Only names in braces show what is used; for all else the newest version is needed. */
function sinceOf(what: string, offered: PublicApi['exports'][string], newest: string): readonly string[] {
  const names = namesIn(what)
  if (names === undefined) return [newest]
  return names.map(name => offered[name]?.since).filter(since => since !== undefined)
}

/** The names in the braces of an import, types left out; undefined where it takes the module as a whole. */
function namesIn(what: string): readonly string[] | undefined {
  if (what.startsWith('type ')) return []
  const names = /^\{(?<names>[^}]*)\}$/.exec(what)?.groups?.['names']
  return names
    ?.split(',')
    .map(name => name.trim().split(/\s+as\s+/)[0] ?? '')
    .filter(name => name !== '' && !name.startsWith('type '))
}
