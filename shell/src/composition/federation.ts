import { createInstance } from '@module-federation/runtime'
import { core, later } from 'virtual-shared-modules'
import { containerRuntime } from './container-runtime.ts'
import type { SharedGroups } from './shared-groups.ts'

/** Where the containers of remotes look for the federation runtime, which they therefore need not carry. */
const containerRuntimeName = '_FEDERATION_CONTAINER_RUNTIME'

export type Federation = {
  /**
   * Evaluates a container and gives what it exposes as its door; not yet checked.
   *
   * @param container  the release's own name, `remote_wallet_1_0_0_0a1b2c3d4e5f`
   * @param url        its entry
   */
  importDoor: (container: string, url: string) => Promise<unknown>
}

/** Makes the shell the Module Federation host that provides the list of singletons. Once per page. */
export function startFederation(groups: SharedGroups): Federation {
  Object.defineProperty(globalThis, containerRuntimeName, { value: containerRuntime, configurable: true })
  const host = createInstance({
    name: 'shell',
    remotes: [],
    shareStrategy: 'loaded-first',
    shared: {
      ...Object.fromEntries(Object.entries(core).map(([name, { version, lib }]) => [name, { version, lib, shareConfig: once(version) }])),
      ...Object.fromEntries(Object.entries(later).map(([name, { version, group }]) => [name, { version, get: () => moduleOf(name, version, group), shareConfig: once(version) }])),
    },
  })
  async function moduleOf(name: string, version: string, group: string): Promise<() => object | undefined> {
    try {
      const modules = await groups.load(group)
      return () => modules[name]
    } finally {
      // The runtime writes down whoever asked first as its owner, and keeps a failed attempt as the one that is under way.
      Object.assign(host.shareScopeMap['default']?.[name]?.[version] ?? {}, { from: 'shell', loading: null })
    }
  }

  return {
    async importDoor(container, url) {
      host.registerRemotes([{ name: container, entry: url, type: 'module' }])
      const exposed: unknown = await host.loadRemote(`${container}/door`)
      return typeof exposed === 'object' && exposed !== null && 'default' in exposed ? exposed.default : undefined
    },
  }
}

function once(version: string) {
  return { singleton: true, strictVersion: true, requiredVersion: version }
}
