import { createInstance } from '@module-federation/runtime'
import { core, later } from 'virtual-shared-modules'
import { freezeModule } from '../freeze-module.ts'
import { reasonOf } from '../reports.ts'
import { containerRuntime } from './container-runtime.ts'
import { LoadFailure } from './release.ts'
import { ownScope } from './own-scope.ts'
import type { SharedGroups } from './shared-groups.ts'

/** Remote containers read the federation runtime from this global, so they need not contain it. */
const containerRuntimeName = '_FEDERATION_CONTAINER_RUNTIME'

/** What the shell alone may use of a shared module. */
const withheld: Readonly<Record<string, Readonly<Record<string, undefined>>>> = {
  '@adcoin/session': { createSessionWriter: undefined },
}

/** The exports of every Module Federation container. */
type Container = {
  init(shareScope: object, initScope: readonly object[]): unknown
  get(exposed: string): Promise<() => unknown>
}

export type Federation = {
  /**
   * Evaluates a container and gives what it exposes as its module; not yet checked.
   *
   * @param url  its entry
   * @param app  whose container it is: it gets shared modules as this app may use them
   */
  importModule: (url: string, app: string) => Promise<unknown>
}

/**
 * Makes the shell the Module Federation host that provides the list of singletons. Once per page. Containers are taken
 * by their own two functions, `init` and `get`: the runtime's part for remotes (manifests, snapshots, preloading,
 * hooks) is 7 KB of the core, and does what the loader has done already.
 */
export function startFederation(groups: SharedGroups): Federation {
  Object.defineProperty(globalThis, containerRuntimeName, { value: containerRuntime, configurable: true })
  const host = createInstance({
    name: 'shell',
    remotes: [],
    shareStrategy: 'loaded-first',
    shared: {
      ...Object.fromEntries(
        Object.entries(core).map(([name, { version, lib }]) => {
          const module = freezeModule(lib(), withheld[name])
          return [name, { version, lib: () => module, shareConfig: once(version) }]
        }),
      ),
      ...Object.fromEntries(
        Object.entries(later).map(([name, { version, group }]) => [
          name,
          { version, get: () => moduleOf(name, version, group), shareConfig: once(version) },
        ]),
      ),
    },
  })
  async function moduleOf(name: string, version: string, group: string): Promise<() => object | undefined> {
    try {
      const modules = await groups.load(group)
      const module = freezeModule(modules[name] ?? {})
      return () => module
    } finally {
      // The runtime notes the first remote that asked as the module's owner, and keeps a failed attempt as the one that
      // is under way.
      Object.assign(host.shareScopeMap['default']?.[name]?.[version] ?? {}, { from: 'shell', loading: null })
    }
  }

  /** Gives a container the shared modules. A container that refuses them counts as a module that cannot be opened. */
  async function connected(container: Container, app: string): Promise<void> {
    try {
      await container.init(ownScope(host.shareScopeMap['default'] ?? {}, app), [])
    } catch (thrown) {
      throw new LoadFailure('door', reasonOf(thrown))
    }
  }

  return {
    async importModule(url, app) {
      const container = (await import(/* webpackIgnore: true */ url)) as Container
      await connected(container, app)
      const exposed = await (await container.get('./door'))()
      return typeof exposed === 'object' && exposed !== null && 'default' in exposed ? exposed.default : undefined
    },
  }
}

function once(version: string) {
  return { singleton: true, strictVersion: true, requiredVersion: version }
}
