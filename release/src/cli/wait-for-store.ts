import { setTimeout } from 'node:timers/promises'
import { isBucketAway } from '../store/objects/s3-bucket.ts'
import type { Store } from '../store/store.ts'

/** With the attempts of the last request a command ends within a minute. */
const patienceMs = 45_000

/**
 * Waits until a bucket answers, if only with a refusal, which the command then meets itself. The store prints meanwhile
 * what is waited for.
 *
 * @throws the failure of the network where the bucket stays away
 */
export async function waitForStore(store: Store): Promise<void> {
  const began = performance.now()
  for (;;)
    try {
      return void (await store.pointer())
    } catch (error) {
      if (!isBucketAway(error)) return
      if (performance.now() - began > patienceMs) throw error
      await setTimeout(1_000)
    }
}
