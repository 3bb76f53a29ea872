import { endWithNpm } from '@adcoin/checks/end-with-npm'
import { rspack, type Compiler, type Configuration } from '@rspack/core'
import { describeAppBuild, buildContainerName, type AppBuild } from './app-build.ts'
import { createBaseConfig, resolveOwnFile, plainNames, ReleaseMaps } from './base.ts'
import { BuildJsonPlugin } from './build-json-plugin.ts'
import { createContainerPlugin, NoStyleLoader, NoticesPlugin } from './plugins.ts'
import { createRemoteAloneConfig } from './remote-alone-config.ts'
import { chunkImport, createRuntimeAlias } from './federation-esm.ts'

const languageFiles = /[\\/]remote-[a-z][a-z0-9-]*[\\/]locales[\\/]\w+\.json$/

/**
 * The whole `rspack.config.ts` of a remote: `export default createRemoteConfig(import.meta.dirname)`.
 * `rspack build` makes a release in `dist/`; `rspack dev` serves the remote alone in the development host page.
 *
 * @param folder  absolute path of the workspace
 */
export function createRemoteConfig(folder: string): (environment: { RSPACK_SERVE?: boolean }) => Configuration {
  return ({ RSPACK_SERVE: isServed }) => {
    if (!isServed) return createRemoteReleaseConfig(describeAppBuild(folder))
    endWithNpm(() => process.kill(process.pid, 'SIGTERM'))
    return createRemoteAloneConfig(folder)
  }
}

/** The production build of a remote: one Module Federation container of which entry and module are one file. */
export function createRemoteReleaseConfig({ folder, app, id, output }: AppBuild): Configuration {
  const container = buildContainerName(app, id)
  const base = createBaseConfig({ folder, uniqueName: container, output })
  return {
    ...base,
    entry: {},
    output: { ...base.output, ...plainNames, importFunctionName: chunkImport },
    // The federation runtime is in the shell already; a remote takes it from there: remoteEntry 24 KB -> 4 KB gzip.
    resolve: { ...base.resolve, alias: { ...base.resolve?.alias, ...createRuntimeAlias() } },
    module: {
      ...base.module,
      rules: [
        ...(base.module?.rules ?? []),
        { test: languageFiles, type: 'javascript/auto', use: [resolveOwnFile('rspack', 'language-file.ts')] },
      ],
    },
    optimization: {
      ...base.optimization,
      // Numbers in the order in which modules are met: the usual ones are made of names, and the container's name holds
      // this machine's path.
      moduleIds: 'natural',
      // Code that two pages share is one file, if it is large enough for one: each file is a request, and a hash in
      // each page.
      splitChunks: {
        chunks: 'async',
        minSize: 12_000,
        cacheGroups: {
          default: false,
          defaultVendors: false,
          shared: { name: 'shared', chunks: isNoFirstPage, test: isCarried, minChunks: 2, reuseExistingChunk: true },
        },
      },
    },
    plugins: [
      new ReleaseMaps(),
      createContainerPlugin(folder, app, container),
      new OneFileContainer(container),
      new NoStyleLoader(),
      new NoticesPlugin(),
      new BuildJsonPlugin({ folder, app, id, container }),
    ],
  }
}

/**
 * A page named `first-…` is opened before any other: its file has what it needs, and waits for nothing that the others
 * share.
 */
function isNoFirstPage({ name }: { readonly name?: string | undefined }): boolean {
  return !name?.startsWith('first-')
}

/**
 * A shared module that the shell provides stays with the page that uses it, which alone then waits for its group
 * (`groups` in build.json).
 */
function isCarried(module: { identifier(): string }): boolean {
  return !module.identifier().startsWith('consume shared module')
}

/**
 * Moves the module, the addresses of its language files and every style of the remote into the container's own file:
 * one request less on the critical path. Pages stay files of their own. The styles become one sheet, which the shell
 * loads as `live.json` lists it.
 */
class OneFileContainer {
  readonly container: string
  constructor(container: string) {
    this.container = container
  }

  apply(compiler: Compiler): void {
    new rspack.optimize.SplitChunksPlugin({
      chunks: 'all',
      minSize: 0,
      cacheGroups: {
        default: false,
        defaultVendors: false,
        module: {
          name: this.container,
          chunks: chunk => chunk.name?.startsWith('__federation_expose_') ?? false,
          enforce: true,
          priority: 10,
        },
        styles: { name: this.container, test: /\.css$/, chunks: 'all', enforce: true, priority: 20 },
        languages: { name: this.container, test: languageFiles, chunks: 'all', enforce: true, priority: 20 },
      },
    }).apply(compiler)
  }
}
