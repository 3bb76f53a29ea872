import * as v from 'valibot'
import type { Generation } from '@adcoin/contract'
import type { ReleaseContext } from './site.ts'
import { composedFiles } from '../compose/compose.ts'
import { expiresAt } from '../compose/registry.ts'
import { goLive } from './go-live.ts'
import { layout } from '../store/store.ts'
import { planOf, type Change, type Plan } from './plan.ts'
import { prerenderedOf } from '../compose/prerendered.ts'
import { readLiveState, type LiveState } from './live-state.ts'
import { refuse, type ReleaseRefusal } from '../refusal.ts'
import { sha384 } from '../files/files.ts'

const day = 24 * 3_600_000
/** So long before its end a generation is made anew where that happens by itself, and reported where it does not. */
const noticeMs = 30 * day

/**
 * Why a generation is old; undefined while it is not. A store that hides all newer ones looks exactly like this (TUF:
 * freeze). It stays live: age alone is no evidence against it.
 */
export function expiryOf(generation: Generation, now: Date): ReleaseRefusal | undefined {
  const ends = expiresAt(generation)
  if (new Date(ends).getTime() - now.getTime() > noticeMs) return undefined
  return refuse(
    'expires',
    `generation ${generation.generation}`,
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
    const generation = Math.max(next.generation, highest + 1)
    return acceptsSetBack && generation !== next.generation
      ? { ...plan, next: { ...next, generation, after: state.number } }
      : plan
  }
  if (!acceptsSetBack) return { site, planFor }
  return { site: { ...site, counter: { read: async () => 0, raise: site.counter.raise } }, planFor }
}

const LiveJson = v.object({ files: v.record(v.string(), v.string()) })

/**
 * Makes a generation of the same releases if the live one nears its end, or if today's compose makes another page: page
 * and boot script belong to no app, so no app's sources show that they changed. The signed page is compared, not the
 * stored one: the scrubber and the gateway report a changed file, and this must not cover it.
 *
 * @returns the new generation; undefined if the page is unchanged
 */
export async function composeAnew(site: ReleaseContext, change: Change): Promise<Generation | undefined> {
  const state = await readLiveState(site)
  if (!state.generation) return undefined
  const live = await site.store.read(`${layout.live(state.number)}/live.json`)
  if (!live) return undefined
  const { files } = v.parse(LiveJson, JSON.parse(live.toString('utf8')))
  const plan = planOf(state, change, site)
  const { created, after } = state.generation
  const next = { ...plan.next, generation: state.number, created, ...(after === undefined ? {} : { after }) }
  const today = await composedFiles(next, state.releases, await prerenderedOf(site.store, next, state.releases))
  const isSame = [...today].every(([path, bytes]) => files[path] === sha384(bytes))
  if (isSame && !expiryOf(state.generation, site.now())) return undefined
  return goLive(site, plan, state)
}
