import type { ReleaseContext } from './release-context.ts'
import { composePlainFiles } from '../compose/compose.ts'
import { computeExpiry } from '../compose/former-registry.ts'
import { buildLive, type LiveChoice } from '../compose/live.ts'
import { readFileList } from '../compose/read-composed.ts'
import { apply } from './apply.ts'
import { buildPlan, type Reason, type Plan } from './plan.ts'
import { readPrerendered } from '../compose/prerendered.ts'
import { readLiveState, type LiveRecord, type LiveState } from './live-state.ts'
import { createRefusal, type ReleaseRefusal } from '../refusal.ts'
import { hashSha384 } from '../files/files.ts'

const day = 24 * 3_600_000
/** How long before its end a generation is renewed automatically, or reported if no program renews it. */
const noticeMs = 30 * day

/**
 * Why a generation is old; undefined while it is not. A store that hides all newer ones looks exactly like this (TUF:
 * freeze). It stays live: age alone is no evidence against it.
 */
export function checkExpiry(live: LiveChoice, now: Date): ReleaseRefusal | undefined {
  const ends = computeExpiry(live)
  if (new Date(ends).getTime() - now.getTime() > noticeMs) return undefined
  return createRefusal(
    'expires',
    `generation ${live.number}`,
    `it expires on ${ends.slice(0, 10)}, and this store has no newer one`,
    'Run `verify --renew`. If a newer generation is live elsewhere, this store hides it.',
  )
}

/**
 * The same releases as a new generation, signed today.
 *
 * @param acceptsSetBack  newer generations are lost for good: this one goes live again above the highest number ever seen
 */
export async function planRenewal(
  context: ReleaseContext,
  why: string,
  acceptsSetBack: boolean,
): Promise<{ readonly context: ReleaseContext; planFor(state: LiveState): Plan }> {
  const highest = await context.counter.read()
  const planFor = (state: LiveState): Plan => {
    const plan = buildPlan(context, state, { action: 'publish', why })
    const { next } = plan
    const number = Math.max(next.number, highest + 1)
    return acceptsSetBack && number !== next.number ? { ...plan, next: { ...next, number } } : plan
  }
  if (!acceptsSetBack) return { context, planFor }
  return { context: { ...context, counter: { read: async () => 0, raise: context.counter.raise } }, planFor }
}

/**
 * Makes the same releases live again if the live generation nears its end, or if today's compose makes another page: page
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
