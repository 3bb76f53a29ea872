// Input of `composition.ts` from `e2e/bench/load/monolith/build.ts`.
declare module 'virtual-one-build' {
  type Registry = import('@adcoin/contract').Registry
  type Entry = Registry['apps'][string]
  /** As in a page, where a route names the shared modules that its screen needs. */
  type PageRoute = Entry['routes'][number] & { groups?: readonly string[] }
  type PageEntry = Omit<Entry, 'routes'> & { routes: PageRoute[] }

  export const registry: Omit<Registry, 'apps'> & { apps: Record<string, PageEntry> }
  /** The modules of the four areas, by app. */
  export const modules: Readonly<Record<string, import('@adcoin/remote').RemoteModule>>
}
