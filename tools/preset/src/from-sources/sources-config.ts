import { basename, join } from 'node:path'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import { rspack, type Configuration } from '@rspack/core'
import { repositoryRoot } from '@adcoin/checks/repository'
import { getRemoteModulePath } from '../material/routes.ts'
import { createBaseConfig, classicScripts, developmentFiles } from '../rspack/base.ts'
import { hostConstants } from '../rspack/federation-esm.ts'
import { createLiveTextsRule } from '../rspack/live-texts.ts'
import { createSharedModulesPlugin } from '../rspack/shared-modules.ts'

/** Shell and remotes as one development build: what is shared is the same modules by nature, and so is React's own. */
export type SourceApps = {
  /** Absolute path of the shell's workspace. */
  readonly shell: string
  /** Absolute paths of the remotes' workspaces. */
  readonly remotes: readonly string[]
}

/** Path of the shell's files; pages and the service have all other addresses. */
export const filesPath = '/from-sources/'

/**
 * The shell of the working tree, with one module in the place of another: it takes modules from this build instead of
 * from releases (`shell/src/testing/from-sources/load.ts`). Everything else of the shell is what people get.
 */
export function createSourcesConfig({ shell, remotes }: SourceApps): Configuration {
  const base = createBaseConfig({
    folder: shell,
    uniqueName: 'everything',
    output: join(shell, 'dist', 'everything'),
    development: true,
  })
  return {
    ...base,
    entry: { shell: join(shell, 'src', 'boot.tsx') },
    output: { ...base.output, ...developmentFiles, ...classicScripts, publicPath: filesPath },
    module: {
      ...base.module,
      rules: [...(base.module?.rules ?? []), ...[shell, ...remotes].map(createLiveTextsRule)],
    },
    optimization: {},
    // The first page would wait for its own build.
    lazyCompilation: false,
    infrastructureLogging: { level: 'warn' },
    plugins: [
      new rspack.DefinePlugin(hostConstants),
      createSharedModulesPlugin(),
      new rspack.experiments.VirtualModulesPlugin({
        [join(repositoryRoot, 'node_modules', 'virtual-remote-modules.js')]: modulesSource(remotes),
      }),
      new rspack.NormalModuleReplacementPlugin(/^\.\/load\.ts$/, '../testing/from-sources/load.ts'),
      new ReactRefreshRspackPlugin(),
    ],
  }
}

/** `modules`: `{ 'remote-wallet': () => import('…/remote-wallet/src/remote.tsx'), … }`. */
function modulesSource(remotes: readonly string[]): string {
  const lines = remotes.map(
    folder => `  ${JSON.stringify(basename(folder))}: () => import(${JSON.stringify(getRemoteModulePath(folder))}),`,
  )
  return `export const modules = {\n${lines.join('\n')}\n}\n`
}
