import * as v from 'valibot'
import type { Generation } from '@adcoin/contract'
import { composedFiles } from '../compose/compose.ts'
import { prerenderedOf } from '../compose/prerendered.ts'
import { sha384 } from '../files/hashes.ts'
import { layout } from '../store/store.ts'
import { expiryOf } from './expiry.ts'
import { goLive } from './go-live.ts'
import { readLiveState } from './live-state.ts'
import { planAsItIs, type Change } from './plan.ts'
import type { Site } from './site.ts'

const LiveJson = v.object({ files: v.record(v.string(), v.string()) })

/**
 * Makes a generation of the same releases where the live one nears its end, or where today's compose makes another page:
 * page and boot script belong to no app, so that no app's sources tell that they changed. What was signed is compared,
 * not what lies there: a page that somebody changed is the scrubber's and the gateway's to tell, not this to cover.
 *
 * @returns the new generation; undefined where the page is as it would be made
 */
export async function composeAnew(site: Site, change: Change): Promise<Generation | undefined> {
  const state = await readLiveState(site)
  if (!state.generation) return undefined
  const live = await site.store.read(`${layout.live(state.number)}/live.json`)
  if (!live) return undefined
  const { files } = v.parse(LiveJson, JSON.parse(live.toString('utf8')))
  const plan = planAsItIs(state, change, site)
  const { created, after } = state.generation
  const next = { ...plan.next, generation: state.number, created, ...(after === undefined ? {} : { after }) }
  const today = composedFiles(next, state.releases, await prerenderedOf(site.store, next, state.releases))
  const isSame = [...today].every(([path, bytes]) => files[path] === sha384(bytes))
  if (isSame && !expiryOf(state.generation, site.now())) return undefined
  return goLive(site, plan, state)
}
