import { freezeModule } from './freeze-module.ts'

export type Module = Readonly<Record<string, unknown>>
type Entry = { get: () => unknown; lib?: unknown }
/** Name and version of each shared module of the page. */
export type ShareScope = Readonly<Record<string, Readonly<Record<string, Entry>>>>

/**
 * The share scope of one app: each remote emits only its own events, writes only its own cached answers and has a
 * request limit. Done here because a shared module cannot see its caller.
 */
export function createAppScope(scope: ShareScope, app: string): ShareScope {
  const name = app.replace(/^remote-/, '')
  const own: Readonly<Record<string, (module: Module) => Module>> = {
    '@adcoin/events': module => ({ emitterFor: (module as Events).voiceOf(name), voiceOf: undefined }),
    '@adcoin/http': module => ({ ...(module as Http).httpOf(name), httpOf: undefined }),
  }
  return mapValues(scope, (versions, module) => mapValues(versions, entry => createAppEntry(entry, own[module])))
}

type Events = { voiceOf: (owner: string) => unknown }
type Http = { httpOf: (owner: string) => object }

/** An entry of the scope that returns a frozen copy of the page's module with members for the app. */
function createAppEntry(entry: Entry, createMembers: ((module: Module) => Module) | undefined): Entry {
  if (!createMembers) return entry
  const own: Entry = {
    ...entry,
    lib: undefined,
    async get() {
      try {
        const factory = (await entry.get()) as () => Module
        // The runtime would record this at the shell's own entry.
        Object.assign(entry, { lib: factory, loaded: true })
        const module = freezeModule(factory(), createMembers(factory()))
        return () => module
      } finally {
        Object.assign(own, { from: 'shell', loading: null })
      }
    },
  }
  return Object.assign(own, { loaded: false, loading: null, useIn: [] })
}

export function mapValues<From, To>(table: Readonly<Record<string, From>>, map: (value: From, name: string) => To) {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, map(value, name)] as const))
}
