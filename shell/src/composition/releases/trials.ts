import type { Registry } from '@adcoin/contract'
import { choiceKey, type FoundTrials, type Trial } from './trial.ts'

/** The releases that this browser uses in place of what is live. Nothing, but where the deployment allows it. */
export type Trials = {
  /** Finds out what was chosen; at once where nothing was. Never throws. */
  prepare: (registry: Registry | undefined) => Promise<void>
  /** The registry as this browser uses it. */
  over: (registry: Registry) => Registry
  /** What was chosen, and may be used where this registry is live. */
  in: (registry: Registry | undefined) => readonly Trial[]
}

const none: readonly Trial[] = []

export function createTrials(): Trials {
  let found: FoundTrials | undefined
  let finding: Promise<void> | undefined
  async function find(): Promise<void> {
    try {
      if (localStorage.getItem(choiceKey) === null) return
      // A file of its own: few browsers try anything.
      const { findTrials } = await import(/* webpackChunkName: "find-trials" */ './find-trials.ts')
      found = await findTrials()
    } catch {
      // Without storage, or that file, this page is everybody's.
    }
  }
  return {
    prepare: async registry => void (registry?.overrides && (await (finding ??= find()))),
    in: registry => (registry && found?.in(registry)) || none,
    over: registry => found?.over(registry) ?? registry,
  }
}
