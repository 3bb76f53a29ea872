import { basename, join } from 'node:path'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import { rspack, type Configuration } from '@rspack/core'
import { repositoryRoot, listWorkspaces } from '@adcoin/checks/repository'
import { getRemoteModulePath } from '../material/routes.ts'
import { createBaseConfig, classicScripts, developmentFiles } from './base.ts'
import { createLiveTextsRule } from './live-texts.ts'

const firstPort = 4100

/**
 * `npm run dev -w remote-wallet`: the remote in the development host page of `@adcoin/remote`, with React Refresh, the
 * test person Ana, the API double and no shell. Host page and remote are one build, so the shared list is the same
 * modules by nature.
 *
 * @param folder  absolute path of the workspace
 */
export function createRemoteAloneConfig(folder: string): Configuration {
  const base = createBaseConfig({
    folder,
    uniqueName: basename(folder),
    output: join(folder, 'dist', 'alone'),
    development: true,
  })
  return {
    ...base,
    entry: '@adcoin/testing/alone',
    output: { ...base.output, ...developmentFiles, ...classicScripts, publicPath: '/' },
    resolve: { ...base.resolve, alias: { 'remote-module': getRemoteModulePath(folder) } },
    module: { ...base.module, rules: [...(base.module?.rules ?? []), createLiveTextsRule(folder)] },
    optimization: {},
    // Lazy compilation talks to the server by XMLHttpRequest, which the API double answers.
    lazyCompilation: false,
    devServer: {
      host: 'localhost',
      port: process.env['PORT'] ?? choosePort(basename(folder)),
      hot: true,
      historyApiFallback: true,
      client: { overlay: { errors: true, warnings: false } },
    },
    plugins: [
      new rspack.HtmlRspackPlugin({
        title: basename(folder),
        meta: { viewport: 'width=device-width, initial-scale=1' },
      }),
      new ReactRefreshRspackPlugin(),
    ],
  }
}

/** Each remote has a port of its own, so that several run side by side. */
function choosePort(app: string): number {
  const remotes = listWorkspaces(repositoryRoot)
    .map(workspace => workspace.folder)
    .filter(name => name.startsWith('remote-'))
  return firstPort + 1 + Math.max(0, remotes.indexOf(app))
}
