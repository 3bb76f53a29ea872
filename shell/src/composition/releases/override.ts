import type { Registry, RegistryApp } from '@adcoin/contract'

/** Storage key of the overrides of this browser: `{ "remote-wallet": "1.2.3-0a1b2c3d4e5f" }`. */
export const overrideKey = 'adcoin.use'

/** The published release that this browser uses in place of a remote's live one. */
export type Override = {
  readonly app: string
  readonly id: string
  /** Undefined where the gateway has no such release. */
  readonly entry: Pick<RegistryApp, 'active' | 'routes' | 'tabs'> | undefined
}

/** The overrides of this browser; none unless the deployment allows them. */
export type Overrides = {
  /** The stored overrides that this registry allows. */
  in: (registry: Registry | undefined) => readonly Override[]
  /** The registry as this browser uses it. */
  over: (registry: Registry) => Registry
}
