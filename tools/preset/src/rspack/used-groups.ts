import type { Chunk, Compilation } from '@rspack/core'
import { listSingletons, type SharedGroup, type Singleton } from '../singletons.ts'

/**
 * The groups of shared modules that the page behind this `import()` uses beyond the core, those of its own later
 * imports left out.
 */
export function listUsedGroups(request: string, compilation: Compilation): readonly SharedGroup[] {
  const group = compilation.chunkGroups.find(candidate => candidate.origins.some(origin => origin.request === request))
  const used = (group?.chunks ?? [])
    .flatMap(chunk => listLateModules(chunk, compilation))
    .map(singleton => singleton.group)
  return [...new Set(used)].sort()
}

/** The shared modules beyond the core that the container's own file needs to be evaluated; there must be none. */
export function findLateInRemoteModule(compilation: Compilation): readonly string[] {
  const entry = [...compilation.chunks].filter(chunk => chunk.files.has('remoteEntry.js'))
  return entry.flatMap(chunk => listLateModules(chunk, compilation)).map(({ module }) => module)
}

function listLateModules(chunk: Chunk, compilation: Compilation): readonly Singleton[] {
  const identifiers = compilation.chunkGraph.getChunkModules(chunk).map(module => module.identifier())
  // Rspack's name of it: `consume shared module (default) @adcoin/http@^1.0.0 (strict) …`
  return listSingletons().filter(
    ({ module, group }) =>
      group !== 'core' &&
      identifiers.some(identifier => identifier.startsWith(`consume shared module (default) ${module}@`)),
  )
}
