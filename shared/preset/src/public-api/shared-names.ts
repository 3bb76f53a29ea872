import type { Compilation, Module, ModuleGraphConnection } from '@rspack/core'
import { singletons, type Singleton } from '../singletons.ts'

/** Name of a shared module to the names of its exports, sorted. */
export type SharedNames = Readonly<Record<string, readonly string[]>>

/** Kinds of import that run a module and take no export of it. */
const takesNothing = new Set(['esm import', 'esm export import'])

/**
 * Exports of each shared module that the built code of a remote uses: those that the bundler kept after it removed
 * types, unused imports, dead branches and unused functions. Read before modules are joined into chunks.
 *
 * @throws for code that takes a shared module as a whole, so that its use is unknown
 */
export function usedNames(compilation: Compilation): SharedNames {
  const { moduleGraph, chunkGraph } = compilation
  const list = singletons()
  const found = [...compilation.modules].flatMap(module => {
    const identifier = module.identifier()
    // Rspack's name of it: `consume shared module (default) @adcoin/http@^1.0.0 (strict) …`
    const shared = list.find(each => identifier.startsWith(`consume shared module (default) ${each.module}@`))
    if (!shared) return []
    const names = moduleGraph
      .getIncomingConnections(module)
      .filter(({ originModule }) => originModule && chunkGraph.getModuleChunks(originModule).length > 0)
      .filter(connection => connection.getActiveState(undefined) !== false)
      .flatMap(connection => nameTaken(connection, shared))
    return [[shared.module, sorted(names)] as const]
  })
  return Object.fromEntries(found.filter(([, names]) => names.length > 0).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function nameTaken({ dependency, originModule }: ModuleGraphConnection, shared: Singleton): readonly string[] {
  if (takesNothing.has(dependency.type)) return []
  // `import React from 'react'` is the module itself, and `React.useState` its export.
  const path =
    shared.format === 'commonjs' && dependency.ids?.[0] === 'default' ? dependency.ids.slice(1) : dependency.ids
  const [name] = path ?? []
  if (name !== undefined) return [name]
  throw new Error(
    `${fileOf(originModule)} takes the whole of ${shared.module} (${dependency.type}), so nobody can compare what it uses with what a shell has. Import its exports by name; for a later import(), put them into a file of your own and import() that`,
  )
}

/** The file's place inside the workspace; never one of this machine. */
function fileOf(module: Module | null | undefined): string {
  const resource = module?.nameForCondition() ?? ''
  return /(?:src|node_modules)[\\/].*$/.exec(resource)?.[0] ?? 'a module'
}

/**
 * The exports of each shared module in the built shell. The shell hands out whole modules, so the bundler prunes
 * none of their exports; if it ever did, those that are left are named.
 *
 * @throws where the bundler does not know what a module exports
 */
export function providedNames(compilation: Compilation): SharedNames {
  const { moduleGraph } = compilation
  const handedOut = [...compilation.modules]
    .filter(module => /[\\/]virtual-shared-[a-z]+\.js$/.test(module.nameForCondition() ?? ''))
    .flatMap(module => moduleGraph.getOutgoingConnections(module))
  return Object.fromEntries(
    singletons().map(({ module: name }) => {
      const module = handedOut.find(({ dependency }) => dependency.request === name)?.module
      const provided = module && moduleGraph.getProvidedExports(module)
      const used = module && moduleGraph.getUsedExports(module, 'shell')
      if (!Array.isArray(provided) || (used !== true && !Array.isArray(used)))
        throw new Error(
          `the bundler does not know what ${name} exports; look at shared/preset/src/public-api/shared-names.ts`,
        )
      return [name, sorted(used === true ? provided : provided.filter(each => used.includes(each)))]
    }),
  )
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort()
}
