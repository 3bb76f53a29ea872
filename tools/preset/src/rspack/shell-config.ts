import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rspack, type Compiler, type Configuration } from '@rspack/core'
import { apiCodes } from '@adcoin/contract'
import { describeAppBuild, buildContainerName, type AppBuild } from './app-build.ts'
import { createBaseConfig, createLocaleChunks, plainNames, ReleaseMaps } from './base.ts'
import { NoticesPlugin, NoStyleLoader } from './plugins.ts'
import { BuildJsonPlugin } from './build-json-plugin.ts'
import { hostConstants, RefetchedChunks } from './federation-esm.ts'
import { createGroupChunks, createSharedModulesPlugin } from './shared-modules.ts'

/**
 * The whole `rspack.config.ts` of a page that is no release: `export default createPageConfig(import.meta.dirname)`.
 * One document, its scripts and styles under `dist/release`; `dist/build.json` names its sources, so that nothing is
 * built twice.
 *
 * @param folder  absolute path of the workspace; its entry is `src/main.tsx`, its document `src/page.html`
 */
export function createPageConfig(folder: string): Configuration {
  const { app, id, output } = describeAppBuild(folder)
  const base = createBaseConfig({ folder, uniqueName: buildContainerName(app, id), output })
  return {
    ...base,
    entry: { page: join(folder, 'src', 'main.tsx') },
    plugins: [
      new rspack.HtmlRspackPlugin({ template: join(folder, 'src', 'page.html'), scriptLoading: 'module' }),
      new NoticesPlugin(),
      { apply: (compiler: Compiler) => writeIdAfter(compiler, id) },
    ],
  }
}

function writeIdAfter(compiler: Compiler, id: string): void {
  compiler.hooks.afterEmit.tap('PageId', ({ errors }) => {
    if (errors.length === 0) writeFileSync(join(dirname(compiler.outputPath), 'build.json'), JSON.stringify({ id }))
  })
}

/**
 * The whole `rspack.config.ts` of the shell: `export default createShellConfig(import.meta.dirname)`.
 * The shell is the Module Federation host by the runtime's own API (`createInstance`), without the plugin: the shared
 * modules of `core` are plain imports of its one core file and there is no asynchronous start; each later group is one
 * more file.
 *
 * @param folder  absolute path of the workspace; its entry is `src/boot.tsx`
 */
export function createShellConfig(folder: string): Configuration {
  return createShellReleaseConfig(describeAppBuild(folder))
}

/** The production build of the shell. */
export function createShellReleaseConfig({ folder, app, id, output }: AppBuild): Configuration {
  const base = createBaseConfig({ folder, uniqueName: buildContainerName(app, id), output })
  return {
    ...base,
    entry: { shell: join(folder, 'src', 'boot.tsx') },
    output: { ...base.output, ...plainNames },
    optimization: {
      ...base.optimization,
      splitChunks: {
        chunks: 'async',
        minSize: 4_000,
        cacheGroups: {
          default: false,
          defaultVendors: false,
          ...createLocaleChunks(apiCodes),
          ...createGroupChunks(),
          styles: { name: 'shell', test: /\.css$/, chunks: 'all', enforce: true, priority: 20 },
        },
      },
    },
    plugins: [
      new ReleaseMaps(),
      new rspack.DefinePlugin(hostConstants),
      // The web manifest and the icons; compose links them from the page.
      new rspack.CopyRspackPlugin({ patterns: [{ from: join(folder, 'public'), noErrorOnMissing: true }] }),
      createSharedModulesPlugin(),
      new RefetchedChunks(),
      new NoStyleLoader(),
      new NoticesPlugin(),
      new BuildJsonPlugin({ folder, app, id }),
    ],
  }
}
