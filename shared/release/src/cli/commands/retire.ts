import { readLiveState } from '../../operations/live-state.ts'
import { planRetirement } from '../../operations/plan-rollback.ts'
import { change } from '../change.ts'
import type { Answer, CommandInput } from '../command.ts'

/** retire <app>: takes a remote out of the page; open pages lose its tab, and its screen with the next navigation. */
export async function run({ open, words, app }: CommandInput): Promise<Answer> {
  const site = await open()
  const state = await readLiveState(site)
  const plan = planRetirement(state, app, { action: 'retire', why: words.value('why') ?? '' }, site)
  return change(site, state, plan, words.flag('dry-run'))
}
