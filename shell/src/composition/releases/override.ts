import type { Registry, RegistryApp } from '@adcoin/contract'

/** Storage key of the overrides of this browser: `{ "remote-wallet": "1.2.3-0a1b2c3d4e5f" }`. */
export const overrideKey = 'adcoin.use'

/** The replacement of one remote in this browser, or the reason why there is none. */
export type Override = {
  readonly app: string
  /** A release's id, or the address of a server on this device. */
  readonly word: string
  readonly entry: Pick<RegistryApp, 'active' | 'routes' | 'tabs'> | undefined
  /** The shared exports that it uses and this page does not have, with versions; then it is not used. */
  readonly lacks?: string | undefined
}

export type FoundOverrides = {
  in: (registry: Registry) => readonly Override[]
  over: (registry: Registry) => Registry
}
