import type { ApiCode } from '@adcoin/contract'
import type { TextKeyOf } from '@adcoin/i18n'
import { matchPath, type RouteObject } from '@adcoin/router'
import type { Host, RemoteModule } from './remote-module.ts'
import { HostProvider } from './host.tsx'
import { createLazyPage, type PageModule } from './lazy-page.tsx'
import { sharedTexts } from './texts.ts'

/** The argument of `start`. All its work must end with the signal: `bus.scope('wallet', signal)` does. */
export type RemoteScope = { readonly signal: AbortSignal; readonly host: Host }

/**
 * The routes of a remote's `routes.tsx`, which are the same as in `remote.json`; a title is a key of its English texts.
 * Nothing is known of a page, which may link to these very routes.
 */
export type RoutesOf<Texts> = readonly {
  readonly path: string
  readonly title: TextKeyOf<Texts>
  readonly page: () => Promise<unknown>
}[]

export type RemoteDefinition = {
  /** Short name: `wallet` for the folder `remote-wallet`. */
  name: string
  /** From `createTexts(name, …)`; must hold the keys of `routes[].title`. */
  texts: { load(code: ApiCode): Promise<string | undefined>; find(key: string): string | undefined }
  routes: readonly { path: string; title: string; page: () => Promise<PageModule> }[]
  /**
   * Brings what lasts as long as the remote is mounted, whichever of its screens is shown: `() =>
   * import('./events.ts')`.
   * Lazy, because the bus arrives later than the module.
   */
  start?: () => Promise<{ start: (scope: RemoteScope) => void }>
}

/** Makes the module of a remote; the default export of its `src/remote.tsx`. */
export function defineRemote(definition: RemoteDefinition): RemoteModule {
  const { name, texts } = definition
  const screens = definition.routes.map(({ path, title, page }) => ({ path, title, ...createLazyPage(page) }))
  const findScreen = (path: string) => screens.find(screen => matchPath({ path: screen.path, end: true }, path))
  let host: Host | undefined

  function requireHost(): Host {
    if (!host) throw new Error(`remote ${name} was drawn before the shell connected it`)
    return host
  }

  async function startDefined(signal: AbortSignal): Promise<void> {
    try {
      const loaded = await definition.start?.()
      if (!signal.aborted) loaded?.start({ signal, host: requireHost() })
    } catch (error) {
      host?.reportFailure({ error, phase: 'runtime' })
    }
  }

  function Connected({ screen }: { screen: (typeof screens)[number] }) {
    return (
      <HostProvider host={requireHost()}>
        <screen.Page />
      </HostProvider>
    )
  }

  return {
    name,
    contract: 1,
    routes: screens.map((screen): RouteObject => ({
      path: screen.path,
      element: <Connected key={screen.path} screen={screen} />,
    })),
    async preload(path, language) {
      // Texts of the shared packages are the shell's: a release is not left for want of them.
      const shared = sharedTexts.load(language).catch(() => undefined)
      const [missing] = await Promise.all([texts.load(language), shared, findScreen(path)?.preload()])
      return missing
    },
    title(path) {
      const screen = findScreen(path)
      return screen && texts.find(screen.title)
    },
    connect(given) {
      host = given
    },
    start() {
      const ending = new AbortController()
      void startDefined(ending.signal)
      return () => ending.abort()
    },
  }
}
