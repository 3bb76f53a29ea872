import type { Registry } from '@adcoin/contract'
import { overrideKey, type FoundOverrides, type Override } from './override.ts'

/** The releases that this browser uses in place of the live ones; none unless the deployment allows it. */
export type Overrides = {
  /** Looks up what was chosen; at once if nothing was. Never throws. */
  prepare: (registry: Registry | undefined) => Promise<void>
  /** The registry as this browser uses it. */
  over: (registry: Registry) => Registry
  /** The stored overrides that this registry allows. */
  in: (registry: Registry | undefined) => readonly Override[]
}

const none: readonly Override[] = []

export function createOverrides(): Overrides {
  let found: FoundOverrides | undefined
  let finding: Promise<void> | undefined
  async function find(): Promise<void> {
    try {
      if (localStorage.getItem(overrideKey) === null) return
      // A file of its own: few browsers have an override.
      const { findOverrides } = await import(/* webpackChunkName: "find-override" */ './find-override.ts')
      found = await findOverrides()
    } catch {
      // Without storage, or that file, this page uses what is live.
    }
  }
  return {
    prepare: async registry => void (registry?.overrides && (await (finding ??= find()))),
    in: registry => (registry && found?.in(registry)) || none,
    over: registry => found?.over(registry) ?? registry,
  }
}
