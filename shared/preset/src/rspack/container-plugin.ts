import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { neededRanges } from '../public-api/needed-ranges.ts'
import { remoteModulePath } from '../material/routes.ts'
import { sourcesOf } from '@adcoin/checks/sources'
import { singletons } from '../singletons.ts'

/** The file of a container. */
export const containerFile = 'remoteEntry.js'

type Container = {
  readonly folder: string
  readonly app: string
  readonly name: string
  /** Whether it is part of a release; else it is for the working tree inside a running product. */
  readonly isRelease: boolean
}

/** The Module Federation container of a remote, on what the shell provides: one in releases and in development. */
export function containerPlugin({ folder, app, name, isRelease }: Container): ModuleFederationPlugin {
  const ranges = neededRanges(sourcesOf(folder, app))
  return new ModuleFederationPlugin({
    name,
    filename: containerFile,
    library: { type: 'module' },
    // The shells that are live ask for this name.
    exposes: { './door': remoteModulePath(folder) },
    shareStrategy: 'loaded-first',
    shared: Object.fromEntries(
      singletons().map(({ module }) => [
        module,
        { singleton: true, import: false, strictVersion: true, requiredVersion: ranges[module] ?? '' },
      ]),
    ),
    dts: false,
    manifest: isRelease,
    ...(isRelease ? {} : { dev: false }),
    experiments: { optimization: { target: 'web', disableSnapshot: true, disableRemote: true } },
  })
}
