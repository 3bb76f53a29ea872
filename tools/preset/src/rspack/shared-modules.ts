import { join } from 'node:path'
import { rspack, type RspackPluginInstance } from '@rspack/core'
import { repositoryRoot } from '@adcoin/checks/repository'
import { listLaterGroups, listSingletons, type SharedGroup, type Singleton } from '../singletons.ts'

/**
 * Import this in the shell to have the singleton list as modules; `shell/src/virtual-modules.d.ts`
 * types it.
 */
const sharedModulesName = 'virtual-shared-modules'

/** The module that holds the shared modules of a group that arrives later. */
export function nameGroupModule(group: SharedGroup): string {
  return `virtual-shared-${group}`
}

/**
 * Gives the shell the module `virtual-shared-modules` and one per later group, made from THE list, so that no second
 * list exists.
 */
export function createSharedModulesPlugin(): RspackPluginInstance {
  const at = (name: string) => join(repositoryRoot, 'node_modules', `${name}.js`)
  const groups = listLaterGroups().map(group => [at(nameGroupModule(group)), buildGroupModuleSource(group)] as const)
  return new rspack.experiments.VirtualModulesPlugin({
    [at(sharedModulesName)]: buildSharedModulesSource(),
    ...Object.fromEntries(groups),
  })
}

/**
 * A module is kept out of every other file of the shell once it is in a group's: a later group and a lazy page of the
 * shell that import it wait for that file instead of carrying it again.
 */
export function createGroupChunks(): Record<string, object> {
  return Object.fromEntries(
    listLaterGroups().map((group, index) => [
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
export function buildSharedModulesSource(): string {
  const list = listSingletons()
  const core = list.filter(({ group }) => group === 'core')
  const later = list
    .filter(({ group }) => group !== 'core')
    .map(({ module, version, group }) => `  '${module}': { version: '${version}', group: '${group}' },`)
  const groups = listLaterGroups().map(
    group =>
      `  ${group}: () => import(/* webpackChunkName: "${group}" */ '${nameGroupModule(group)}').then(brought => brought.modules),`,
  )
  return [
    formatImports(core),
    formatObject(
      'core',
      core.map(({ module, version }, index) => `  '${module}': { version: '${version}', lib: () => m${index} },`),
    ),
    formatObject('later', later),
    formatObject('groups', groups),
  ].join('\n')
}

function buildGroupModuleSource(group: SharedGroup): string {
  const members = listSingletons().filter(singleton => singleton.group === group)
  return [
    formatImports(members),
    formatObject(
      'modules',
      members.map(({ module }, index) => `  '${module}': m${index},`),
    ),
  ].join('\n')
}

function formatImports(members: readonly Singleton[]): string {
  return members
    .map(
      ({ module, format }, index) =>
        `import ${format === 'commonjs' ? `m${index}` : `* as m${index}`} from '${module}'`,
    )
    .join('\n')
}

function formatObject(name: string, entries: readonly string[]): string {
  return `export const ${name} = {\n${entries.join('\n')}\n}\n`
}
