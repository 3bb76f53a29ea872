import { readLiveState } from '../../operations/live-state.ts'
import { planActivation } from '../../operations/plan.ts'
import { findRelease, releasesThere } from '../../operations/releases-there.ts'
import { Refused } from '../../refusal.ts'
import type { Answer } from '../answer.ts'
import { change } from '../change.ts'
import type { CommandInput } from '../command.ts'

/** promote <app> [ID|VERSION]: makes a release live that is in the store; without a name the newest one. */
export async function run({ site, words, app }: CommandInput): Promise<Answer> {
  const state = await readLiveState(site)
  const named = words.words[2]
  const revoked = state.generation?.revoked ?? []
  const release = named ? await findRelease(site, app, named) : (await releasesThere(site, app)).find(each => !revoked.includes(`${app}/${each.id}`))
  if (!release) throw new Refused([{ rule: 'release-there', place: app, says: 'no release of it is in this store', remedy: 'Publish one first.' }])
  return change(site, state, planActivation(state, [release], { action: 'promote', why: words.value('why') ?? '' }, site), words.flag('dry-run'))
}
