import { join } from 'node:path'
import { rspack, type RspackPluginInstance } from '@rspack/core'
import { repositoryRoot } from '@adcoin/checks/repository'
import { laterGroups, singletons, type SharedGroup, type Singleton } from '../singletons.ts'

/**
 * Import this in the shell to have the singleton list as modules; `shell/src/virtual-modules.d.ts`
 * types it.
 */
const sharedModulesName = 'virtual-shared-modules'

/** The module that holds the shared modules of a group that arrives later. */
export function groupModuleName(group: SharedGroup): string {
  return `virtual-shared-${group}`
}

/**
 * Gives the shell the module `virtual-shared-modules` and one per later group, made from THE list, so that no second
 * list exists.
 */
export function sharedModulesPlugin(): RspackPluginInstance {
  const at = (name: string) => join(repositoryRoot, 'node_modules', `${name}.js`)
  const groups = laterGroups().map(group => [at(groupModuleName(group)), groupModuleSource(group)] as const)
  return new rspack.experiments.VirtualModulesPlugin({
    [at(sharedModulesName)]: sharedModulesSource(),
    ...Object.fromEntries(groups),
  })
}

/**
 * A module is kept out of every other file of the shell once it is in a group's: a later group and a lazy page of the
 * shell that import it wait for that file instead of carrying it again.
 */
export function groupChunks(): Record<string, object> {
  return Object.fromEntries(
    laterGroups().map((group, index) => [
      `group-${group}`,
      {
        name: group,
        chunks: 'async' as const,
        enforce: true as const,
        priority: 50 - index,
        test: (module: unknown, { chunkGraph }: ChunkContext) =>
          [...chunkGraph.getModuleChunksIterable(module)].some(chunk => chunk.name === group),
      },
    ]),
  )
}

type ChunkContext = {
  chunkGraph: { getModuleChunksIterable(module: unknown): Iterable<{ name?: string | undefined }> }
}

/**
 * `core`: `{ 'react': { version: '19.3.1', lib: () => react }, … }`; `later`: `{ '@adcoin/http': { version: '1.0.0',
 * group: 'data' }, … }`; `groups`: how to bring each.
 */
export function sharedModulesSource(): string {
  const list = singletons()
  const core = list.filter(({ group }) => group === 'core')
  const later = list
    .filter(({ group }) => group !== 'core')
    .map(({ module, version, group }) => `  '${module}': { version: '${version}', group: '${group}' },`)
  const groups = laterGroups().map(
    group =>
      `  ${group}: () => import(/* webpackChunkName: "${group}" */ '${groupModuleName(group)}').then(brought => brought.modules),`,
  )
  return [
    importsOf(core),
    objectOf(
      'core',
      core.map(({ module, version }, index) => `  '${module}': { version: '${version}', lib: () => m${index} },`),
    ),
    objectOf('later', later),
    objectOf('groups', groups),
  ].join('\n')
}

function groupModuleSource(group: SharedGroup): string {
  const members = singletons().filter(singleton => singleton.group === group)
  return [
    importsOf(members),
    objectOf(
      'modules',
      members.map(({ module }, index) => `  '${module}': m${index},`),
    ),
  ].join('\n')
}

function importsOf(members: readonly Singleton[]): string {
  return members
    .map(
      ({ module, format }, index) =>
        `import ${format === 'commonjs' ? `m${index}` : `* as m${index}`} from '${module}'`,
    )
    .join('\n')
}

function objectOf(name: string, entries: readonly string[]): string {
  return `export const ${name} = {\n${entries.join('\n')}\n}\n`
}
