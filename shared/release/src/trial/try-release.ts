import type { LiveState } from '../operations/live-state.ts'
import { planActivation } from '../operations/plan.ts'
import type { Site } from '../operations/site.ts'
import type { PackedRelease } from '../publish/add-release.ts'
import { Refused } from '../refusal.ts'
import { chromiumPath } from './chromium.ts'
import { leavesNothingBehind } from './leaves-nothing-behind.ts'

/**
 * The part of the gate that needs a browser: the release is mounted and unmounted in the page that would be live.
 *
 * @returns why it was not tried, or undefined where it was and left nothing behind
 * @throws Refused with everything that it left behind
 */
export async function tryRelease(site: Site, state: LiveState, packed: PackedRelease): Promise<string | undefined> {
  if (packed.release.app === 'shell') return undefined
  if (!state.generation?.apps['shell']) return 'no shell is live yet'
  const chromium = chromiumPath()
  if (!chromium) return 'there is no Chromium on this machine; name one with CHROMIUM_PATH'
  const { next } = planActivation(state, [packed.release], { action: 'publish', why: '' }, site)
  const refusals = await leavesNothingBehind(site.store, next, state.releases, packed, chromium)
  if (refusals.length > 0) throw new Refused(refusals)
  return undefined
}
