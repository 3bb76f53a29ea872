// Input of `composition.ts` from `e2e/bench/load/monolith/build.ts`.
declare module 'virtual-one-build' {
  /** As in a page; a version names the shared modules of each route. */
  export const live: import('@adcoin/contract').Live
  /** The modules of the four areas, by app. */
  export const modules: Readonly<Record<string, import('@adcoin/remote').RemoteModule>>
}
