import { init } from '@module-federation/runtime'
import { attachShareScopeMap } from '@module-federation/webpack-bundler-runtime/dist/attachShareScopeMap.js'
import { consumes } from '@module-federation/webpack-bundler-runtime/dist/consumes.js'
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js'
import { initializeSharing } from '@module-federation/webpack-bundler-runtime/dist/initializeSharing.js'
import { installInitialConsumes } from '@module-federation/webpack-bundler-runtime/dist/installInitialConsumes.js'

type Container = { webpackRequire: { federation: { initOptions: Parameters<typeof init>[0] } } }

/**
 * The runtime of every container of a remote, once in the page instead of once in each entry
 * (`shared/preset/src/rspack/container-runtime.ts`
 * finds it by its name): the published parts of the federation's bundler runtime that a remote without remotes of its
 * own uses.
 */
export const containerRuntime = {
  runtime: { init },
  attachShareScopeMap,
  bundlerRuntime: {
    consumes,
    I: initializeSharing,
    installInitialConsumes,
    initContainerEntry,
    // The package's own adds a plugin for trees of shared modules that are shaken by a server, which is not used here.
    init: ({ webpackRequire }: Container) => init(webpackRequire.federation.initOptions),
  },
}
