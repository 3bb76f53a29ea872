import type { Registry } from '@adcoin/contract'
import { overrideKey, type Override, type Overrides } from './override.ts'

const none: readonly Override[] = []

export function createOverrides(): Overrides & {
  /** Looks up what was chosen; at once if nothing was. Never throws. */
  prepare: (registry: Registry | undefined) => Promise<void>
} {
  let found: Overrides | undefined
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
    in: registry => found?.in(registry) ?? none,
    over: registry => found?.over(registry) ?? registry,
  }
}
