import type { Chunk, Compilation } from '@rspack/core'
import { singletons, type SharedGroup, type Singleton } from '../singletons.ts'

/**
 * The groups of shared modules that the page behind this `import()` uses beyond the core, those of its own later
 * imports left out.
 */
export function groupsOf(request: string, compilation: Compilation): readonly SharedGroup[] {
  const group = compilation.chunkGroups.find(candidate => candidate.origins.some(origin => origin.request === request))
  const used = (group?.chunks ?? []).flatMap(chunk => lateModules(chunk, compilation)).map(singleton => singleton.group)
  return [...new Set(used)].sort()
}

/** The shared modules beyond the core that the container's own file needs to be evaluated; there must be none. */
export function lateInRemoteModule(compilation: Compilation): readonly string[] {
  const entry = [...compilation.chunks].filter(chunk => chunk.files.has('remoteEntry.js'))
  return entry.flatMap(chunk => lateModules(chunk, compilation)).map(({ module }) => module)
}

function lateModules(chunk: Chunk, compilation: Compilation): readonly Singleton[] {
  const identifiers = compilation.chunkGraph.getChunkModules(chunk).map(module => module.identifier())
  // Rspack's name of it: `consume shared module (default) @adcoin/http@^1.0.0 (strict) …`
  return singletons().filter(
    ({ module, group }) =>
      group !== 'core' &&
      identifiers.some(identifier => identifier.startsWith(`consume shared module (default) ${module}@`)),
  )
}
