import { composePlainFiles } from '../compose/compose.ts'
import { buildLive } from '../compose/live.ts'
import { readPrerendered } from '../compose/prerendered.ts'
import { readFileList } from '../compose/read-composed.ts'
import { hashSha384 } from '../files/files.ts'
import { apply } from './apply.ts'
import { checkExpiry } from './check-expiry.ts'
import { readLiveState, type LiveRecord } from './live-state.ts'
import { buildPlan, type Reason } from './plan.ts'
import type { ReleaseContext } from './release-context.ts'

/**
 * Makes the same releases live again if the live one nears its end, or if today's compose makes another page: page
 * and boot script belong to no app, so no app's sources show that they changed. The signed page is compared, not the
 * stored one: the scrubber and the gateway report a changed file, and this must not cover it.
 *
 * @returns what went live; undefined if the page is unchanged
 */
export async function composeAgain(context: ReleaseContext, reason: Reason): Promise<LiveRecord | undefined> {
  const state = await readLiveState(context)
  if (!state.live) return undefined
  const { hashes } = await readFileList(context.store, context.ring, state.number)
  const plan = buildPlan(context, state, reason)
  const next = { ...plan.next, number: state.number, created: state.live.created }
  const prerendered = await readPrerendered(context.store, next, state.releases)
  const today = await composePlainFiles(buildLive(next, state.releases), state.releases, prerendered)
  const isSame = [...today].every(([path, bytes]) => hashes[path] === hashSha384(bytes))
  if (isSame && !checkExpiry(state.live, context.now())) return undefined
  return apply(context, plan, state)
}
