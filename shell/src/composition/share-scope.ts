import { freezeModule } from './freeze-module.ts'

export type Module = Readonly<Record<string, unknown>>
/** Name and version of each shared module of the page. */
export type ShareScope = Readonly<Record<string, Readonly<Record<string, Entry>>>>
/** Module Federation's entry of one version: `get` resolves to a factory, which the runtime stores as `lib`. */
type Entry = { get: () => unknown; lib?: unknown }
/** Exports that an app gets in place of the page's; `undefined` removes one. */
type CreateExports = (module: Module) => Module

/**
 * The share scope of one app: each remote emits only its own events, writes only its own cached answers and has a
 * request limit. Done here because a shared module cannot see its caller.
 */
export function createAppScope(scope: ShareScope, app: string): ShareScope {
  const owner = app.replace(/^remote-/, '')
  const appExports: Readonly<Record<string, CreateExports>> = {
    '@adcoin/events': module => ({ emitterFor: (module as Events).voiceOf(owner), voiceOf: undefined }),
    '@adcoin/http': module => ({ ...(module as Http).httpOf(owner), httpOf: undefined }),
  }
  return mapValues(scope, (versions, module) =>
    mapValues(versions, entry => {
      const createExports = appExports[module]
      return createExports ? createAppEntry(entry, createExports) : entry
    }),
  )
}

/** The exports that bind a module to one owner. Only the shell gets them. */
type Events = { voiceOf: (owner: string) => unknown }
type Http = { httpOf: (owner: string) => object }

/** An entry that returns a frozen copy of the page's module, with the app's own exports. */
function createAppEntry(pageEntry: Entry, createExports: CreateExports): Entry {
  const appEntry: Entry = {
    ...pageEntry,
    async get() {
      try {
        const factory = (await pageEntry.get()) as () => Module
        // The runtime prefers a version that is loaded, and would record that at the app's entry only.
        Object.assign(pageEntry, { lib: factory, loaded: true })
        const module = freezeModule(factory(), createExports(factory()))
        return () => module
      } finally {
        // The runtime wrote the app and its promise here. After a failure it would return that promise for ever.
        Object.assign(appEntry, { from: 'shell', loading: null })
      }
    },
  }
  // Not loaded, also where the page's module is: otherwise the runtime would take `lib` and not call `get`.
  return Object.assign(appEntry, { lib: undefined, loaded: false, loading: null, useIn: [] })
}

export function mapValues<From, To>(table: Readonly<Record<string, From>>, map: (value: From, name: string) => To) {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, map(value, name)] as const))
}
