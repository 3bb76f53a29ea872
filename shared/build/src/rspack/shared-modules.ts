import { join } from 'node:path'
import { rspack, type RspackPluginInstance } from '@rspack/core'
import { repositoryRoot } from '../repository.ts'
import { singletons } from '../singletons.ts'

/** Import this in the shell to have the singleton list as modules; `shell/src/composition/shared-modules.d.ts` types it. */
export const sharedModulesName = 'virtual-shared-modules'

/** Gives the shell the module `virtual-shared-modules`, made from THE list, so that no second list exists. */
export function sharedModulesPlugin(): RspackPluginInstance {
  return new rspack.experiments.VirtualModulesPlugin({ [join(repositoryRoot, 'node_modules', `${sharedModulesName}.js`)]: sharedModulesSource() })
}

/** `export const sharedModules = { 'react': { version: '19.3.1', lib: () => react }, … }` */
export function sharedModulesSource(): string {
  const list = singletons()
  const imports = list.map(({ module, format }, index) => `import ${format === 'commonjs' ? `m${index}` : `* as m${index}`} from '${module}'`)
  const entries = list.map(({ module, version }, index) => `  '${module}': { version: '${version}', lib: () => m${index} },`)
  return `${imports.join('\n')}\nexport const sharedModules = {\n${entries.join('\n')}\n}\n`
}
