type Shared = { get: () => unknown; lib?: unknown }
type ShareScope = Readonly<Record<string, Readonly<Record<string, Shared>>>>
type Module = Readonly<Record<string, unknown>>
type Events = Module & { voiceOf: (speaker: string) => unknown }
type Http = Module & { httpOf: (app: string) => Module }

/**
 * The members of a shared module that are each remote's own, by module. Settled here, where the app is known: the
 * module itself cannot see whose code calls it. `name`: the app without `remote-`.
 */
const ownMembers: Readonly<Record<string, (shared: never, name: string) => Module>> = {
  '@adcoin/events': ({ voiceOf }: Events, name) => ({ emitterFor: voiceOf(name) }),
  '@adcoin/http': ({ httpOf }: Http, name) => httpOf(name),
}

/**
 * The shared modules as one app may use them: all are the page's own, but each remote speaks on the bus in its own name
 * only, writes only its own cached answers, and has a bound on its requests.
 */
export function ownScope(scope: ShareScope, app: string): ShareScope {
  const name = app.replace(/^remote-/, '')
  const own = Object.entries(ownMembers).map(([module, membersOf]) => {
    const versions = Object.entries(scope[module] ?? {})
    return [module, Object.fromEntries(versions.map(([version, shared]) => [version, owned(shared, membersOf, name)]))]
  })
  return { ...scope, ...Object.fromEntries(own) }
}

function owned(shared: Shared, membersOf: (module: never, name: string) => Module, name: string): Shared {
  const own: Shared & { loading?: unknown } = {
    ...shared,
    lib: undefined,
    async get() {
      try {
        const factory = (await shared.get()) as () => Module
        // The runtime would have noted it at the shell's own entry.
        Object.assign(shared, { lib: factory, loaded: true })
        const module = { ...factory(), ...membersOf(factory() as never, name) }
        return () => module
      } finally {
        Object.assign(own, { from: 'shell', loading: null })
      }
    },
  }
  return Object.assign(own, { loaded: false, loading: null, useIn: [] })
}
