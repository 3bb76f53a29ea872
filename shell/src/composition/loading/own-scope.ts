import { freezeModule } from '../freeze-module.ts'

type Module = Readonly<Record<string, unknown>>
type Shared = { get: () => unknown; lib?: unknown }
type Versions = Readonly<Record<string, Shared>>
type Events = { voiceOf: (speaker: string) => unknown }
type Http = { httpOf: (app: string) => Module }

/**
 * The share scope of one app: the page's shared modules, except that each remote emits only its own events, writes only
 * its own cached answers and has a request limit. Done here because a shared module cannot see its caller.
 */
export function ownScope(scope: Readonly<Record<string, Versions>>, app: string): Readonly<Record<string, Versions>> {
  const name = app.replace(/^remote-/, '')
  const own = <Members>(module: string, membersOf: (shared: Members) => Module) => ({
    [module]: Object.fromEntries(
      Object.entries(scope[module] ?? {}).map(([version, shared]) => [version, owned(shared, membersOf)]),
    ),
  })
  return {
    ...scope,
    ...own('@adcoin/events', ({ voiceOf }: Events) => ({ emitterFor: voiceOf(name), voiceOf: undefined })),
    ...own('@adcoin/http', ({ httpOf }: Http) => ({ ...httpOf(name), httpOf: undefined })),
  }
}

function owned<Members>(shared: Shared, membersOf: (module: Members) => Module): Shared {
  const own: Shared & { loading?: unknown } = {
    ...shared,
    lib: undefined,
    async get() {
      try {
        const factory = (await shared.get()) as () => Module & Members
        // The runtime would have noted it at the shell's own entry.
        Object.assign(shared, { lib: factory, loaded: true })
        const module = freezeModule(factory(), membersOf(factory()))
        return () => module
      } finally {
        Object.assign(own, { from: 'shell', loading: null })
      }
    },
  }
  return Object.assign(own, { loaded: false, loading: null, useIn: [] })
}
