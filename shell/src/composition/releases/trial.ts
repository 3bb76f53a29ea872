import type { Registry, RegistryApp } from '@adcoin/contract'

/** Where a browser keeps what it shall use in place of what is live: `{ "remote-wallet": "1.2.3-0a1b2c3d4e5f" }`. */
export const choiceKey = 'adcoin.use'

/** What stands in for one remote in this page, or why it does not. */
export type Trial = {
  readonly app: string
  /** A release's id, or the address of a server on this device. */
  readonly word: string
  readonly entry: Pick<RegistryApp, 'active' | 'routes' | 'tabs'> | undefined
  /** The shared exports that it uses and this page does not have, with versions; then it does not stand in. */
  readonly lacks?: string | undefined
}

/** What was found of them. */
export type FoundTrials = {
  in: (registry: Registry) => readonly Trial[]
  over: (registry: Registry) => Registry
}
