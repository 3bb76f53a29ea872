import type { Compilation, Module } from '@rspack/core'
import { sharedModules } from '../singletons.ts'

const names = [...new Set(sharedModules.map(({ package: name }) => name))]
const shortNames = names.flatMap(name => (name.startsWith('@adcoin/') ? [name.slice('@adcoin/'.length)] : []))
/** Files of what the shell provides; placeholders of a fragment and helpers of React without state are not. */
const copy = new RegExp(
  `[\\\\/](?:node_modules[\\\\/](?<library>react|react-dom)|(?:shared|@adcoin)[\\\\/](?<shared>${shortNames.join('|')})[\\\\/]src)[\\\\/]`,
)
const stateless = /compiler-runtime|jsx-dev-runtime|[\\/]remote[\\/]src[\\/]fragments[\\/]/
/** React's own line that hands its state to React DOM: others read it. */
const insideReact = /\b__(?:CLIENT|SECRET)_INTERNALS_DO_NOT_USE_\w+\s*=(?!=)/
const packageName = /.*[\\/]node_modules[\\/](?<name>(?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/

/**
 * Libraries that would bring React, or a shared package, a second time into the page, where hooks and state of the two
 * do not meet. A library may import all of React: it gets the shell's.
 *
 * @returns a sentence for each library
 */
export function findSecondCopies(compilation: Compilation): readonly string[] {
  const found = listCarriedModules(compilation).flatMap(module => {
    const copied = nameCopy(module)
    return copied === undefined ? [] : [`${nameImporter(module, compilation)} carries a second copy of ${copied}`]
  })
  return [...new Set(found)]
}

/** The modules whose code is in the files of the build. */
function listCarriedModules({ modules, chunkGraph }: Compilation): readonly Module[] {
  return [...modules]
    .filter(module => chunkGraph.getModuleChunks(module).length > 0)
    .flatMap(module => ('modules' in module ? (module.modules as readonly Module[]) : [module]))
}

function nameCopy(module: Module): string | undefined {
  const path = module.nameForCondition() ?? ''
  const { library, shared } = copy.exec(path)?.groups ?? {}
  if (library !== undefined || shared !== undefined)
    return stateless.test(path) ? undefined : (library ?? `@adcoin/${shared}`)
  return packageName.test(path) && insideReact.test(String(module.originalSource()?.source() ?? ''))
    ? 'react'
    : undefined
}

/** The library that brings the copy, or the file of the remote that imports it. */
function nameImporter(module: Module, { moduleGraph }: Compilation): string {
  let importer: Module | null = module
  while (importer && copy.test(importer.nameForCondition() ?? '')) importer = moduleGraph.getIssuer(importer)
  const path = importer?.nameForCondition() ?? ''
  return packageName.exec(path)?.groups?.['name']?.replaceAll('\\', '/') ?? /src[\\/].*/.exec(path)?.[0] ?? path
}
