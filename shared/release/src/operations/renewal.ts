import type { ReleaseContext } from './site.ts'
import { composedFiles } from '../compose/compose.ts'
import { expiresAt } from '../compose/former-registry.ts'
import { liveOf, type LiveChoice } from '../compose/live.ts'
import { readFileList } from '../compose/read-composed.ts'
import { goLive } from './go-live.ts'
import { planOf, type Change, type Plan } from './plan.ts'
import { prerenderedOf } from '../compose/prerendered.ts'
import { readLiveState, type LiveRecord, type LiveState } from './live-state.ts'
import { refuse, type ReleaseRefusal } from '../refusal.ts'
import { sha384 } from '../files/files.ts'

const day = 24 * 3_600_000
/** So long before its end a generation is made anew where that happens by itself, and reported where it does not. */
const noticeMs = 30 * day

/**
 * Why a generation is old; undefined while it is not. A store that hides all newer ones looks exactly like this (TUF:
 * freeze). It stays live: age alone is no evidence against it.
 */
export function expiryOf(live: LiveChoice, now: Date): ReleaseRefusal | undefined {
  const ends = expiresAt(live)
  if (new Date(ends).getTime() - now.getTime() > noticeMs) return undefined
  return refuse(
    'expires',
    `generation ${live.number}`,
    `it expires on ${ends.slice(0, 10)}, and no newer one was seen`,
    'Make one (`verify --renew`). If a newer one is live elsewhere, this store hides it.',
  )
}

/**
 * The same releases as a new generation, signed today.
 *
 * @param acceptsSetBack  newer generations are lost for good: what is here goes live above the highest number ever seen
 */
export async function planRenewal(
  site: ReleaseContext,
  why: string,
  acceptsSetBack: boolean,
): Promise<{ readonly site: ReleaseContext; planFor(state: LiveState): Plan }> {
  const highest = await site.counter.read()
  const planFor = (state: LiveState): Plan => {
    const plan = planOf(state, { action: 'publish', why }, site)
    const { next } = plan
    const number = Math.max(next.number, highest + 1)
    return acceptsSetBack && number !== next.number ? { ...plan, next: { ...next, number } } : plan
  }
  if (!acceptsSetBack) return { site, planFor }
  return { site: { ...site, counter: { read: async () => 0, raise: site.counter.raise } }, planFor }
}

/**
 * Makes the same releases live anew if the live one nears its end, or if today's compose makes another page: page
 * and boot script belong to no app, so no app's sources show that they changed. The signed page is compared, not the
 * stored one: the scrubber and the gateway report a changed file, and this must not cover it.
 *
 * @returns what went live; undefined if the page is unchanged
 */
export async function composeAnew(site: ReleaseContext, change: Change): Promise<LiveRecord | undefined> {
  const state = await readLiveState(site)
  if (!state.live) return undefined
  const { hashes } = await readFileList(site.store, site.ring, state.number)
  const plan = planOf(state, change, site)
  const next = { ...plan.next, number: state.number, created: state.live.created }
  const prerendered = await prerenderedOf(site.store, next, state.releases)
  const today = await composedFiles(liveOf(next, state.releases), state.releases, prerendered)
  const isSame = [...today].every(([path, bytes]) => hashes[path] === sha384(bytes))
  if (isSame && !expiryOf(state.live, site.now())) return undefined
  return goLive(site, plan, state)
}
