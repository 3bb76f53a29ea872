import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { rspack, type Compiler } from '@rspack/core'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { readSources } from '@adcoin/checks/sources'
import { findLowestPlatform } from '../platform/lowest-platform.ts'
import { getRemoteModulePath } from '../material/routes.ts'
import { listSingletons } from '../singletons.ts'

const packageFolder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/
const licenceFile = /^(licen[cs]e|notice|copying)(\.|-|$)/i

/** Writes `third-party.txt` beside the built files: licence texts of the packages whose code is in them. */
export class NoticesPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('NoticesPlugin', compilation => {
      const folders = new Set<string>()
      // Now it is known what is used, and every file is still a module of its own.
      compilation.hooks.afterOptimizeModules.tap('NoticesPlugin', modules => {
        for (const module of modules) {
          const [folder] = packageFolder.exec(module.nameForCondition() ?? '') ?? []
          if (folder !== undefined) folders.add(folder)
        }
      })
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL
      compilation.hooks.processAssets.tap({ name: 'NoticesPlugin', stage }, () => {
        const notices = [...folders].map(readNotice).filter(notice => notice !== undefined)
        if (notices.length > 0)
          compilation.emitAsset('third-party.txt', new rspack.sources.RawSource(notices.toSorted().join('\n\n')))
      })
    })
  }
}

/** Name, version, licence and its text; undefined for a package of this repository, and for generated modules. */
function readNotice(folder: string): string | undefined {
  if (!existsSync(join(folder, 'package.json'))) return undefined
  const { name, version, license, ...manifest } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
    license?: string
    private?: boolean
  }
  if (manifest.private === true) return undefined
  const texts = readdirSync(folder)
    .filter(file => licenceFile.test(file))
    .map(file => readFileSync(join(folder, file), 'utf8').trim())
  return [`${name} ${version} (${license ?? 'licence not named'})`, ...texts].join('\n\n')
}

/** Rspack's names of the two parts of its runtime that bring a style sheet beside a chunk. */
const parts: readonly string[] = ['css_loading', 'get css chunk filename']

/**
 * Each app has one style sheet, which the page or `live.json` names: nothing in its scripts ever asks for one. 0.6 KB
 * in every app.
 */
export class NoStyleLoader {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('NoStyleLoader', compilation => {
      compilation.hooks.runtimeModule.tap('NoStyleLoader', module => {
        if (parts.includes(module.name) && module.source) module.source.source = Buffer.from('')
      })
    })
  }
}

/** The Module Federation container of a remote, on what the shell provides. */
export function createContainerPlugin(folder: string, app: string, name: string): ModuleFederationPlugin {
  const platform = findLowestPlatform(readSources(folder, app))
  return new ModuleFederationPlugin({
    name,
    filename: 'remoteEntry.js',
    library: { type: 'module' },
    // The shells that are live ask for this name.
    exposes: { './door': getRemoteModulePath(folder) },
    shareStrategy: 'loaded-first',
    shared: Object.fromEntries(
      listSingletons().map(({ module, package: name, version }) => {
        const lowest = name.startsWith('@adcoin/') ? platform : version
        return [module, { singleton: true, import: false, strictVersion: true, requiredVersion: `^${lowest}` }]
      }),
    ),
    dts: false,
    manifest: true,
    experiments: { optimization: { target: 'web', disableSnapshot: true, disableRemote: true } },
  })
}
