import type { Generation } from '@adcoin/contract'
import { expiresAt } from '../compose/registry.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { LiveState } from './live-state.ts'
import { planAsItIs, type Plan } from './plan.ts'
import type { Site } from './site.ts'

const day = 24 * 3_600_000
/** So long before its end a generation is made anew where that happens by itself, and reported where it does not. */
const noticeMs = 30 * day

/**
 * Why a generation is old; undefined while it is not. A store that hides all newer ones looks exactly like this (TUF:
 * freeze). It stays live: age alone is no evidence against it.
 */
export function expiryOf(generation: Generation, now: Date): Refusal | undefined {
  const ends = expiresAt(generation)
  if (new Date(ends).getTime() - now.getTime() > noticeMs) return undefined
  return refuse(
    'expires',
    `generation ${generation.generation}`,
    `it expires on ${ends.slice(0, 10)}, and no newer one was seen`,
    'Make one (`renew`). If a newer one is live elsewhere, this store hides it.',
  )
}

/**
 * The same releases as a new generation, signed today.
 *
 * @param acceptsSetBack  newer generations are lost for good: what is here goes live above the highest number ever seen
 */
export async function planRenewal(
  site: Site,
  why: string,
  acceptsSetBack: boolean,
): Promise<{ readonly site: Site; planFor(state: LiveState): Plan }> {
  const highest = await site.counter.read()
  const planFor = (state: LiveState): Plan => {
    const plan = planAsItIs(state, { action: 'publish', why }, site)
    const { next } = plan
    const generation = Math.max(next.generation, highest + 1)
    return acceptsSetBack && generation !== next.generation
      ? { ...plan, next: { ...next, generation, after: state.number } }
      : plan
  }
  if (!acceptsSetBack) return { site, planFor }
  return { site: { ...site, counter: { read: async () => 0, raise: site.counter.raise } }, planFor }
}
