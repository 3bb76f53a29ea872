import type { Release } from '@adcoin/contract'
import type { KeyRing } from '../signing/key-ring.ts'
import type { Store } from '../store/store.ts'

/** Every release that a generation names, by `buildReleaseKey`. */
export type Releases = ReadonlyMap<string, Release>

/** A store with the keys that decide what of it is trusted. */
export type SignedStore = { readonly store: Store; readonly ring: KeyRing }
