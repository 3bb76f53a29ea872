import { createInstance, init } from '@module-federation/runtime'
import { attachShareScopeMap } from '@module-federation/webpack-bundler-runtime/dist/attachShareScopeMap.js'
import { consumes } from '@module-federation/webpack-bundler-runtime/dist/consumes.js'
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js'
import { initializeSharing } from '@module-federation/webpack-bundler-runtime/dist/initializeSharing.js'
import { installInitialConsumes } from '@module-federation/webpack-bundler-runtime/dist/installInitialConsumes.js'
import { core, groups, later } from 'virtual-shared-modules'
import { freezeModule } from './freeze-module.ts'
import { SharedFailure } from './load-failure.ts'
import { describeThrown } from './report.ts'
import { createAppScope, mapValues, type Module, type ShareScope } from './share-scope.ts'

/** Remote containers read the federation runtime from this global, so they need not contain it. */
const containerRuntimeName = '_FEDERATION_CONTAINER_RUNTIME'
/** Exports that only the shell may use. */
const withheld: Readonly<Record<string, Module>> = { '@adcoin/session': { createSessionWriter: undefined } }
/** Browsers remember a failed `import()` for the life of the page. A hanging one fails after this time. */
const longestMs = 30_000

/**
 * Makes the shell the Module Federation host that provides the list of singletons. Once per page.
 *
 * @param prepare       the shell's own part of the later modules; awaited before a remote gets any of them
 * @param importScript  imports a chunk for the runtime of a remote
 */
export function createShared(prepare: () => Promise<unknown>, importScript?: (url: string) => Promise<unknown>) {
  const loadedGroups = new Map<string, Promise<Readonly<Record<string, object>>>>()
  const runtime = { ...containerRuntime, ...(importScript ? { importScript } : {}) }
  Object.defineProperty(globalThis, containerRuntimeName, { value: runtime, configurable: true })
  const host = createInstance({
    name: 'shell',
    remotes: [],
    shareStrategy: 'loaded-first',
    shared: {
      ...mapValues(core, ({ version, lib }, name) => {
        const module = freezeModule(lib(), withheld[name])
        return { version, lib: () => module, shareConfig: createShareConfig(version) }
      }),
      ...mapValues(later, ({ version, group }, name) => ({
        version,
        get: () => loadModule(name, version, group),
        shareConfig: createShareConfig(version),
      })),
    },
  })

  /** Loads a group of later modules (`data`, `forms`), once. @throws SharedFailure */
  function loadGroup(group: string): Promise<Readonly<Record<string, object>>> {
    const pending = loadedGroups.get(group) ?? fetchGroup(group, prepare)
    loadedGroups.set(group, pending)
    return pending
  }
  async function loadModule(name: string, version: string, group: string): Promise<() => object | undefined> {
    try {
      const modules = await loadGroup(group)
      return () => modules[name]
    } finally {
      // The runtime records the first remote that asks as the module's owner, and keeps a failed attempt as a running
      // one.
      Object.assign(host.shareScopeMap['default']?.[name]?.[version] ?? {}, { from: 'shell', loading: null })
    }
  }
  /** The shared modules of the page that an app may use. */
  const createScope = (app: string) => createAppScope((host.shareScopeMap['default'] ?? {}) as ShareScope, app)
  return { loadGroup, scopeOf: createScope }
}

async function fetchGroup(group: string, prepare: () => Promise<unknown>): Promise<Readonly<Record<string, object>>> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, longestMs, `no answer within ${longestMs} ms`))
  try {
    const [modules = {}] = await Promise.race([Promise.all([groups[group]?.(), prepare()]), late])
    return mapValues(modules, module => freezeModule(module))
  } catch (thrown) {
    throw new SharedFailure(`the shared modules of ${group} did not arrive: ${describeThrown(thrown)}`)
  }
}

function createShareConfig(version: string) {
  return { singleton: true, strictVersion: true, requiredVersion: version }
}

type ContainerInit = { webpackRequire: { federation: { initOptions: Parameters<typeof init>[0] } } }

/**
 * The runtime of every container of a remote, once in the page instead of once in each entry
 * (`tools/preset/src/rspack/container-runtime.ts` finds it by its name): the published parts of the federation's
 * bundler runtime that a remote without nested remotes uses.
 */
const containerRuntime = {
  runtime: { init },
  attachShareScopeMap,
  bundlerRuntime: {
    consumes,
    I: initializeSharing,
    installInitialConsumes,
    initContainerEntry,
    // The package's `init` also adds a plugin for shared modules that a server tree-shakes; it is unused here.
    init: ({ webpackRequire }: ContainerInit) => init(webpackRequire.federation.initOptions),
  },
}
