type Shared = { get: () => unknown; lib?: unknown }
type ShareScope = Readonly<Record<string, Readonly<Record<string, Shared>>>>
type Events = { emitterFor: unknown; voiceOf: (speaker: string) => unknown }

const bus = '@adcoin/events'

/**
 * The shared modules as one app may use them: all are the page's own, but the bus lets each remote speak in its own
 * name only. That is settled here, where the app is known: the bus itself cannot see whose code calls it.
 */
export function ownScope(scope: ShareScope, app: string): ShareScope {
  const versions = Object.entries(scope[bus] ?? {}).map(([version, shared]) => [version, ownBus(shared, app)] as const)
  return { ...scope, [bus]: Object.fromEntries(versions) }
}

function ownBus(shared: Shared, app: string): Shared {
  const own: Shared & { loading?: unknown } = {
    ...shared,
    lib: undefined,
    async get() {
      try {
        const factory = (await shared.get()) as () => Events
        // The runtime would have noted it at the shell's own entry.
        Object.assign(shared, { lib: factory, loaded: true })
        const { voiceOf, ...rest } = factory()
        const module = { ...rest, emitterFor: voiceOf(app.replace(/^remote-/, '')) }
        return () => module
      } finally {
        Object.assign(own, { from: 'shell', loading: null })
      }
    },
  }
  return Object.assign(own, { loaded: false, loading: null, useIn: [] })
}
