import { basename, join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import type { Configuration } from '@rspack/core'
import { remoteModulePath } from '../material/routes.ts'
import { baseConfiguration, ownFile, plainNames } from './base.ts'

/**
 * `npm run build -w remote-wallet -- --env abroad`: the remote as a container for any Module Federation host, into
 * `dist/abroad`. It contains the federation runtime and all its dependencies, needs nothing of its host, and exposes
 * `./screen`, which draws the remote into an element (`alone/abroad.ts`). No release: the gate accepts only remotes
 * that use the shell.
 *
 * @param folder  absolute path of the workspace
 */
export function defineRemoteAbroad(folder: string): Configuration {
  const name = `${basename(folder)}_abroad`.replaceAll('-', '_')
  const base = baseConfiguration({ folder, uniqueName: name, output: join(folder, 'dist', 'abroad') })
  return {
    ...base,
    entry: {},
    output: { ...base.output, ...plainNames },
    resolve: { ...base.resolve, alias: { ...base.resolve?.alias, 'remote-module': remoteModulePath(folder) } },
    plugins: [
      new ModuleFederationPlugin({
        name,
        filename: 'remoteEntry.js',
        library: { type: 'module' },
        exposes: { './screen': ownFile('alone', 'abroad.ts') },
        dts: false,
        manifest: true,
      }),
    ],
  }
}
